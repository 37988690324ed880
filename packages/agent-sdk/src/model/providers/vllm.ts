import { compatible } from './compatible.ts';

export const vllm = compatible({
  name: 'vllm',
  title: 'vLLM',
  variables: { key: 'VLLM_API_KEY', address: 'VLLM_BASE_URL' },
  needs: 'VLLM_BASE_URL, or start it with "vllm serve MODEL --enable-auto-tool-choice"',
  withoutVersion: true,
  local: {
    address: 'http://127.0.0.1:8000',
    sign: '/version',
    window: async ({ baseUrl, model }, get) => {
      const { data = [] } = (await get(`${baseUrl}/models`)) as Listed;
      return data.find(({ id }) => id === model)?.max_model_len;
    },
  },
});

interface Listed {
  readonly data?: readonly { readonly id: string; readonly max_model_len?: number }[];
}
