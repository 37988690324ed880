import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answered, ccc, hook, isAlive, type Place, place, type Result } from './helpers.ts';

const SESSION = '5f0c6a52-7d0f-4e57-9a0e-6a2f6a3b1c11';
const UNKEPT = '--no-session-persistence';

type Message = Record<string, unknown>;

/** The wire format of Claude Code 2.1.325, cut to what matters here. */
const init = (tools: unknown, more: Message = {}): Message => ({
  type: 'system',
  subtype: 'init',
  session_id: 'fork',
  tools,
  mcp_servers: [],
  ...more,
});
const call = (name: string, id: string): Message => ({
  type: 'assistant',
  message: { role: 'assistant', content: [{ type: 'tool_use', id, name, input: {} }] },
});
const called = (tool_use_id: string, is_error?: boolean): Message => ({
  type: 'user',
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id, is_error }] },
});
const result = (text: string, more: Message = {}): Message => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  result: text,
  ...more,
});
const GOOD = result('{"allow_stop":true,"feedback":"good"}');
const READING = init(['Glob', 'Grep', 'Read']);

/** What a stand-in does when it has printed its messages. */
const NEXT = {
  exit: '',
  'exit 1': 'process.exitCode = 1;',
  hang: 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);',
  drip: 'setInterval(() => console.log(JSON.stringify({ type: "system", subtype: "status" })), 20);',
  flood:
    'const line = "x".repeat(1 << 16); (function more() { while (process.stdout.write(line)); process.stdout.once("drain", more); })();',
  'flood lines':
    'const line = JSON.stringify({ type: "user" }) + "\\n"; (function more() { while (process.stdout.write(line.repeat(2000))); process.stdout.once("drain", more); })();',
};

interface Stand {
  next?: keyof typeof NEXT;
  /** Options it does not know. */
  unknown?: string[];
  settings?: Message;
  event?: Message;
  env?: Record<string, string>;
}

/** One review by a stand-in for the `claude` command, which writes down how it was called. */
async function reviewed(at: Place, messages: (Message | string)[], stand: Stand = {}) {
  const { next = 'exit', unknown = [], settings = {}, event = {}, env = {} } = stand;
  at.write('config/ccc.json', {
    supervisor: { model: 'opus', timeout_seconds: 60, ...settings, reviewer: { type: 'claude' } },
  });
  const lines = messages.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  const script = `#!${process.execPath}
const fs = require('fs');
const args = process.argv.slice(2);
const { CCC_SUPERVISOR_HOOK, CLAUDECODE } = process.env;
const odd = args.find((arg) => ${JSON.stringify(unknown)}.includes(arg));
const stdin = odd ? '' : fs.readFileSync(0, 'utf8');
const call = { args, CCC_SUPERVISOR_HOOK, CLAUDECODE, stdin, pid: process.pid };
fs.appendFileSync(process.env.SEEN, JSON.stringify(call) + '\\n');
if (odd) {
  console.error("error: unknown option '" + odd + "'");
  process.exit(1);
}
for (const line of ${JSON.stringify(lines)}) console.log(line);
${NEXT[next]}
`;
  chmodSync(at.write('bin/claude', script), 0o755);
  const PATH = `${join(at.root, 'bin')}:${process.env['PATH']}`;
  return hook({ session_id: SESSION, ...event }, at, { env: { PATH, ...env } });
}

interface Call {
  args: string[];
  CCC_SUPERVISOR_HOOK: string;
  CLAUDECODE?: string;
  stdin: string;
  pid: number;
}
const callsIn = (at: Place) => at.seen() as unknown as Call[];
const after = ({ args }: Call, flag: string) => args[args.indexOf(flag) + 1];
const broken = (why: string): Partial<Result> => ({
  code: 1,
  stdout: '',
  stderr: `supervisor SDK failed: ${why}\n`,
});

test('it is not told that it runs inside of Claude Code: it would refuse to', async () => {
  const at = place();
  await reviewed(at, [READING, GOOD], { env: { CLAUDECODE: '1' } });
  expect(callsIn(at).map(({ CLAUDECODE }) => CLAUDECODE)).toEqual([undefined]);
});

test('the session is forked, tools only read, hooks, servers and traces are off', async () => {
  const at = place();
  const text = 'Looked at it.\n```json\n{"allow_stop": false, "feedback": "run the tests"}\n```';
  expect(await reviewed(at, [READING, result(text)])).toEqual(
    answered({ decision: 'block', reason: 'run the tests' }),
  );
  const [first] = callsIn(at) as [Call];
  expect(first.CCC_SUPERVISOR_HOOK).toBe('1');
  expect(first.args).toEqual([
    ...['-p', '--resume', SESSION, '--fork-session'],
    ...['--output-format', 'stream-json', '--verbose'],
    ...['--append-system-prompt', expect.stringContaining('You supervise a coding agent')],
    // What there is. To allow Read by its name would open every file.
    ...['--tools', 'Read,Glob,Grep', '--strict-mcp-config'],
    ...['--permission-mode', 'default', '--max-turns', '30'],
    ...['--settings', '{"disableAllHooks":true,"env":{"ENABLE_TOOL_SEARCH":"false"}}'],
    ...['--model', 'opus', UNKEPT],
  ]);
  expect(first.stdin).toMatch(/^The agent wants to stop\. This is review 1 of at most 20\.\n/);
  expect(first.stdin).not.toContain('<transcript>');
});

const REFUSED = 'the review was refused: claude';
const ONLY = 'and a review gets Read, Glob, Grep and nothing else';
const UNKNOWN = `${REFUSED} does not say which tools it offers, so nobody knows whether it only reads`;
const TOOLS = ['Glob', 'Grep', 'Read'];
const MANY = Array.from({ length: 13 }, (_, n) => `T${n}`);

const REFUSALS: [string, Message[], string][] = [
  ['one tool too many', [init([...TOOLS, 'CronCreate'])], `${REFUSED} offers CronCreate, ${ONLY}`],
  [
    'many tools too many',
    [init(MANY)],
    `${REFUSED} offers T0, T1, T2, T3, T4, T5, T6, T7, T8, T9 and 3 more, ${ONLY}`,
  ],
  [
    'an MCP server, also one that is still starting',
    [init(TOOLS, { mcp_servers: [{ name: 'mine', status: 'pending' }] })],
    `${REFUSED} offers the MCP server mine, ${ONLY}`,
  ],
  [
    'a tool that comes later',
    [READING, call('Read', 'a'), called('a'), init([...TOOLS, 'Bash'])],
    `${REFUSED} offers Bash, ${ONLY}`,
  ],
  [
    'a tool that comes with another message',
    [READING, { type: 'system', subtype: 'tools_changed', tools: ['SendMessage'] }],
    `${REFUSED} offers SendMessage, ${ONLY}`,
  ],
  [
    'a tool that ran without having been offered',
    [READING, call('Bash', 'a'), called('a')],
    `${REFUSED} ran Bash, ${ONLY}`,
  ],
  ['no list', [init(undefined)], UNKNOWN],
  ['a list that is none', [init('Read')], UNKNOWN],
  ['an answer without a list', [call('Read', 'a')], UNKNOWN],
  ['a result without a list', [GOOD], UNKNOWN],
];

test.each(REFUSALS)('%s: refused, and ended at once', async (_, messages, why) => {
  const at = place();
  const began = performance.now();
  // What it says after that is of no use.
  const result = await reviewed(at, [...messages, GOOD], { next: 'hang' });
  expect(result).toMatchObject(broken(why));
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(callsIn(at).map(({ pid }) => isAlive(pid))).toEqual([false]);
});

test('a refused review follows on_error', async () => {
  const at = place();
  const messages = [init(['Bash']), GOOD];
  expect(await reviewed(at, messages, { settings: { on_error: 'block' } })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\{"decision":"block","reason":".*claude offers Bash, and a/),
  });
});

test('fewer tools, a call that was refused, and lines that are no messages do no harm', async () => {
  const at = place();
  const messages = [
    'warning: a line of somebody else',
    '42',
    { type: 'rate_limit_event' },
    init(['Read']),
    call('Bash', 'a'),
    called('a', true),
    GOOD,
  ];
  expect(await reviewed(at, messages)).toEqual(answered({ reason: 'good' }));
});

test('where the directory is gone it gets no tool', async () => {
  const at = place();
  const event = { cwd: join(at.root, 'gone') };
  expect(await reviewed(at, [init([]), GOOD], { event })).toEqual(answered({ reason: 'good' }));
  expect(callsIn(at).map((one) => after(one, '--tools'))).toEqual(['']);
  expect(await reviewed(at, [init(['Read']), GOOD], { event })).toMatchObject(
    broken(`${REFUSED} offers Read, and where the directory is gone a review gets no tool`),
  );
});

test('a version that cannot leave its session out is asked without that', async () => {
  const at = place();
  const result = await reviewed(at, [READING, GOOD], { unknown: [UNKEPT] });
  expect(result).toEqual(answered({ reason: 'good' }));
  const [first, second, ...more] = callsIn(at) as [Call, Call];
  expect(first.args).toEqual([...second.args, UNKEPT]);
  expect(more).toEqual([]);
});

test('a version that cannot be held to tools is not asked', async () => {
  const at = place();
  const result = await reviewed(at, [READING, GOOD], { unknown: ['--tools'] });
  expect(result).toMatchObject(broken("claude exited 1: error: unknown option '--tools'"));
  expect(callsIn(at)).toHaveLength(1);
});

test.each(['hang', 'drip'] as const)(
  'one that would %s for ever ends with its time',
  async (next) => {
    const at = place();
    const settings = { timeout_seconds: 1 };
    expect(await reviewed(at, [READING], { next, settings })).toMatchObject({
      code: 124,
      stderr: 'hook execution timeout\n',
    });
    expect(callsIn(at).map(({ pid }) => isAlive(pid))).toEqual([false]);
  },
);

test.each(['flood', 'flood lines'] as const)(
  'a %s ends it',
  async (next) => {
    const at = place();
    const result = await reviewed(at, [READING], { next });
    expect(result).toMatchObject(broken('claude printed more than 64 MB to stdout'));
    expect(callsIn(at).map(({ pid }) => isAlive(pid))).toEqual([false]);
  },
  30_000,
);

test('one that read much more than 1 MB is heard', async () => {
  const at = place();
  const picture = { type: 'user', message: { content: [{ data: 'x'.repeat(3_000_000) }] } };
  const result = await reviewed(at, [READING, picture, GOOD]);
  expect(result).toEqual(answered({ reason: 'good' }));
});

test('one that answered and does not leave is ended, and its answer counts', async () => {
  const at = place();
  expect(await reviewed(at, [READING, GOOD], { next: 'hang' })).toEqual(
    answered({ reason: 'good' }),
  );
  expect(callsIn(at).map(({ pid }) => isAlive(pid))).toEqual([false]);
});

const ERRORS: [string, Message, string][] = [
  ['its text', result('no credit', { is_error: true }), 'no credit'],
  [
    'its list',
    { type: 'result', subtype: 'error_during_execution', is_error: true, errors: ['No session'] },
    'No session',
  ],
  ['its name', { type: 'result', subtype: 'error_max_turns', is_error: false }, 'error_max_turns'],
];

test.each(ERRORS)('an error of its own is a broken review, by %s', async (_, message, why) => {
  const at = place();
  const result = await reviewed(at, [message], { next: 'exit 1' });
  expect(result).toMatchObject(broken(`claude reported an error: ${why}`));
});

test('an end without a result, or an exit that does not fit it, is a broken review', async () => {
  const at = place();
  expect(await reviewed(at, [READING])).toMatchObject(broken('claude ended without a result'));
  expect(await reviewed(at, [READING, GOOD], { next: 'exit 1' })).toMatchObject(
    broken('claude exited 1'),
  );
});

test('what it reports is redacted before it is cut', async () => {
  const at = place();
  const MY_TOKEN = 'nobody-can-tell-this-by-its-looks';
  const text = `${'x'.repeat(280)} ${MY_TOKEN}${'y'.repeat(100)}`;
  const message = result(text, { is_error: true });
  const { stderr } = await reviewed(at, [message], { env: { MY_TOKEN } });
  expect(stderr).toMatch(
    /: claude reported an error: x{280} \[redacted\]y* \[\.\.\. \d+ more char/,
  );
});

test('not there, or an id that would be an option', async () => {
  const at = place();
  expect(await reviewed(at, [], { env: { PATH: '/nonexistent' } })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^supervisor SDK failed: claude could not be started: .*ENOENT/),
  });
  const event = { session_id: '--dangerously-skip-permissions' };
  expect(await reviewed(at, [READING, GOOD], { event })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('needs a session id of Claude Code'),
  });
  expect(existsSync(join(at.root, 'seen'))).toBe(false);
});

const OPTIONS = `  --fork-session\n  ${UNKEPT}\n  --strict-mcp-config\n  --tools <tools...>\n`;
const DOCTOR: [string, string, string][] = [
  [
    'all that is needed',
    `echo '${OPTIONS}'`,
    'ok       the reviewer is claude, which is on the PATH',
  ],
  [
    'sessions that are kept',
    `echo '${OPTIONS.replace(UNKEPT, '')}'`,
    `note     this version of claude has no ${UNKEPT}: each review leaves a session behind`,
  ],
  [
    'tools that cannot be chosen',
    `echo '${OPTIONS.replace('--tools', '--toolsets')}'`,
    'error    the reviewer is claude, and its version has no --tools: update it',
  ],
  ['no help', 'exit 3', 'note     "claude --help" fails, so it is not known whether it can review'],
];

test.each(DOCTOR)('doctor looks at the options of claude: %s', async (_, help, line) => {
  const at = place();
  at.write('config/ccc.json', { supervisor: { reviewer: { type: 'claude' } } });
  chmodSync(at.write('bin/claude', `#!/bin/sh\n${help}\n`), 0o755);
  const PATH = `${join(at.root, 'bin')}:${process.env['PATH']}`;
  const { stdout } = await ccc(['doctor'], at, { env: { PATH } });
  expect(stdout.split('\n')).toContain(line);
});

test('doctor says when claude is not there', async () => {
  const at = place();
  at.write('config/ccc.json', { supervisor: { reviewer: { type: 'claude' } } });
  const { code, stdout } = await ccc(['doctor'], at, { env: { PATH: '/nonexistent' } });
  expect([code, stdout]).toEqual([
    1,
    expect.stringContaining('error    the reviewer is claude, which is not on the PATH'),
  ]);
});
