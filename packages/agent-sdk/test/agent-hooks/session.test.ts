import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { InterceptionOptions, Interceptor } from '../../src/agent-hooks/interception.ts';
import type { AgentContext, Point } from '../../src/agent-hooks/points.ts';
import type { InterceptionRecord } from '../../src/agent-hooks/record.ts';
import { blocksOf, hooksOn, printing, startAgent } from '../talk.ts';
import { call, type Reply, say } from '../wire/reply.ts';

const ALLOW = { decision: 'allow' };
const DENY = { decision: 'deny', reason: 'acme:no' };
const rewrite = (path: string, value: unknown) => ({
  decision: 'transform',
  transform: { path, value },
});

/** Says something at one moment, and lets everything else pass. */
const at =
  (point: Point, verdict: unknown): Interceptor =>
  (context) =>
    context.interception_point === point ? verdict : ALLOW;

interface Run extends Partial<InterceptionOptions> {
  readonly script?: readonly Reply[];
  readonly more?: object;
}

/** One prompt to an agent with interceptors. */
async function run(interceptor: Interceptor, { script = [], more = {}, ...options }: Run = {}) {
  const contexts: AgentContext[] = [];
  const records: InterceptionRecord[] = [];
  const looks: Interceptor = (context) => {
    contexts.push(context);
    return ALLOW;
  };
  const shown: string[] = [];
  const { agent, server, dir } = await startAgent({
    interception: {
      interceptors: [looks, interceptor],
      onRecord: (record) => records.push(record),
      ...options,
    },
    ...more,
  });
  agent.subscribe((event) => event.is === 'delta' && shown.push(event.text));
  server.script(...script);
  const result = await agent.sendMessage('PROMPT');
  const points = () => contexts.map(({ interception_point: point }) => point);
  return { agent, server, dir, result, contexts, points, records, shown: () => shown.join('') };
}

const BASH = call('Bash', { command: 'echo made > made; echo OUTPUT' });

test('a session passes all eight moments, and each can be told from the next', async () => {
  const { agent, points, contexts, records, result, server } = await run(() => ALLOW, {
    script: [BASH, say('ok')],
  });
  expect(result).toMatchObject({ ended: 'done', text: 'ok' });
  await agent.close();
  expect(points()).toEqual([
    ...['agent_startup', 'input', 'pre_model_call', 'post_model_call', 'pre_tool_call'],
    ...['post_tool_call', 'pre_model_call', 'post_model_call', 'output', 'agent_shutdown'],
  ]);
  expect(contexts.map(({ sequence }) => sequence)).toEqual(contexts.map((_, index) => index));
  expect(contexts[0]?.target).toMatchObject({
    tools_registered: expect.arrayContaining(['Bash', 'Task']),
  });
  expect(contexts[5]?.['tool_result']).toMatchObject({
    ...{ is_error: false, value: expect.objectContaining({ stdout: 'OUTPUT' }) },
  });
  expect(contexts.at(-1)?.target).toEqual({ reason: 'completed' });
  expect(records.every((one) => one.input_identity === one.enforced_identity)).toBe(true);
  expect(JSON.stringify(records)).not.toMatch(/PROMPT|OUTPUT|made/);
  expect(server.faults).toEqual([]);
});

test.each<[Point, string, number]>([
  ['agent_startup', 'blocked', 0],
  ['input', 'blocked', 0],
  ['pre_model_call', 'blocked', 0],
  ['post_model_call', 'blocked', 1],
  ['output', 'blocked', 1],
])('a deny at %s ends the turn as %s after %i requests', async (point, ended, requests) => {
  const { agent, result, server, shown, points } = await run(at(point, DENY), {
    script: [say('NEVER')],
  });
  expect([result.ended, result.stopReason]).toEqual([ended, expect.stringContaining('acme:no')]);
  expect(server.requests).toHaveLength(requests);
  expect(shown() + JSON.stringify(agent.messages)).not.toContain('NEVER');
  await agent.close();
  expect(points().at(-1)).toBe('agent_shutdown');
});

test('after a deny at the start every prompt is blocked, and nobody is asked again', async () => {
  const { agent, points, server } = await run(at('agent_startup', DENY));
  expect((await agent.sendMessage('more')).ended).toBe('blocked');
  expect(points()).toEqual(['agent_startup']);
  expect(server.requests).toEqual([]);
});

test('a deny before a call: it does not run, and the model hears why', async () => {
  const { agent, dir, result, server, points } = await run(at('pre_tool_call', DENY), {
    script: [BASH, say('ok')],
  });
  expect(result.ended).toBe('done');
  expect(existsSync(join(dir, 'made'))).toBe(false);
  expect(points()).not.toContain('post_tool_call');
  expect(JSON.stringify(server.requests[1]?.body)).toContain('acme:no');
  expect(blocksOf(agent.messages, 'tool')[0]).toMatchObject({ success: false, by: 'hook' });
});

test('a deny after a call: it ran, and nobody gets its result', async () => {
  const seen = hooksOn('PostToolUse', 'cat > seen');
  const { agent, dir, server } = await run(at('post_tool_call', DENY), {
    script: [BASH, say('ok')],
    more: { hooks: seen },
  });
  expect(existsSync(join(dir, 'made'))).toBe(true);
  expect(JSON.stringify(server.requests[1]?.body)).not.toContain('OUTPUT\\n');
  expect(blocksOf(agent.messages, 'tool')[0]).toMatchObject({
    ...{ success: false, result: 'The result was withheld: acme:no' },
  });
});

test('rewrites: the prompt, the request, the answer, the call, its result and the last words', async () => {
  const asked = await run(at('input', rewrite('$target.content', 'OTHER')), {
    script: [say('ok')],
  });
  expect(JSON.stringify(asked.server.requests[0]?.body)).toMatch(/OTHER/);
  expect(JSON.stringify(asked.agent.messages)).not.toContain('PROMPT');
  const sent = await run(at('pre_model_call', rewrite('$target[0].content', 'SYSTEM')), {
    script: [say('ok')],
  });
  expect(JSON.stringify(sent.server.requests[0]?.body.system)).toContain('SYSTEM');
  expect(JSON.stringify(sent.server.requests[0]?.body.system)).not.toContain('You are Wave');
  const answered = await run(
    at('post_model_call', rewrite('$target.tool_calls[0].args.command', 'echo tame')),
    { script: [BASH], more: { maxTurns: 1 } },
  );
  expect(blocksOf(answered.agent.messages, 'tool')[0]?.parameters).toEqual({
    command: 'echo tame',
  });
  const called = await run(at('pre_tool_call', rewrite('$target.command', 'echo tame')), {
    script: [BASH, say('ok')],
  });
  expect(existsSync(join(called.dir, 'made'))).toBe(false);
  expect(called.contexts.find((one) => one.interception_point === 'post_tool_call')).toMatchObject({
    tool_call: { args: { command: 'echo tame' } },
  });
  const back = await run(at('post_tool_call', rewrite('$target', 'CLEAN')), {
    script: [BASH, say('ok')],
  });
  expect(blocksOf(back.agent.messages, 'tool')[0]?.result).toBe('CLEAN');
  const last = await run(at('output', rewrite('$target.content', 'SHOWN')), {
    script: [say('RAW')],
  });
  expect([last.result.text, last.shown()]).toEqual(['SHOWN', 'SHOWN']);
  expect(JSON.stringify(last.agent.messages)).not.toContain('RAW');
});

test('a rewritten call meets the permissions as it is then', async () => {
  const { dir, agent } = await run(at('pre_tool_call', rewrite('$target.command', 'touch made')), {
    script: [call('Bash', { command: 'echo fine' }), say('ok')],
    more: { permissions: { deny: ['Bash(touch *)'] } },
  });
  expect(existsSync(join(dir, 'made'))).toBe(false);
  expect(blocksOf(agent.messages, 'tool')[0]?.success).toBe(false);
});

test('interceptors see what hooks made of a call, and hooks see what interceptors left of its result', async () => {
  const hooks = {
    ...hooksOn(
      'PreToolUse',
      printing({
        hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'echo HOOK' } },
      }),
    ),
    ...hooksOn('PostToolUse', 'cat > seen; grep -q HOOK seen && exit 2; true'),
  };
  const { contexts, agent } = await run(at('post_tool_call', rewrite('$target', 'LEFT')), {
    script: [BASH, say('ok')],
    more: { hooks },
  });
  expect(contexts.find((one) => one.interception_point === 'pre_tool_call')?.target).toEqual({
    command: 'echo HOOK',
  });
  expect(blocksOf(agent.messages, 'tool')[0]?.result).toBe('LEFT');
});

test('a subagent’s requests and calls are judged; its prompt and its answer are nobody’s input and output', async () => {
  const { points, result } = await run(() => ALLOW, {
    script: [
      call('Task', { description: 'd', prompt: 'look', subagent_type: 'general' }),
      call('Bash', { command: 'echo inner' }),
      say('inner done'),
      say('ok'),
    ],
  });
  expect(result.text).toBe('ok');
  const count = (point: Point) => points().filter((one) => one === point).length;
  expect([count('pre_model_call'), count('pre_tool_call')]).toEqual([4, 2]);
  expect([count('input'), count('output')]).toEqual([1, 1]);
});

test('whole: nothing of an answer is shown before it was judged', async () => {
  const seen: string[] = [];
  let shown = () => '';
  const looks: Interceptor = (context) => {
    if (context.interception_point === 'output') seen.push(shown());
    return ALLOW;
  };
  const { agent, server } = await startAgent({ interception: { interceptors: [looks] } });
  let text = '';
  agent.subscribe((event) => {
    if (event.is === 'delta') text += event.text;
  });
  shown = () => text;
  server.script(say('ANSWER'));
  await agent.sendMessage('PROMPT');
  expect([seen, text]).toEqual([[''], 'ANSWER']);
});

test('incremental: what was permitted is shown, and a deny keeps the rest back', async () => {
  const text = 'one two three four five six seven eight nine ten SECRET and more behind it';
  const stops: Interceptor = (context) =>
    context.interception_point === 'post_model_call' && JSON.stringify(context).includes('SECRET')
      ? DENY
      : ALLOW;
  const { result, shown, agent } = await run(stops, {
    ...{ release: 'incremental', segmentChars: 1 },
    script: [say(text)],
  });
  expect(result.ended).toBe('blocked');
  expect(text.startsWith(shown())).toBe(true);
  expect(shown()).not.toContain('SECRET');
  expect(JSON.stringify(agent.messages)).not.toContain('SECRET');
});

test.each(['whole', 'incremental'] as const)(
  '%s: an answer that breaks off leaves nothing unjudged',
  async (release) => {
    const { records, shown, agent } = await run(() => ALLOW, {
      release,
      script: [say('never whole and never shown', { broken: { how: 'cut', after: 4 } })],
      more: { maxTurns: 1 },
    });
    const judged = records.flatMap((one) =>
      one.interception_point === 'post_model_call' ? [one.verdict.reason] : [],
    );
    if (release === 'incremental') expect(judged.at(-1)).toBe('host_error:streaming_unsupported');
    expect(JSON.stringify(agent.messages)).not.toContain('never whole and never shown');
    if (release === 'whole') expect(shown()).toBe('');
  },
);

test('what is no list of interceptors is told at once', async () => {
  await expect(startAgent({ interception: {} as InterceptionOptions })).rejects.toThrow(
    'interception: expected { interceptors: [...] }',
  );
});
