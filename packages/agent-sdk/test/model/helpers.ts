import { createModel, type ModelConfig } from '../../src/model/provider/provider.ts';
import { addPart } from '../../src/turn/add-part.ts';
import type { Block } from '../../src/vocabulary/messages.ts';
import type { Model, ModelError, ModelPart, ModelRequest } from '../../src/vocabulary/model.ts';
import type { ModelMessage } from '../../src/vocabulary/model-message.ts';
import type { Protocol, WireServer } from '../wire/server.ts';

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

/** A model at the wire server that never really waits; `waits` tells how long it would have. */
export function modelAt(
  server: WireServer,
  protocol: Protocol,
  more: Partial<ModelConfig> = {},
): { model: Model; waits: number[] } {
  const waits: number[] = [];
  const model = createModel({
    protocol,
    model: protocol === 'anthropic' ? 'claude-sonnet-4-5' : 'gpt-test',
    baseUrl: `${server.baseUrl.anthropic}/v1`,
    key: 'test-key',
    random: () => 1,
    sleep: async (ms) => void waits.push(ms),
    ...more,
  });
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
