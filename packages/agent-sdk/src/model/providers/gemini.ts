import { asFetch } from '../send/as-fetch.ts';
import { address, type Provider, settingOf } from './provider.ts';

export const gemini: Provider = {
  name: 'gemini',
  title: 'Google Gemini',
  own: /^gemini/,
  model: 'gemini-3.8-flash',
  variables: { key: 'GEMINI_API_KEY', address: 'GOOGLE_GEMINI_BASE_URL' },
  needs: 'GEMINI_API_KEY (or GOOGLE_API_KEY)',
  find: (env, model) => {
    const key = settingOf(env, 'GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY');
    if (!key) return undefined;
    const home = 'https://generativelanguage.googleapis.com';
    const base = address(env, 'GOOGLE_GEMINI_BASE_URL', home);
    if (!base.ok) return base.problem;
    return {
      ...{ provider: 'gemini', protocol: 'gemini', model, key },
      baseUrl: `${base.url.replace(/\/v1beta$/, '')}/v1beta`,
      checks: { key: 'GEMINI_API_KEY', address: 'GOOGLE_GEMINI_BASE_URL' },
    };
  },
  open: async ({ model, baseUrl: baseURL, key: apiKey = '', headers }, send) => {
    const { createGoogle } = await import('@ai-sdk/google');
    return createGoogle({ baseURL, apiKey, fetch: asFetch(send), ...(headers ? { headers } : {}) })(
      model,
    );
  },
  list: ({ baseUrl, key = '' }) => ({
    url: `${baseUrl}/models?pageSize=1000`,
    headers: { 'x-goog-api-key': key },
  }),
};
