import { anthropic } from './anthropic.ts';
import { azure } from './azure.ts';
import { bedrock } from './bedrock.ts';
import { compatible } from './compatible.ts';
import { gemini } from './gemini.ts';
import { llamacpp } from './llamacpp.ts';
import { lmstudio } from './lmstudio.ts';
import { ollama } from './ollama.ts';
import { openai } from './openai.ts';
import { openrouter } from './openrouter.ts';
import type { Provider } from './provider.ts';
import { vertex } from './vertex.ts';
import { vllm } from './vllm.ts';

/** Every provider. The first that the environment points to gives the model if none is named. */
export const PROVIDERS: readonly Provider[] = [
  anthropic,
  openai,
  gemini,
  openrouter,
  azure,
  bedrock,
  vertex,
  ollama,
  lmstudio,
  vllm,
  llamacpp,
];

/** What stands behind a name of the user's settings that is no provider's. */
export const GATEWAY: Provider = compatible({
  name: 'compatible',
  title: 'a compatible server',
  variables: { key: 'COMPATIBLE_API_KEY', address: 'COMPATIBLE_BASE_URL' },
  needs: '"baseUrl" of this provider in your settings',
});
