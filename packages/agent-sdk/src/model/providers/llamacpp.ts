import { compatible } from './compatible.ts';

export const llamacpp = compatible({
  name: 'llamacpp',
  title: 'llama.cpp',
  variables: { key: 'LLAMA_API_KEY', address: 'LLAMA_BASE_URL' },
  needs: 'LLAMA_BASE_URL, or start it with "llama-server --jinja -m MODEL"',
  withoutVersion: true,
  local: {
    address: 'http://127.0.0.1:8080',
    sign: '/props',
    window: async ({ baseUrl }, get) => {
      const root = baseUrl.replace(/\/v1$/, '');
      const { default_generation_settings: settings } = (await get(`${root}/props`)) as Properties;
      return settings?.n_ctx;
    },
  },
});

interface Properties {
  readonly default_generation_settings?: { readonly n_ctx?: number };
}
