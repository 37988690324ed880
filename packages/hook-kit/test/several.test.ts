import { createEngine } from '@wavehooks/hooks';
import { expect, onTestFinished, test } from 'vitest';
import { tryHook } from '../src/testing/index.ts';
import { hookFile, quote, run } from './helpers.ts';

const BOTH = `
  defineHook('PreToolUse', () => deny('no'), { failClosed: true });
  export const stop = defineHook('Stop', () => block('test it'));`;
const command = (body: string) => `exec ${quote(process.execPath)} ${quote(hookFile(body))}`;

const EVENTS = [
  { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: {} },
  { hook_event_name: 'Stop' },
] as const;

test.each(['command', 'worker'] as const)('as a %s, each event has its hook', async (type) => {
  const hooks = [{ hooks: [{ type, command: command(BOTH) }] }];
  const engine = await createEngine({ hooks: { PreToolUse: hooks, Stop: hooks } });
  onTestFinished(() => engine.close());
  const verdicts = await Promise.all([...EVENTS, ...EVENTS].map((event) => engine.fire(event)));
  expect(verdicts.map(({ decision, toAgent }) => [decision, toAgent[0]?.text])).toEqual([
    ['block', 'no'],
    ['block', 'test it'],
    ['block', 'no'],
    ['block', 'test it'],
  ]);
});

test('other agents have their names for the events', async () => {
  const file = hookFile(BOTH);
  const said = async (event: string) =>
    JSON.parse((await run(file, `{"hook_event_name":"${event}","tool_name":"x"}`)).stdout).reason;
  expect([await said('BeforeTool'), await said('AfterAgent')]).toEqual(['no', 'test it']);
});

const PROMPT = { prompt: 'x' };
const TOOL = { tool: 'Bash' };
const OPEN = `defineHook('Stop', () => {}); defineHook('PostToolUse', () => {});`;
const TWICE = `defineHook('PreToolUse', () => {}, { failClosed: true }); defineHook('PreToolUse', () => {});`;
test.each([
  ['an event without a hook', OPEN, PROMPT, 1, 'expected one hook for "UserPromptSubmit", got 0'],
  ['one of them fails closed', BOTH, PROMPT, 2, 'among those for PreToolUse, Stop'],
  ['two for one event', TWICE, TOOL, 2, 'expected one hook for "PreToolUse", got 2'],
  ['two, open', TWICE.replace('true', 'false'), TOOL, 1, 'expected one hook for "PreToolUse"'],
  ['its own hook breaks', `${BOTH.replace("deny('no')", 'x.y')}`, TOOL, 2, 'x is not defined'],
  ['its own is open', BOTH.replace("block('test it')", 'x.y'), { event: 'Stop' }, 1, 'x is not'],
  [
    'it never answers',
    BOTH.replace("deny('no')", 'new Promise(() => process.exit(0))'),
    TOOL,
    2,
    'the process ended before the handler answered',
  ],
] as const)('%s: told, by exit code', async (_, body, input, code, says) => {
  for (const type of ['command', 'worker']) {
    const { outcome, verdict } = await tryHook({ type, command: command(body) }, input);
    expect([type, outcome, verdict.decision]).toEqual([
      type,
      { is: 'exit', code },
      code === 2 ? 'block' : 'none',
    ]);
    expect([...verdict.toAgent, ...verdict.toUser].map(({ text }) => text).join()).toContain(says);
  }
});

test.each([
  ['an empty stdin', '', /stdin: expected the event's JSON, got nothing/],
  ['an event that names itself not', '{}', /expected one hook for an input without a name, got 2/],
])('%s: exit 2 when one of them fails closed', async (_, stdin, says) => {
  const closed = await run(hookFile(BOTH), stdin);
  expect(closed).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(says) });
  expect((await run(hookFile(OPEN), stdin)).code).toBe(1);
});

test('hooks of imported files that say main are among them', async () => {
  const other = hookFile(`defineHook('Stop', () => block('imported'), { main: true });`);
  const file = hookFile(`import '${other}'; defineHook('PreToolUse', () => deny('own'));`);
  const { stdout } = await run(file, '{"hook_event_name":"Stop"}');
  expect(JSON.parse(stdout).reason).toBe('imported');
});
