import { asFetch } from '../send/as-fetch.ts';
import { openCompatible } from './compatible.ts';
import { address, bearer, type Provider, settingOf } from './provider.ts';

const HOME = 'https://api.openai.com/v1';

/** OpenAI's own models, wherever they are served. Others at the same address speak chat completions. */
const OWN = /^(?:gpt-\d|o\d|chatgpt|codex)/;

export const openai: Provider = {
  name: 'openai',
  title: 'OpenAI',
  own: OWN,
  model: 'gpt-6.1-sol',
  variables: { key: 'OPENAI_API_KEY', address: 'OPENAI_BASE_URL' },
  needs: 'OPENAI_API_KEY (or OPENAI_BASE_URL)',
  find: (env, model) => {
    const key = settingOf(env, 'OPENAI_API_KEY');
    const isElsewhere = settingOf(env, 'OPENAI_BASE_URL') !== undefined;
    // Local servers need no key, only an address.
    if (!key && !isElsewhere) return undefined;
    const base = address(env, 'OPENAI_BASE_URL', HOME);
    if (!base.ok) return base.problem;
    const isOwn = base.url === HOME || OWN.test(model);
    return {
      ...{ provider: 'openai', protocol: isOwn ? 'responses' : 'chat', model, key },
      baseUrl: base.url,
      checks: { key: 'OPENAI_API_KEY', address: 'OPENAI_BASE_URL' },
    };
  },
  open: async (at, send) => {
    if (at.protocol === 'chat') return openCompatible(at, send);
    const { createOpenAI } = await import('@ai-sdk/openai');
    const { model, baseUrl: baseURL, key: apiKey = '', headers } = at;
    const fetch = asFetch(send);
    return createOpenAI({ baseURL, apiKey, fetch, ...(headers ? { headers } : {}) }).responses(
      model,
    );
  },
  list: bearer,
};
