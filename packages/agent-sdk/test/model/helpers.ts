import { createModel, type ModelConfig } from '../../src/model/provider/provider.ts';
import { anthropic } from '../../src/model/providers/anthropic.ts';
import { gemini } from '../../src/model/providers/gemini.ts';
import { openai } from '../../src/model/providers/openai.ts';
import { addPart } from '../../src/turn/add-part.ts';
import type { Block } from '../../src/vocabulary/messages.ts';
import type { Model, ModelError, ModelPart, ModelRequest } from '../../src/vocabulary/model.ts';
import { factsOf } from '../../src/vocabulary/model-facts.ts';
import type { ModelMessage } from '../../src/vocabulary/model-message.ts';
import type { Protocol as Wire, WireServer } from '../wire/server.ts';

export const user = (text: string): ModelMessage => ({
  role: 'user',
  content: [{ type: 'text', text }],
});

export const request = (...messages: readonly ModelMessage[]): ModelRequest => ({
  system: 'You are a test.',
  messages: messages.length > 0 ? messages : [user('hi')],
  tools: [tool('Read'), tool('Bash')],
});

const tool = (name: string) => ({
  name,
  description: `${name} something`,
  inputSchema: { type: 'object', properties: { command: { type: 'string' } } },
});

const OPEN = { anthropic, chat: openai, responses: openai, gemini };
const MODELS = {
  ...{ anthropic: 'claude-sonnet-4-5', chat: 'gpt-test' },
  ...{ responses: 'gpt-5.5', gemini: 'gemini-3.6-flash' },
};

/** A model of a protocol, wherever it is. */
export function configFor(
  protocol: Wire,
  { model = MODELS[protocol], ...more }: Partial<ModelConfig> & Pick<ModelConfig, 'baseUrl'>,
): ModelConfig {
  const { name, open, variables } = OPEN[protocol];
  const checks = { key: variables.key ?? '', address: variables.address ?? '' };
  const facts = factsOf(model) ?? {};
  return { provider: name, protocol, model, key: 'test-key', open, checks, facts, ...more };
}

/** A model at the wire server that never really waits; `waits` tells how long it would have. */
export function modelAt(
  server: WireServer,
  protocol: Wire,
  more: Partial<ModelConfig> = {},
): { model: Model; waits: number[] } {
  const waits: number[] = [];
  const path = protocol === 'gemini' ? '/v1beta' : '/v1';
  const model = createModel(
    configFor(protocol, {
      baseUrl: `${server.baseUrl.anthropic}${path}`,
      random: () => 1,
      sleep: async (ms) => void waits.push(ms),
      ...more,
    }),
  );
  return { model, waits };
}

export async function partsOf(
  model: Model,
  asked: ModelRequest = request(),
  signal: AbortSignal = new AbortController().signal,
): Promise<ModelPart[]> {
  const parts: ModelPart[] = [];
  for await (const part of model.stream(asked, { signal })) parts.push(part);
  return parts;
}

export const blocksOf = (parts: readonly ModelPart[]): readonly Block[] =>
  parts.reduce<readonly Block[]>(addPart, []);

export const textOf = (parts: readonly ModelPart[]): string =>
  blocksOf(parts)
    .map((block) => (block.type === 'text' ? block.content : ''))
    .join('');

/** What a stream throws, with the parts that came before it. */
export async function failureOf(
  model: Model,
  asked: ModelRequest = request(),
): Promise<{ error: ModelError; parts: ModelPart[] }> {
  const parts: ModelPart[] = [];
  try {
    const { signal } = new AbortController();
    for await (const part of model.stream(asked, { signal })) parts.push(part);
  } catch (error) {
    return { error: error as ModelError, parts };
  }
  throw new Error('it did not fail');
}
