import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blocksOf, talk, tempDir } from '../talk.ts';
import { call, say } from '../wire/reply.ts';
import { memory } from './servers.ts';

test('a server is started, its tools go to the model, and a call comes to it', async () => {
  const log = join(tempDir(), 'log');
  const t = await talk({
    mcpServers: { memory: memory({ LOG: log }) },
    script: [call('mcp__memory__create_entities', { names: ['a', 'b'] }), say('Done.')],
  });
  expect(t.result.ended).toBe('done');
  expect(t.agent.mcp.servers()).toEqual([]);
  expect(blocksOf(t.agent.messages, 'tool')).toMatchObject([
    { success: true, result: 'kept a, b' },
  ]);
  expect(t.server.faults).toEqual([]);
});
