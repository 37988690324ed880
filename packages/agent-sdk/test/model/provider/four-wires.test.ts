import { describe, expect, test } from 'vitest';
import { openAgent } from '../../open-agent.ts';
import { call, say } from '../../wire/reply.ts';
import type { Protocol } from '../../wire/server.ts';

const WIRES: readonly Protocol[] = ['anthropic', 'responses', 'chat', 'gemini'];

describe.each(WIRES)('an agent over %s', (protocol) => {
  test('all its tools and several calls are taken, and its system text', async () => {
    const { agent, server } = await openAgent({ protocol });
    server.script(
      call('Bash', { command: 'echo one' }, 'a1'),
      {
        blocks: [
          { text: 'Both.' },
          { call: 'Glob', input: { pattern: '*' }, id: 'b1' },
          { call: 'Bash', input: { command: 'false' }, id: 'b2' },
        ],
      },
      say('done'),
      say('again'),
    );
    const first = await agent.sendMessage('GO');
    expect([server.faults, first]).toEqual([[], expect.anything()]);
    expect(first).toMatchObject({ ended: 'done', text: 'done' });
    expect(await agent.sendMessage('ON')).toMatchObject({ ended: 'done', text: 'again' });
    expect(server.faults).toEqual([]);
    expect(server.requests.every(({ protocol: spoken }) => spoken === protocol)).toBe(true);
  });
});
