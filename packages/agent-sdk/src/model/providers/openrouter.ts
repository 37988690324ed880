import { asFetch } from '../send/as-fetch.ts';
import { address, bearer, type Provider, settingOf } from './provider.ts';

export const openrouter: Provider = {
  name: 'openrouter',
  title: 'OpenRouter',
  model: 'anthropic/claude-sonnet-5.5',
  aliases: {
    sonnet: 'anthropic/claude-sonnet-5.5',
    opus: 'anthropic/claude-opus-5.5',
    haiku: 'anthropic/claude-haiku-5.5',
  },
  variables: { key: 'OPENROUTER_API_KEY', address: 'OPENROUTER_BASE_URL' },
  needs: 'OPENROUTER_API_KEY',
  find: (env, model) => {
    const key = settingOf(env, 'OPENROUTER_API_KEY');
    if (!key) return undefined;
    const base = address(env, 'OPENROUTER_BASE_URL', 'https://openrouter.ai/api/v1');
    if (!base.ok) return base.problem;
    return {
      ...{ provider: 'openrouter', protocol: 'chat', model, key, baseUrl: base.url },
      checks: { key: 'OPENROUTER_API_KEY', address: 'OPENROUTER_BASE_URL' },
    };
  },
  open: async ({ model, baseUrl: baseURL, key: apiKey = '', headers, cache }, send) => {
    const { createOpenRouter } = await import('@openrouter/ai-sdk-provider');
    const fetch = asFetch(send);
    return createOpenRouter({ baseURL, apiKey, fetch, ...(headers ? { headers } : {}) }).chat(
      model,
      (cache ?? /claude/.test(model)) ? CACHED : {},
    );
  },
  list: bearer,
};

/** Claude caches nothing unless it is asked to; the others do it by themselves. */
const CACHED = { cache_control: { type: 'ephemeral' as const } };
