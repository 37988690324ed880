import { compatible } from './compatible.ts';

export const lmstudio = compatible({
  name: 'lmstudio',
  title: 'LM Studio',
  variables: { key: 'LMSTUDIO_API_KEY', address: 'LMSTUDIO_BASE_URL' },
  needs: 'LMSTUDIO_BASE_URL, or start its server with "lms server start"',
  withoutVersion: true,
  local: {
    address: 'http://127.0.0.1:1234',
    sign: '/api/v0/models',
    window: async ({ baseUrl, model }, get) => {
      const root = baseUrl.replace(/\/v1$/, '');
      const { data = [] } = (await get(`${root}/api/v0/models`)) as Listed;
      const found = data.find(({ id }) => id === model);
      return found?.loaded_context_length ?? found?.max_context_length;
    },
  },
});

interface Listed {
  readonly data?: readonly {
    readonly id: string;
    readonly loaded_context_length?: number;
    readonly max_context_length?: number;
  }[];
}
