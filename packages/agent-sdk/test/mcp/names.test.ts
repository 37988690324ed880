import { expect, test } from 'vitest';
import { blocksOf, talk } from '../talk.ts';
import { say } from '../wire/reply.ts';
import { wild } from './servers.ts';

test('two servers that read alike are not both started, and an allow rule means one of them', async () => {
  const t = await talk({
    mcpServers: { 'my server': wild({}), my__server: wild({}), other: wild({}) },
    script: [say('ok')],
  });
  expect(t.agent.mcp.servers().map(({ name, state }) => `${name}: ${state}`)).toEqual([
    'my server: ready',
    'my__server: failed',
    'other: ready',
  ]);
  expect(blocksOf(t.agent.messages, 'error').map(({ content }) => content)).toEqual([
    'MCP server "my__server": in names of tools it reads as "my server" does; it is not started.',
  ]);
});
