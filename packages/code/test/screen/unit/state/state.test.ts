import type { AgentEvent, Ended, Message, ToolBlock } from '@wavehooks/agent-sdk';
import type { EventName, RunEvent } from '@wavehooks/hooks';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastScreen } from '../../../../src/screen/draw/redraw.ts';
import type { Item } from '../../../../src/screen/state/item.ts';
import { isUnderWay } from '../../../../src/screen/state/printing.ts';
import {
  type Dialog,
  EMPTY,
  type Happening,
  reduce,
  type State,
} from '../../../../src/screen/state/state.ts';
import { SILENT } from '../../../../src/screen/state/stream.ts';
import { painterOf } from '../../../../src/screen/text/theme.ts';
import { activityLine, doing, holdingUp, secondsOf } from '../../../../src/screen/view/doing.ts';

const agent = (event: AgentEvent): Happening => ({ is: 'agent', event, now: 5 });
const delta = (text: string) => agent({ is: 'delta', text, kind: 'text' });
const added = (message: Partial<Message>) =>
  agent({
    is: 'change',
    change: { is: 'added', message: { id: 'm', role: 'assistant', blocks: [], ...message } },
  });
const said = (content: string) => added({ blocks: [{ type: 'text', content }] });
const prompt = (content: string) =>
  added({ role: 'user', from: 'prompt', blocks: [{ type: 'text', content }] });
const block = (id: string): ToolBlock => ({
  type: 'tool',
  id,
  name: 'Bash',
  parameters: {},
  stage: 'pending',
});
const calls = (...ids: string[]) => added({ blocks: ids.map(block) });
const patch = (call: string, more: Partial<ToolBlock>) =>
  agent({ is: 'change', change: { is: 'tool', call, patch: more } });
const end = (ended: Ended) =>
  agent({
    is: 'ended',
    result: {
      ended,
      text: '',
      usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0, cacheWriteTokens: 0 },
      requests: 1,
    },
  });
const ENDED = end('done');
const all = (...happenings: Happening[]) => happenings.reduce(reduce, EMPTY);
const kinds = (items: readonly Item[]) => items.map(({ is }) => is);

const hook = (run: object) => agent({ is: 'hook', run: run as RunEvent });
const decided = (event: string, input: object, effects: readonly object[] = []) =>
  hook({
    is: 'decided',
    event,
    input,
    verdict: { decision: 'none', toAgent: [], context: [] },
    hooks: [{ id: '1', run: { hook: 'guard' }, effects }],
  });

test('sent and at rest: since when it works', () => {
  expect(all({ is: 'sent', now: 7 }).busySince).toBe(7);
  expect(all({ is: 'sent', now: 7 }, { is: 'rest' }).busySince).toBeUndefined();
  expect(all({ is: 'sent', now: 7 }, ENDED).busySince).toBeUndefined();
});

test('what is shown is printed; a wipe begins anew', () => {
  const output: Item = { is: 'output', lines: ['x'] };
  expect(all({ is: 'show', items: [output] }).printed).toEqual([output]);
  expect(all({ is: 'show', items: [output] }, { is: 'wipe', items: [] })).toEqual({
    ...EMPTY,
    wiped: 1,
  });
});

test('a redraw prints the last of it again, and lets go of nothing', () => {
  const items = Array.from({ length: 510 }, (_, n): Item => ({ is: 'output', lines: [`${n}`] }));
  const from = lastScreen(items, { width: 80, paint: painterOf('none') }, 21);
  expect(from, 'ten things of two lines, and the second line of one more').toEqual({
    item: 499,
    line: 1,
  });
  const again = all({ is: 'show', items }, { is: 'redraw', from });
  expect([again.printed.length, again.from, again.wiped]).toEqual([510, from, 1]);
  expect(lastScreen(items.slice(0, 3), { width: 80, paint: painterOf('none') }, 21)).toEqual({
    item: 0,
    line: 0,
  });
});

test('prompts queue, dialogs queue, what was used is the agent’s to count', () => {
  const [one, two] = [1, 2].map(
    (id): Dialog => ({ is: 'questions', id, questions: [], answer() {} }),
  );
  const asked = all({ is: 'ask', dialog: one as Dialog }, { is: 'ask', dialog: two as Dialog });
  expect(asked.dialogs).toEqual([one, two]);
  expect(reduce(asked, { is: 'answered', dialog: one as Dialog }).dialogs).toEqual([two]);
  const waits = [{ id: 0, text: 'a' }];
  expect(all({ is: 'queued', queued: waits }).queued).toEqual(waits);
  const usage = agent({
    is: 'usage',
    usage: { inputTokens: 3, outputTokens: 2, cachedTokens: 0, cacheWriteTokens: 0 },
  });
  expect(all(usage, usage)).toEqual(EMPTY);
});

test('a stream is printed as far as it is complete, and its rest with the message', () => {
  const streaming = all(delta('one\n\ntw'), delta('o'));
  expect(streaming.printed).toEqual([{ is: 'answer', text: 'one\n\n', goesOn: false }]);
  expect(streaming.stream).toEqual({ ...SILENT, text: 'one\n\ntwo', printed: 5 });
  const whole = reduce(streaming, said('one\n\ntwo'));
  expect(whole.printed.slice(1)).toEqual([{ is: 'answer', text: 'two', goesOn: true }]);
  expect(whole.stream).toEqual(SILENT);
});

test('a restart: what was printed is said not to count; what was not, is not', () => {
  expect(kinds(all(delta('one\n\ntwo'), agent({ is: 'restart' })).printed)).toEqual([
    'answer',
    'told',
  ]);
  expect(all(delta('one'), agent({ is: 'restart' }))).toEqual(EMPTY);
});

test('reasoning shows as thinking', () => {
  const state = all({ is: 'sent', now: 0 }, agent({ is: 'delta', text: 'hm', kind: 'reasoning' }));
  expect(doing(state).name).toBe('thinking');
});

test('a thought stands in front of the words that follow it, once', () => {
  const thinks = (text: string) => agent({ is: 'delta', text, kind: 'reasoning' });
  const state = all(
    thinks('first I '),
    thinks('look'),
    delta('Look:'),
    thinks('then'),
    delta(' go'),
  );
  const blocks = [
    { type: 'reasoning' as const, content: 'first I ' },
    { type: 'reasoning' as const, content: 'look', metadata: {} },
    { type: 'text' as const, content: 'Look:' },
    { type: 'reasoning' as const, content: 'then' },
    { type: 'text' as const, content: ' go' },
  ];
  const whole = reduce(
    state,
    agent({
      is: 'change',
      change: { is: 'added', message: { id: 'm', role: 'assistant', blocks } },
    }),
  );
  expect(whole.printed).toEqual([
    { is: 'thought', text: 'first I look' },
    { is: 'answer', text: 'Look:', goesOn: false },
    { is: 'thought', text: 'then' },
    { is: 'answer', text: ' go', goesOn: false },
  ]);
});

test('a call stays open until all before it are at their end, then it is printed in order', () => {
  const open = all(calls('a', 'b'), patch('b', { stage: 'end', success: true }));
  expect(open.printed).toEqual([]);
  const both = reduce(open, patch('a', { stage: 'end', success: true }));
  const after = reduce(both, said('done'));
  expect(kinds(after.printed)).toEqual(['tool', 'tool', 'answer']);
  expect(after.open).toEqual([]);
});

test('what a hook said has its name: to the agent, and that it ended the turn', () => {
  const told = (content: string, hook: string, more: { ends?: true } = {}) =>
    added({ blocks: [{ type: 'notice', tone: 'warning', content, hook, ...more }] });
  const toAgent = (content: string, hooks?: readonly string[]) =>
    added({
      role: 'user',
      from: 'hook',
      blocks: [{ type: 'text', content, ...(hooks ? { hooks } : {}) }],
    });
  const state = all(
    toAgent('one\n\ntwo', ['lint', 'types']),
    toAgent('now', ['clock']),
    toAgent('now', ['other clock']),
    toAgent('else'),
    told('budget is used up', 'halter', { ends: true }),
    told('budget is used up', 'halter'),
    told('budget is used up', 'other'),
  );
  expect(state.printed).toEqual([
    { is: 'to-agent', text: 'one\n\ntwo', hooks: ['lint', 'types'] },
    { is: 'to-agent', text: 'now', hooks: ['clock'] },
    { is: 'to-agent', text: 'now', hooks: ['other clock'] },
    { is: 'to-agent', text: 'else' },
    {
      is: 'told',
      tone: 'warning',
      hook: 'halter',
      named: true,
      text: 'The hook "halter" ended the turn: budget is used up',
      ends: true,
    },
    { is: 'told', tone: 'warning', hook: 'halter', text: 'budget is used up' },
    { is: 'told', tone: 'warning', hook: 'other', text: 'budget is used up' },
  ]);
});

test('what is told of a call stands with the call', () => {
  const notice = { type: 'notice', tone: 'info', content: 'Bash did not run', call: 'a' } as const;
  expect(all(added({ blocks: [notice] })).printed).toEqual([]);
});

test('hook runs stand with their call, with their prompt, or by themselves', () => {
  const withPrompt = all(decided('UserPromptSubmit', {}), prompt('hi'));
  expect(withPrompt.printed).toMatchObject([
    { is: 'prompt', hooks: [{ event: 'UserPromptSubmit' }] },
  ]);
  expect(withPrompt.waiting).toEqual([]);
  const withCall = all(calls('a'), decided('PreToolUse', { tool_use_id: 'a' }));
  expect(withCall.open).toMatchObject([{ is: 'tool', hooks: [{ event: 'PreToolUse' }] }]);
  expect(kinds(all({ is: 'sent', now: 0 }, decided('Stop', {})).open)).toEqual(['hooks']);
});

test('hook runs while nothing is under way are printed at once', () => {
  const { open, printed } = all(decided('SessionStart', {}));
  expect([kinds(open), kinds(printed)]).toEqual([[], ['hooks']]);
  const commanded = all({ is: 'sent', now: 0, what: '!ls' }, decided('PostToolUse', {}));
  expect(kinds(commanded.open)).toEqual(['hooks']);
  expect(kinds(reduce(commanded, { is: 'rest' }).printed)).toEqual(['hooks']);
});

test('hooks that only look on are not what is going on, where there is anything else', () => {
  const started = (event: EventName) => hook({ is: 'started', id: event, hook: 'guard', event });
  const both = all({ is: 'sent', now: 9 }, started('Notification'), started('Stop'));
  expect(doing(both)).toMatchObject({ name: 'hook guard', where: ' (Stop)' });
  const observed = all({ is: 'sent', now: 9 }, started('Notification'));
  expect(doing(observed)).toMatchObject({ where: ' (Notification)' });
  expect(holdingUp(observed)).toBeUndefined();
  expect(holdingUp(all({ is: 'sent', now: 9 }, started('SessionStart')))).toBe(
    'waiting for hook guard (SessionStart)',
  );
});

test('runs of a prompt that was blocked do not show with the next one', () => {
  const blocked = all({ is: 'sent', now: 0 }, decided('UserPromptSubmit', {}), ENDED);
  expect(blocked.waiting).toEqual([]);
  expect(kinds(blocked.printed)).toEqual(['hooks']);
});

test.each([
  ['blocked', 'block'],
  ['halted', 'halt'],
] as const)('a prompt that was %s is told as not sent, and by whom', (how, decision) => {
  const said = decided('UserPromptSubmit', {}, [{ do: 'decide', decision }]);
  const { printed, waiting } = all(said, end(how));
  expect(waiting).toEqual([]);
  const hooks = all(said).waiting;
  expect(printed).toEqual([{ is: 'not-sent', how, by: ['guard'], why: [], hooks }]);
});

test('a hook that runs is what is going on', () => {
  const started = hook({
    is: 'started',
    id: '1',
    hook: 'guard',
    event: 'Stop',
    statusMessage: 'looking',
  });
  const running = all({ is: 'sent', now: 0 }, started);
  const guard = { name: 'hook guard', where: ' (Stop)', said: 'looking', since: 5 };
  expect(doing(running)).toEqual(guard);
  const silent = hook({ is: 'started', id: '0', hook: 'other', event: 'Stop' });
  const both = all({ is: 'sent', now: 0 }, silent, started);
  expect(doing(both), 'the one that says what it does').toEqual({
    ...guard,
    name: 'hook guard and 1 more',
  });
  const ended = reduce(running, hook({ is: 'ended', id: '1' }));
  expect(doing(ended)).toEqual({ name: 'waiting for the model', since: 0 });
  const waiting = (...servers: string[]) => reduce(ended, agent({ is: 'waiting', servers }));
  expect(doing(waiting('a')).name).toBe('waiting for the MCP server a');
  expect(doing(waiting('a', 'b')).name).toBe('waiting for the MCP servers a, b');
  expect(doing(waiting()).name).toBe('waiting for the model');
  expect(reduce(waiting('a'), ENDED).awaited).toEqual([]);
});

test('a call counts from when it began, not the turn', () => {
  const change = { is: 'tool', call: 'a', patch: { stage: 'running' } } as const;
  const begins: Happening = { is: 'agent', event: { is: 'change', change }, now: 9_000 };
  const state = all({ is: 'sent', now: 0 }, calls('a'), begins);
  expect(secondsOf(doing(state), 11_500)).toBe(2);
  const later = reduce(state, patch('a', { parameters: { command: 'x' } }));
  expect(secondsOf(doing(later), 11_500)).toBe(2);
});

test('of calls that run, one is named', () => {
  const state = all({ is: 'sent', now: 0 }, calls('a', 'b'), patch('a', { stage: 'running' }));
  expect(doing(state).name).toBe('running Bash');
  const both = reduce(state, patch('b', { stage: 'running' }));
  expect(doing(both).name).toBe('running Bash and 1 more');
});

const STOP = { name: 'hook my-long-name', where: ' (Stop)', said: 'running tests', since: 0 };
const HINT = '  Esc interrupts';

test.each([
  [99, 12, 'hook my-long-name (Stop): running tests 12 s', HINT],
  [53, 12, 'hook my-long-name: running tests 12 s', HINT],
  [38, 12, 'hook my-long-name: running tests 12 s', ''],
  [33, 12, 'hook my-long…: running tests 12 s', ''],
  [25, 12, 'hook my-lon…: runni… 12 s', ''],
  [99, 0, 'hook my-long-name (Stop): running tests', HINT],
])('what is going on in %i columns, after %i s', (width, seconds, text, hint) => {
  expect(activityLine(STOP, seconds, width)).toEqual({ text, hint });
});

test('a retry is counted down to; which try it is stays in a narrow window', () => {
  const retry = { tries: 1, of: 6, waitMs: 2_500, why: '529: much too busy' };
  const told = added({ blocks: [{ type: 'notice', tone: 'info', content: 'x', retry }] });
  const state = all({ is: 'sent', now: 0 }, told);
  const what = doing(state);
  expect(state.open.length + state.printed.length, 'no part of the conversation').toBe(0);
  expect(activityLine(what, secondsOf(what, 5), 99)).toEqual({
    text: 'much too busy (529). Retrying in 3 s (2 of 6)',
    hint: HINT,
  });
  expect(activityLine(what, secondsOf(what, 9_000), 32).text).toBe(
    'much too bus…. Retrying (2 of 6)',
  );
  expect(reduce(state, delta('Here')).retry).toBeUndefined();
  expect(reduce(state, ENDED).retry).toBeUndefined();
});

test('a long name that says nothing is cut, the time stays', () => {
  const long = { name: `Bash ${'x'.repeat(99)}`, since: 0 };
  expect(activityLine(long, 7, 20)).toEqual({ text: 'Bash xxxxxxxxxx… 7 s', hint: '' });
});

const anyHappening: fc.Arbitrary<(id: number) => Happening> = fc.oneof(
  fc.constantFrom(
    (id: number) => prompt(`prompt ${id}`),
    (id: number) => said(`said ${id}`),
    (id: number) => calls(`call ${id}`),
    (id: number) => delta(`delta ${id}\n\n`),
    (id: number): Happening => ({ is: 'show', items: [{ is: 'output', lines: [`${id}`] }] }),
    () => decided('Stop', {}),
    () => ENDED,
  ),
  fc
    .integer({ min: 0, max: 30 })
    .map((of) => () => patch(`call ${of}`, { stage: 'end', success: true })),
);

/** What an item is, whatever became of it. */
const nameOf = (item: Item) =>
  item.is === 'tool' ? item.block.id : item.is === 'hooks' ? 'hooks' : JSON.stringify(item);

test('whatever happens, each item is printed once, in the order in which it came', () => {
  fc.assert(
    fc.property(fc.array(anyHappening, { maxLength: 30 }), (makes) => {
      let state: State = EMPTY;
      for (const [at, make] of makes.entries()) {
        const before = [...state.printed, ...state.open].map(nameOf);
        const printed = state.printed.length;
        state = reduce(state, make(at));
        expect(state.printed.slice(0, printed).map(nameOf)).toEqual(before.slice(0, printed));
        const after = [...state.printed, ...state.open].map(nameOf);
        expect(after.slice(0, before.length)).toEqual(before);
      }
      expect(reduce(state, ENDED).open).toEqual([]);
    }),
  );
});

const output = (call: string, more: object) =>
  agent({ is: 'output', call, output: { tail: 'x\n', bytes: 2, ms: 100, ...more } });

test('what a command prints stands with its call while it runs, and is gone with its end', () => {
  const running = all(calls('a', 'b'), patch('a', { stage: 'running' }));
  const printing = reduce(running, output('a', { tail: 'one\n', bytes: 4 }));
  expect(printing.open).toMatchObject([{ output: { tail: 'one\n', bytes: 4 } }, {}]);
  const ended = all(
    calls('a'),
    patch('a', { stage: 'running' }),
    output('a', {}),
    patch('a', { stage: 'end', success: true }),
    output('a', { tail: 'late' }),
  );
  expect(ended.open[0]).not.toHaveProperty('output');
  expect(reduce(EMPTY, output('gone', {})), 'a call that nobody knows').toBe(EMPTY);
});

test('commands in the background are listed by their start, and known when they have ended', () => {
  const shell = (id: string) => ({ shell: { id, command: `run ${id}` } });
  const two = all(output('b', { ...shell('bash_2'), ms: 1 }), output('a', shell('bash_1')));
  expect(two.shells.map(({ id, since }) => [id, since])).toEqual([
    ['bash_1', -95],
    ['bash_2', 4],
  ]);
  const later = reduce(two, output('a', { ...shell('bash_1'), ms: 900, bytes: 9 }));
  expect(later.shells[0]).toMatchObject({ since: -95, output: { bytes: 9 } });
  const end = reduce(later, output('a', { ...shell('bash_1'), ended: true }));
  expect(end.shells.map(isUnderWay)).toEqual([false, true]);
});

test('what hooks said of a call stands with it, each where it was said', () => {
  const tells = [{ do: 'tell-agent', text: 'untidy' }];
  const two = all(
    calls('a', 'b'),
    decided('PostToolUse', { tool_use_id: 'a' }, tells),
    decided('PostToolUse', { tool_use_id: 'b' }, tells),
    ...['a', 'b'].map((id) => patch(id, { stage: 'end', success: true })),
  );
  const toAgent = added({
    role: 'user',
    from: 'hook',
    blocks: [{ type: 'text', content: 'untidy', hooks: ['guard'] }],
  });
  const both = [toAgent, toAgent].reduce(reduce, two);
  const note = { is: 'to-agent', text: 'untidy', hooks: ['guard'] };
  expect(both.open).toMatchObject([{ notes: [note] }, { notes: [note] }]);
  expect(both.printed).toEqual([]);
  const third = reduce(both, toAgent);
  expect(kinds(third.printed), 'of no call').toEqual(['tool', 'tool', 'to-agent']);
});

test('a reason that several calls of a step share is marked as said', () => {
  const blocked = { stage: 'end', success: false, by: 'hook', refused: 'the hook guard' } as const;
  const { open } = all(
    calls('a', 'b', 'c'),
    // They need not end in their order.
    patch('b', { ...blocked, result: 'never' }),
    patch('a', { ...blocked, result: 'never' }),
    patch('c', { ...blocked, result: 'another reason' }),
  );
  expect(open.map((item) => item.is === 'tool' && item.again === true)).toEqual([
    false,
    true,
    false,
  ]);
});
