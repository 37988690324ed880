import { asFetch } from '../send/as-fetch.ts';
import type { Send } from '../send/send.ts';
import { address, type Provider, settingOf } from './provider.ts';

export const anthropic: Provider = {
  name: 'anthropic',
  title: 'Anthropic',
  own: /^claude/,
  model: 'claude-sonnet-5-5',
  aliases: { sonnet: 'claude-sonnet-5-5', opus: 'claude-opus-5-5', haiku: 'claude-haiku-5-5' },
  variables: { key: 'ANTHROPIC_API_KEY', address: 'ANTHROPIC_BASE_URL' },
  needs: 'ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN',
  find: (env, model) => {
    const key = settingOf(env, 'ANTHROPIC_API_KEY');
    const token = settingOf(env, 'ANTHROPIC_AUTH_TOKEN');
    if (!key && !token) return undefined;
    const base = address(env, 'ANTHROPIC_BASE_URL', 'https://api.anthropic.com');
    if (!base.ok) return base.problem;
    return {
      ...{ provider: 'anthropic', protocol: 'anthropic', model, key, token },
      // Official clients take it without the version; those who add it mean the same.
      baseUrl: `${base.url.replace(/\/v1$/, '')}/v1`,
      checks: { key: 'ANTHROPIC_API_KEY', address: 'ANTHROPIC_BASE_URL' },
    };
  },
  open: async ({ model, baseUrl, key, token, headers }, send) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    const auth = token ? { authToken: token } : { apiKey: key ?? '' };
    const fetch = asFetch(withoutBetas(send));
    return createAnthropic({ baseURL: baseUrl, fetch, ...auth, ...(headers ? { headers } : {}) })(
      model,
    );
  },
  list: ({ baseUrl, key, token }) => ({
    url: `${baseUrl}/models?limit=1000`,
    headers: {
      'anthropic-version': '2023-06-01',
      ...(token ? { authorization: `Bearer ${token}` } : { 'x-api-key': key ?? '' }),
    },
  }),
};

/** What Wave makes use of. The library asks for more, and gateways refuse what they do not know. */
const USED = /^(?:interleaved-thinking|thinking-binding-controls|context-1m)-/;

/** Leaves out the betas that Wave makes no use of. */
function withoutBetas(send: Send): Send {
  return (request) => {
    const { 'anthropic-beta': asked = '', ...headers } = request.headers;
    const used = asked.split(',').filter((one) => USED.test(one.trim()));
    const beta = used.length > 0 ? { 'anthropic-beta': used.join(',') } : {};
    return send({ ...request, headers: { ...headers, ...beta } });
  };
}
