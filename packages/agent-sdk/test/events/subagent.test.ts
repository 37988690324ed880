import { expect, test } from 'vitest';
import { delegate, said } from '../subagent/delegate.ts';
import { printing, talk } from '../talk.ts';
import { call, say } from '../wire/reply.ts';
import { heard, keeping, on, section } from './events.ts';

test('SubagentStart and SubagentStop fire for a subagent, Stop and UserPromptSubmit do not', async () => {
  const { dir, agent } = await talk({
    session: { keep: true },
    hooks: keeping('SubagentStart', 'SubagentStop', 'Stop', 'UserPromptSubmit'),
    script: [delegate('LOOK'), say('SUB SAYS'), say('main')],
  });
  expect(heard(dir).map((one) => one['hook_event_name'])).toEqual([
    'UserPromptSubmit',
    'SubagentStart',
    'SubagentStop',
    'Stop',
  ]);
  const [start] = heard(dir, 'SubagentStart');
  const [stop] = heard(dir, 'SubagentStop');
  expect(start).toMatchObject({ agent_type: 'general', prompt: 'LOOK' });
  expect(stop).toMatchObject({
    agent_id: start?.['agent_id'],
    agent_type: 'general',
    session_id: agent.sessionId,
    stop_hook_active: false,
    last_assistant_message: 'SUB SAYS',
  });
  expect(stop?.['agent_transcript_path']).toContain(String(start?.['agent_id']));
  expect(heard(dir, 'Stop')[0]).toMatchObject({ last_assistant_message: 'main' });
});

test('SubagentStart adds context to the subagent alone', async () => {
  const context = printing(section('SubagentStart', { additionalContext: 'FOR THE SUB' }));
  const { server } = await talk({
    hooks: on('SubagentStart', context, 'general'),
    script: [delegate(), say('sub'), say('main')],
  });
  expect(said(server.requests[1])).toContain('FOR THE SUB');
  expect(said(server.requests[2])).not.toContain('FOR THE SUB');
});

test('SubagentStop holds it, with a count of its own, up to the limit', async () => {
  const once = 'test -e held && exit 0; touch held; echo CHECK YOUR WORK >&2; exit 2';
  const { server, result } = await talk({
    hooks: on('SubagentStop', once),
    script: [delegate(), say('sub'), call('Bash', { command: 'true' }), say('better'), say('main')],
  });
  expect(said(server.requests[2])).toContain('CHECK YOUR WORK');
  expect(result.ended).toBe('done');
  expect(said(server.requests.at(-1))).toContain('better');
});

test.each(['SubagentStart', 'SubagentStop'])(
  'a halt on %s ends the parent’s turn too',
  async (event) => {
    const { result } = await talk({
      hooks: on(event, printing({ continue: false, stopReason: 'STOP ALL' })),
      script: [delegate(), say('sub'), say('never')],
    });
    expect(result).toMatchObject({ ended: 'halted', stopReason: 'STOP ALL' });
  },
);
