import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openAgent } from '../open-agent.ts';
import { hooksOn, tempDir } from '../talk.ts';
import { call, say } from '../wire/reply.ts';
import type { WireRequest } from '../wire/server.ts';

const MARK = /,"cache_control":\{[^}]*\}/g;
/** What the provider reads before the conversation. */
const headOf = ({ body }: WireRequest) => JSON.stringify([body.tools, body.system]);
const messagesOf = ({ body }: WireRequest) =>
  JSON.stringify(body.messages).replaceAll(MARK, '').slice(0, -2);
const marksIn = ({ body }: WireRequest) => JSON.stringify(body).match(MARK)?.length ?? 0;
/** The messages that end with a mark, by their place. */
const marked = ({ body }: WireRequest) =>
  (body.messages ?? []).flatMap((message, at) =>
    JSON.stringify(message).includes('cache_control') ? [at] : [],
  );

test('over a session of 50 turns every request begins with the one before, byte for byte', async () => {
  const dir = tempDir();
  mkdirSync(join(dir, 'sub'));
  const { agent, server } = await openAgent({
    workdir: dir,
    permissionMode: 'default',
    permissions: { deny: ['Bash(rm *)'] },
    confirm: async () => ({ answer: 'always', rule: 'Bash(cd *)' }),
    hooks: {
      ...hooksOn('UserPromptSubmit', 'date +"CONTEXT %N"'),
      ...hooksOn('PreToolUse', 'grep -q forbidden && { echo NO >&2; exit 2; }; exit 0'),
    },
  });
  const modes = ['default', 'acceptEdits', 'plan', 'bypassPermissions'] as const;
  for (let turn = 0; turn < 50; turn++) {
    agent.permissionMode = modes[turn % modes.length] ?? 'default';
    const steps = [
      call('Bash', { command: `cd ${turn % 2 ? 'sub' : dir} && echo ${turn}` }, `a${turn}`),
      call('TodoWrite', { todos: [{ content: `T${turn}`, status: 'pending' }] }, `b${turn}`),
      call('Bash', { command: 'echo forbidden' }, `c${turn}`),
      call('Bash', { command: 'rm x' }, `d${turn}`),
      call('Nobody', {}, `e${turn}`),
    ];
    server.script(steps[turn % steps.length] ?? say(''), say(`answer ${turn}`));
    expect((await agent.sendMessage(`prompt ${turn}`)).ended).toBe('done');
  }
  expect([server.faults, server.requests.length]).toEqual([[], 100]);
  const [first] = server.requests;
  for (const [at, request] of server.requests.entries()) {
    const before = server.requests[at - 1];
    expect(headOf(request)).toBe(headOf(first as WireRequest));
    expect(marksIn(request)).toBeLessThanOrEqual(4);
    if (!before) continue;
    expect(messagesOf(request).startsWith(messagesOf(before))).toBe(true);
    // A mark where the last request ended: there the provider looks for what it has.
    expect(marked(request)).toContain((before.body.messages?.length ?? 0) - 1);
    expect(marked(request)).toContain((request.body.messages?.length ?? 0) - 1);
  }
});
