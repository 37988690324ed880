import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type How, resourceOf, startLogin } from '../../agent-sdk/test/mcp/login/login-server.ts';
import { type Place, place, wave } from './helpers.ts';

const PAGE = fileURLToPath(new URL('../../../docs/troubleshooting.md', import.meta.url));

/** The first column of every table of messages. */
const MESSAGES = [...readFileSync(PAGE, 'utf8').matchAll(/^\| `(.+?)` \|/gm)].map(
  ([, text]) => text ?? '',
);

/** Makes the product say something: what it printed, on either stream. */
type Provoke = (where: Place) => Promise<string>;

const CALL = '{"tool_name":"Bash","tool_input":{"command":"ls"}}';
const NO_KEYS = {
  ANTHROPIC_API_KEY: '',
  ANTHROPIC_AUTH_TOKEN: '',
  OPENAI_API_KEY: '',
  OPENAI_BASE_URL: '',
  WAVE_MODEL: '',
};

const said = async (
  where: Place,
  args: string[],
  more: { env?: Record<string, string>; stdin?: string; cwd?: string } = {},
) => {
  const { stdout, stderr } = await wave(args, where, { ...more, env: { ...NO_KEYS, ...more.env } });
  return stdout + stderr;
};

const calls =
  (args: string[], env: Record<string, string> = {}): Provoke =>
  (where) =>
    said(where, args, { env });

/** One event through hooks of the user's own. */
const onCall =
  (...hooks: object[]): Provoke =>
  (where) => {
    const groups = [{ matcher: 'Bash', hooks: hooks.map((one) => ({ type: 'command', ...one })) }];
    const file = where.write('mine.json', { hooks: { PreToolUse: groups } });
    const args = ['hooks', 'run', 'PreToolUse', '--only', '--settings', file];
    return said(where, args, { stdin: CALL });
  };

/** A command about a server that wants a login. */
const withLogin =
  (how: How, command: string): Provoke =>
  async (where) => {
    const { url } = await startLogin(how);
    where.write('home/.wave/settings.json', { mcpServers: { tickets: { url } } });
    return said(where, ['mcp', command, 'tickets']);
  };

/** What one of the commands says of the user's own settings. */
const withSettings =
  (settings: unknown, ...args: string[]): Provoke =>
  (where) => {
    where.write('home/.wave/settings.json', settings);
    return said(where, args);
  };

const PROMPT = ['-p', 'run touch x', '--model', 'practice'];
const GUARD = {
  hooks: {
    PreToolUse: [
      {
        matcher: 'Bash',
        hooks: [{ type: 'command', name: 'guard', command: 'sh guard.sh', onError: 'block' }],
      },
    ],
  },
};

/** A guard of the project that was approved; then something happens to it. */
const approved =
  (then: (where: Place) => { cwd?: string }): Provoke =>
  async (where) => {
    // With it, a directory below belongs to the same project.
    mkdirSync(`${where.project}/.git`);
    where.write('project/.wave/settings.json', GUARD);
    where.write('project/guard.sh', 'exit 0\n');
    await said(where, ['hooks', 'approve']);
    return said(where, ['hooks', 'run', 'PreToolUse'], { stdin: CALL, ...then(where) });
  };

const entry = (more: object) => ({
  hooks: {
    PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'true', ...more }] }],
  },
});

/** How each message of the page comes about, by how it begins on the page. */
const CAUSES: Readonly<Record<string, Provoke>> = {
  'wave needs Node': (where) => {
    const old = where.write(
      'old.cjs',
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } });",
    );
    return said(where, ['--version'], { env: { NODE_OPTIONS: `--require=${old}` } });
  },
  'No model can be reached': calls(['-p', 'hi']),
  'The model "..." needs a key': calls(['-p', 'hi', '--model', 'claude-x']),
  'ANTHROPIC_API_KEY cannot be sent': calls(['-p', 'hi'], { ANTHROPIC_API_KEY: 'sk-é' }),
  'the screen, and --plain': calls(['--plain']),
  'wave has no command': calls(['hoks']),
  '...: not valid JSON': withSettings('{"hooks": {', 'hooks', 'list'),
  'waiting for your approval': (where) => {
    where.write('project/.wave/settings.json', GUARD);
    where.write('project/guard.sh', 'exit 0\n');
    return said(where, PROMPT);
  },
  '"PreToolUs" is not an event': withSettings({ hooks: { PreToolUs: [] } }, 'hooks', 'doctor'),
  '"PreToolUse" belongs inside': withSettings(entry({}).hooks, 'hooks', 'doctor'),
  'no tool is called "bash"': withSettings(
    { hooks: { PreToolUse: [{ matcher: 'bash', hooks: [{ type: 'command', command: 'true' }] }] } },
    'hooks',
    'doctor',
  ),
  '"type": expected "command"': withSettings(entry({ type: 'comand' }), 'hooks', 'doctor'),
  '"timeot" is not known': withSettings(entry({ timeot: 3 }), 'hooks', 'doctor'),
  'command not found': withSettings(entry({ command: 'nosuchprogram' }), 'hooks', 'doctor'),
  'hook "guard" exited 1': onCall({ name: 'guard', command: 'exit 1' }),
  'hook "..." timed out': onCall({ command: 'sleep 9', timeout: 0.2 }),
  'hook "..." exited 127': onCall({ command: 'nosuchprogram' }),
  'guard changed since approval': approved((where) => {
    where.write('project/guard.sh', 'exit 2\n');
    return {};
  }),
  'guard.sh cannot be found from': approved((where) => {
    mkdirSync(`${where.project}/below`);
    return { cwd: `${where.project}/below` };
  }),
  'stdout was not read': onCall({ command: 'echo {oops' }),
  '"decision" was ignored': onCall({ command: `echo '{"decision":"dney"}'` }),
  'is on this machine': onCall({ type: 'http', url: 'http://127.0.0.1:9/x' }),
  'Bash did not run: no rule': calls(PROMPT),
  'Bash did not run: deny rule': calls([...PROMPT, '--disallowed-tools', 'Bash']),
  'cannot tell what': calls([
    ...['-p', 'run $CMD', '--model', 'practice'],
    ...['--disallowed-tools', 'Bash(curl *)'],
  ]),
  'deny rule "Bsh(x)"': withSettings({ permissions: { deny: ['Bsh(x)'] } }, ...PROMPT),
  '"permissions.allow": expected': withSettings({ permissions: { allow: 'Bash' } }, ...PROMPT),
  'there is no session': calls([...PROMPT, '--resume', 'zzz']),
  'wave resume needs a terminal': calls(['resume']),
  'there is no command /nope': calls(['-p', '/nope', '--model', 'practice']),
  "the project's command /go": (where) => {
    where.write('project/.wave/commands/go.md', 'Do it.\n');
    return said(where, ['-p', '/go', '--model', 'practice', '--no-project-hooks']);
  },
  'The model did not answer: ECONNREFUSED': calls(['-p', 'hi'], {
    ANTHROPIC_API_KEY: 'x',
    ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
  }),
  'OPENAI_BASE_URL is set': calls(['-p', 'hi'], { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' }),
  'is no web address': calls(['-p', 'hi'], { ANTHROPIC_API_KEY: 'x', ANTHROPIC_BASE_URL: 'here' }),
  'it is not available': withSettings(
    { mcpServers: { db: { command: 'nosuch' } } },
    'mcp',
    'test',
    'db',
  ),
  '${TOKEN}: no such variable': withSettings(
    { mcpServers: { db: { command: 'nosuch', args: ['${TOKEN}'] } } },
    'mcp',
    'list',
  ),
  'it needs a login': withLogin({}, 'test'),
  'No login to': withLogin(
    { resource: (base) => ({ ...resourceOf(base), resource: 'https://bank.example/' }) },
    'login',
  ),
  'no MCP server': calls(['mcp', 'test', 'x']),
};

test('the page has messages, and each has a cause here', () => {
  expect(MESSAGES.length).toBeGreaterThan(30);
  const without = MESSAGES.filter((message) => causeOf(message) === undefined);
  expect(without).toEqual([]);
});

const causeOf = (message: string): Provoke | undefined =>
  Object.entries(CAUSES).find(([start]) => message.startsWith(start))?.[1];

test.each(MESSAGES)(
  '%s',
  async (message) => {
    const printed = await causeOf(message)?.(place());
    // What differs from case to case is written as "..." on the page.
    const parts = message.split('...').filter(Boolean);
    let at = 0;
    for (const part of parts) {
      const found = printed?.indexOf(part, at) ?? -1;
      expect(found, `${part}\nis not in what it printed:\n${printed}`).toBeGreaterThanOrEqual(at);
      at = found + part.length;
    }
  },
  20_000,
);
