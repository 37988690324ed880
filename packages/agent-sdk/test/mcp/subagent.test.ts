import { expect, test } from 'vitest';
import { talk } from '../talk.ts';
import { call, say } from '../wire/reply.ts';
import { wild } from './servers.ts';

test('a subagent has the servers of its agent, and its calls pass the same hooks', async () => {
  const t = await talk({
    mcpServers: { wild: wild({}) },
    hooks: {
      PreToolUse: [
        {
          matcher: 'mcp__wild__.*',
          hooks: [
            {
              type: 'command',
              name: 'guard',
              command: 'grep -q agent_id && echo not you >&2 && exit 2',
            },
          ],
        },
      ],
    },
    script: [
      call('Task', { description: 'poke it', prompt: 'Poke.', subagent_type: 'general' }),
      call('mcp__wild__poke', {}),
      say('I could not.'),
      call('mcp__wild__poke', {}),
      say('Done.'),
    ],
  });
  expect(t.result.ended).toBe('done');
  expect(t.server.faults).toEqual([]);
  const toolsOf = (at: number) => (t.server.requests[at]?.body.tools ?? []).map(({ name }) => name);
  expect(toolsOf(0)).toContain('mcp__wild__poke');
  expect(toolsOf(1)).toContain('mcp__wild__poke');
  expect(JSON.stringify(t.server.requests[2]?.body)).toContain('not you');
  const last = t.agent.messages
    .flatMap(({ blocks }) => blocks)
    .filter(({ type }) => type === 'tool');
  expect(last.at(-1)).toMatchObject({ success: true, result: 'fine' });
});
