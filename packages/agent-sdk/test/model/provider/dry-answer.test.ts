import { describe, expect, test } from 'vitest';
import { dryAnswer } from '../../../src/model/provider/dry-answer.ts';
import { createModel } from '../../../src/model/provider/provider.ts';
import type { ModelPart } from '../../../src/vocabulary/model.ts';
import { startWire } from '../../wire/server.ts';
import { configFor } from '../helpers.ts';

async function all(parts: AsyncIterable<ModelPart> | undefined): Promise<ModelPart[]> {
  const read: ModelPart[] = [];
  if (parts) for await (const part of parts) read.push(part);
  return read;
}

describe.each(['anthropic', 'chat'] as const)('%s', (protocol) => {
  test('it is read as any answer: a word, a call, its end', async () => {
    const at = configFor(protocol, { model: 'm', baseUrl: 'http://127.0.0.1:1/v1' });
    const parts = await all(dryAnswer(at, at.open, new AbortController().signal));
    expect(parts).toEqual([
      { is: 'text', text: 'none' },
      { is: 'call', id: 'c', name: 'Bash', input: { command: 'true' } },
      expect.objectContaining({ is: 'finish', reason: 'calls' }),
    ]);
  });

  test('the endpoint hears nothing of it', async () => {
    const server = await startWire();
    try {
      const baseUrl = `${server.baseUrl.anthropic}/v1`;
      const model = createModel(configFor(protocol, { model: 'm', baseUrl }));
      const parts = await all(model.rehearse?.(new AbortController().signal));
      expect(parts).toHaveLength(3);
      expect(server.requests).toEqual([]);
      expect(server.faults).toEqual([]);
    } finally {
      await server.close();
    }
  });
});
