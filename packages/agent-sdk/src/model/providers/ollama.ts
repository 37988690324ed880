import { compatible } from './compatible.ts';

const ADDRESS = 'http://127.0.0.1:11434';

/** It reads a few thousand tokens unless told otherwise, and drops the rest in silence. */
const DEFAULT_WINDOW = 4_096;

export const ollama = compatible({
  name: 'ollama',
  title: 'Ollama',
  variables: { key: 'OLLAMA_API_KEY', address: 'OLLAMA_HOST' },
  needs: 'OLLAMA_HOST, or start it with "ollama serve"',
  withoutVersion: true,
  local: {
    address: ADDRESS,
    sign: '/api/tags',
    window: async ({ baseUrl, model }, get) => {
      const root = baseUrl.replace(/\/v1$/, '');
      const { models = [] } = (await get(`${root}/api/ps`)) as Running;
      const names = [model, `${model}:latest`];
      const running = models.find(({ name = '', model = name }) =>
        names.some((one) => one === name || one === model),
      );
      return running?.context_length ?? DEFAULT_WINDOW;
    },
  },
});

interface Running {
  readonly models?: readonly { name?: string; model?: string; context_length?: number }[];
}
