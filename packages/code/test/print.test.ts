import '../../../test/built.ts';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../../../test/until.ts';
import { groupRuns } from '../../agent-sdk/test/open-agent.ts';
import { call, fail, type Reply, say } from '../../agent-sdk/test/wire/reply.ts';
import { type Protocol, startWire } from '../../agent-sdk/test/wire/server.ts';
import { SCREEN_COMMANDS } from '../src/agent/print/prompt.ts';
import { COMMANDS } from '../src/screen/commands/commands.ts';
import { place, startWave, WAVE, wave } from './helpers.ts';
import { openTerminal } from './screen/terminal.ts';

const touch = call('Bash', { command: 'touch ran' });
const NO_KEYS = {
  ANTHROPIC_API_KEY: '',
  ANTHROPIC_AUTH_TOKEN: '',
  OPENAI_API_KEY: '',
  OPENAI_BASE_URL: '',
  WAVE_MODEL: '',
};
const hook = (command: string) => [{ hooks: [{ type: 'command', name: 'thehook', command }] }];

interface Printed {
  readonly args?: string[];
  readonly script?: readonly Reply[];
  readonly hooks?: Readonly<Record<string, unknown>>;
  readonly protocol?: Protocol;
  readonly stdin?: string;
}

async function open() {
  const where = place();
  const server = await startWire();
  onTestFinished(() => server.close());
  const args = (more: string[], hooks?: Printed['hooks']) => [
    '-p',
    ...more,
    ...(hooks ? ['--settings', where.write('settings.json', { hooks })] : []),
  ];
  const run = async ({
    args: more = ['PROMPT'],
    script = [],
    hooks,
    protocol = 'anthropic',
    stdin,
  }: Printed) => {
    server.script(...script);
    const env = { ...NO_KEYS, ...server.env(protocol) };
    return wave(args(more, hooks), where, { env, ...(stdin === undefined ? {} : { stdin }) });
  };
  const ran = () => existsSync(join(where.project, 'ran'));
  return { where, server, args, run, ran };
}

const print = async (printed: Printed) => {
  const opened = await open();
  return { ...opened, ...(await opened.run(printed)) };
};
const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('formats', () => {
  const warn = { UserPromptSubmit: hook(`echo '{"systemMessage": "BECAREFUL"}'`) };

  test.each(['anthropic', 'chat'] as const)(
    'text, over %s: the answer alone on stdout',
    async (protocol) => {
      const { code, stdout, stderr, server } = await print({
        protocol,
        hooks: warn,
        script: [say('Hello.')],
      });
      expect({ code, stdout, stderr }).toEqual({
        code: 0,
        stdout: 'Hello.\n',
        stderr: expect.stringMatching(
          protocol === 'chat'
            ? /^warning: hook "thehook": BECAREFUL\ninfo: Wave does not know the model gpt-test.*\n$/
            : /^warning: hook "thehook": BECAREFUL\n$/,
        ),
      });
      expect(server.faults).toEqual([]);
    },
  );

  test('json: one document', async () => {
    const { stdout, stderr, code } = await print({
      args: ['PROMPT', '--output-format', 'json'],
      hooks: warn,
      script: [touch, say('Hello.')],
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      type: 'result',
      ended: 'done',
      result: 'Hello.',
      num_turns: 2,
      session_id: expect.stringMatching(/^[\w-]{36}$/),
      permission_mode: 'default',
      usage: { output_tokens: 40 },
      notices: [{ tone: 'warning', text: 'BECAREFUL', hook: 'thehook' }, { tone: 'info' }],
    });
  });

  test('stream-json: each message, result and notice is a line', async () => {
    const { stdout, stderr } = await print({
      args: ['PROMPT', '--output-format', 'stream-json', '--allowed-tools', 'Bash'],
      hooks: warn,
      script: [touch, say('Hello.')],
    });
    expect(stderr).toBe('');
    expect(linesOf(stdout)).toMatchObject([
      {
        ...{ type: 'system', subtype: 'init', model: 'claude-sonnet-5-5' },
        ...{ tools: expect.arrayContaining(['Bash']), mcp_servers: [], permissionMode: 'default' },
        slash_commands: expect.arrayContaining([expect.any(String)]),
      },
      { type: 'user', message: { role: 'user', content: [{ type: 'text', text: 'PROMPT' }] } },
      { type: 'system', subtype: 'notice', tone: 'warning', text: 'BECAREFUL' },
      {
        type: 'assistant',
        message: {
          ...{ role: 'assistant', stop_reason: 'tool_use', usage: { output_tokens: 20 } },
          content: [{ type: 'tool_use', name: 'Bash' }],
        },
      },
      { type: 'user', message: { content: [{ type: 'tool_result', is_error: false }] } },
      { type: 'assistant', message: { content: [{ type: 'text', text: 'Hello.' }] } },
      { type: 'result', subtype: 'success', is_error: false, num_turns: 2, ended: 'done' },
    ]);
  });

  test('--trajectory: the conversation as one document; a place that cannot be written is told at once', async () => {
    const { stdout, where } = await print({
      args: ['PROMPT', '--trajectory', 'out.json', '--allowed-tools', 'Bash'],
      hooks: warn,
      script: [touch, say('Hello.')],
    });
    expect(stdout).toBe('Hello.\n');
    const text = readFileSync(join(where.project, 'out.json'), 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      schema_version: 'ATIF-v1.6',
      agent: { name: 'wave', model_name: 'claude-sonnet-5-5' },
      steps: [
        { step_id: 1, source: 'user', message: 'PROMPT' },
        {
          ...{ step_id: 2, source: 'agent', tool_calls: [{ function_name: 'Bash' }] },
          observation: { results: [{ source_call_id: expect.any(String) }] },
        },
        { step_id: 3, source: 'agent', message: 'Hello.' },
      ],
      final_metrics: { total_completion_tokens: 40, total_steps: 3 },
    });
    const wrong = await print({ args: ['P', '--trajectory', 'no/such/dir.json'] });
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('--trajectory: ') });
    expect(wrong.server.requests).toEqual([]);
  });

  test('--include-hook-events: each run is a line as well; --verbose: calls and results on stderr', async () => {
    const { stdout } = await print({
      args: ['PROMPT', '--output-format', 'stream-json', '--include-hook-events'],
      hooks: warn,
      script: [say('Hello.')],
    });
    const hooks = linesOf(stdout).filter(({ subtype }) => String(subtype).startsWith('hook_'));
    expect(hooks.map(({ is, hook }) => [is, hook])).toEqual([
      ['started', 'thehook'],
      ['ended', 'thehook'],
    ]);
    const { stderr } = await print({
      args: ['P', '--verbose', '--allowed-tools', 'Bash'],
      hooks: warn,
      script: [touch, say('ok')],
    });
    expect(stderr).toMatch(/^ {2}hook thehook: exit \d, \d+ ms$/m);
    expect(stderr).toMatch(/Bash \{"command":"touch ran"\}/);
    expect(stderr).toMatch(/end: /);
  });

  test('the prompt on stdin', async () => {
    const { server, code } = await print({ args: [], stdin: 'FROMSTDIN\n', script: [say('ok')] });
    expect(code).toBe(0);
    expect(JSON.stringify(server.requests[0]?.body)).toContain('"FROMSTDIN"');
  });

  const promptOf = (server: Awaited<ReturnType<typeof startWire>>) =>
    server.requests[0]?.body.messages?.[0]?.content;

  test('what is piped in beside a prompt is part of it; nothing piped adds nothing', async () => {
    const piped = await print({
      args: ['explain'],
      script: [say('ok')],
      stdin: '  a log\nof it\n',
    });
    expect(promptOf(piped.server)).toMatchObject([{ text: 'explain\n\n  a log\nof it' }]);
    const none = await print({ args: ['explain'], script: [say('ok')], stdin: ' \n' });
    expect(promptOf(none.server)).toMatchObject([{ text: 'explain' }]);
  });

  test('what is piped in follows the prompt of a command', async () => {
    const { where, run, server } = await open();
    where.write('home/.wave/commands/review.md', 'Review this.');
    await run({ args: ['/review'], script: [say('ok')], stdin: 'LOG' });
    expect(promptOf(server)).toMatchObject([{ text: 'Review this.\n\nLOG' }]);
  });

  test('a file and /dev/null as stdin, and a pipe that is slow but not silent', async () => {
    const { where, server, args } = await open();
    const file = where.write('log', 'IN A FILE');
    const env = { ...process.env, ...NO_KEYS, ...server.env('anthropic'), HOME: where.home };
    for (const [stdin, text] of [
      [`< ${file}`, 'P\n\nIN A FILE'],
      ['< /dev/null', 'P'],
      ['< <(echo one; sleep 0.3; echo two)', 'P\n\none\ntwo'],
    ]) {
      server.script(say('ok'));
      const line = `exec "${process.execPath}" "${WAVE}" ${args(['P']).join(' ')} ${stdin}`;
      const child = spawn('bash', ['-c', line], { cwd: where.project, env, stdio: 'ignore' });
      expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(0);
      expect(server.requests.at(-1)?.body.messages?.[0]?.content).toMatchObject([{ text }]);
    }
  });

  test('a pipe that nobody writes to is given up, and told', async () => {
    const { where, server, args } = await open();
    server.script(say('ok'));
    const env = { ...process.env, ...NO_KEYS, ...server.env('anthropic'), HOME: where.home };
    const child = spawn(process.execPath, [WAVE, ...args(['P', '--output-format', 'json'])], {
      cwd: where.project,
      env,
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let stdout = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      result: 'ok',
      notices: [{ tone: 'warning', text: expect.stringContaining('nothing came within 3 s') }],
    });
  });

  test.each([
    [
      '/reviw x',
      'there is no command /reviw; did you mean /review? (to send it as text, put a word in front)',
    ],
    ['/cost', '/cost is a command of the screen: start "wave" or "wave resume" and type it there'],
    ['/zzz', 'there is no command /zzz (to send it as text, put a word in front)'],
    [
      '/compact',
      '/compact is a command of the screen: start "wave" or "wave resume" and type it there',
    ],
  ])('%s: exit 1, and nothing is sent', async (prompt, text) => {
    const { where, run, server } = await open();
    where.write('home/.wave/commands/review.md', 'Review this.');
    expect(await run({ args: [prompt] })).toEqual({
      code: 1,
      stdout: '',
      stderr: `wave: ${text}\n`,
    });
    expect(server.requests).toEqual([]);
  });

  test.each(['/etc/hosts is what?', '/etc is what?', '//x', '/ x'])(
    '%s is a text',
    async (prompt) => {
      const { server } = await print({ args: [prompt], script: [say('ok')] });
      expect(promptOf(server)).toMatchObject([{ text: prompt }]);
    },
  );

  test("the screen's commands are known by their names", () => {
    expect(SCREEN_COMMANDS).toEqual(COMMANDS.map(({ name }) => name));
  });

  test('an answer that was cut is told on stderr and in the document', async () => {
    const cut = say('and th', { stop: 'length' });
    expect(await print({ script: [cut] })).toMatchObject({
      code: 0,
      stdout: 'and th\n',
      stderr: "warning: The reply was cut: it reached the model's output limit.\n",
    });
    const { stdout } = await print({ args: ['P', '--output-format', 'json'], script: [cut] });
    expect(JSON.parse(stdout)).toMatchObject({
      ended: 'done',
      incomplete: 'length',
      notices: [{ tone: 'warning' }],
    });
  });

  test('control characters of hooks do not reach the terminal in text mode', async () => {
    const { stderr } = await print({
      hooks: { Stop: hook("printf '\\033[2Jx' >&2; exit 3") },
      script: [say('ok')],
    });
    expect(stderr).not.toContain('\u001b');
  });

  const NASTY = 'clear \u001b[2J title \u001b]0;evil\u0007 back \u202e c1 \u009b5A end';
  const TAME = 'clear \\u001b[2J title \\u001b]0;evil\\u0007 back \\u202e c1 \\u009b5A end';

  test.each(['text', 'json', 'stream-json'])(
    'control characters of the model do not reach the terminal as %s; a pipe gets them as they are',
    async (format) => {
      const { server, where, run } = await open();
      server.script(say(NASTY));
      const args = ['-p', 'PROMPT', '--output-format', format];
      const env = { ...NO_KEYS, ...server.env('anthropic') };
      const terminal = openTerminal({ args, where, env, columns: 4_000 });
      await terminal.exit();
      await terminal.waitFor(TAME);
      for (const char of ['\u001b[2J', '\u001b]0;', '\u0007', '\u202e', '\u009b'])
        expect(terminal.raw()).not.toContain(char);

      const { stdout } = await run({ args: args.slice(1), script: [say(NASTY)] });
      const piped = format === 'text' ? stdout : String(linesOf(stdout).at(-1)?.['result']);
      expect(piped.trim()).toBe(NASTY);
    },
  );
});

describe('what hooks say is told with their name', () => {
  const answer = (section: object) =>
    hook(
      `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...section } })}'`,
    );
  const rows: [string, Printed, string][] = [
    [
      'words that mention it',
      {
        hooks: {
          UserPromptSubmit: hook(`echo '{"systemMessage": "the hook thehook: \\\\"thehook\\\\""}'`),
        },
        script: [say('ok')],
      },
      'warning: hook "thehook": the hook thehook: "thehook"\n',
    ],
    [
      'words that look like ours',
      {
        hooks: {
          UserPromptSubmit: hook(`echo '{"systemMessage": "hook \\\\"thehook\\\\" is fine"}'`),
        },
        script: [say('ok')],
      },
      'warning: hook "thehook": hook "thehook" is fine\n',
    ],
    [
      'our words on its end',
      { hooks: { UserPromptSubmit: hook('exit 3') }, script: [say('ok')] },
      'error: hook "thehook" exited 3, which does not block; only exit 2 does\n',
    ],
    [
      'a blocked prompt',
      { hooks: { UserPromptSubmit: hook('echo NO >&2; exit 2') } },
      'error: hook "thehook": NO\nerror: The prompt was blocked by a hook: the model did not get it.\n',
    ],
    [
      'a halt',
      { hooks: { UserPromptSubmit: hook(`echo '{"continue": false, "stopReason": "ENOUGH"}'`) } },
      'warning: hook "thehook": ENOUGH\nwarning: The turn was ended by a hook.\n',
    ],
    [
      'a question',
      {
        hooks: {
          PreToolUse: answer({ permissionDecision: 'ask', permissionDecisionReason: 'WHY' }),
        },
        script: [touch, say('ok')],
      },
      'info: hook "thehook": WHY\n',
    ],
    [
      'a rewrite that does not fit',
      {
        hooks: {
          PreToolUse: answer({ permissionDecision: 'allow', updatedInput: { command: 5 } }),
        },
        script: [touch, say('ok')],
      },
      'error: Bash was blocked: what the hook thehook made of its input does not fit.',
    ],
  ];
  test.each(rows)('%s', async (_, printed, says) => {
    expect((await print(printed)).stderr).toContain(says);
  });
});

describe('exit codes', () => {
  const HALT = hook(`echo '{"continue": false, "stopReason": "ENOUGH"}'`);
  const rows: [string, number, Printed][] = [
    ['done', 0, { script: [say('ok')] }],
    ['done with a denied tool', 0, { script: [touch, say('ok')] }],
    ['a bad key', 1, { script: [fail(401)] }],
    ['an unknown model', 1, { script: [fail(404)] }],
    ['a blocked prompt', 2, { hooks: { UserPromptSubmit: hook('echo NO >&2; exit 2') } }],
    ['a halt at the prompt', 2, { hooks: { UserPromptSubmit: HALT } }],
    ['a halt at a tool', 2, { hooks: { PreToolUse: HALT }, script: [touch] }],
    ['a halt at the end', 2, { hooks: { Stop: HALT }, script: [say('ok')] }],
    ['the limit of requests', 3, { args: ['P', '--max-turns', '1'], script: [touch] }],
  ];
  test.each(rows)('%s: %i', async (_, expected, printed) => {
    const { code, stderr, ran, server } = await print(printed);
    expect(code).toBe(expected);
    if (expected > 0) expect(stderr).not.toBe('');
    expect(ran()).toBe(false);
    expect(server.faults).toEqual([]);
  });

  test('the limit of Stop: 3', async () => {
    const { where, run } = await open();
    const settings = where.write('limit.json', {
      limits: { stopBlocks: 1 },
      hooks: { Stop: hook('exit 2') },
    });
    const { code, stderr } = await run({
      args: ['P', '--settings', settings],
      script: [say('1'), say('2')],
    });
    expect(code).toBe(3);
    expect(stderr).toContain('limit of 1 blocks, not by the hook');
  });

  const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
  const stays = 'echo $$ > t; mv t started; sleep 60 & sleep 60';
  const running: [string, Printed][] = [
    ['a tool', { script: [call('Bash', { command: stays })] }],
    ['a hook before a tool', { hooks: { PreToolUse: hook(stays) }, script: [touch] }],
    ['a hook at the prompt', { hooks: { UserPromptSubmit: hook(stays) } }],
  ];
  const interrupted = Object.entries(SIGNALS).flatMap(([signal, code]) =>
    running.map(
      ([what, printed]) => [signal as keyof typeof SIGNALS, what, code, printed] as const,
    ),
  );
  test.each(interrupted)(
    '%s during %s: %i, and what ran is gone',
    async (signal, _, code, printed) => {
      const { where, server, args } = await open();
      server.script(...(printed.script ?? []));
      const all = args(['P', '--permission-mode', 'bypassPermissions'], printed.hooks);
      const env = { ...NO_KEYS, ...server.env('anthropic') };
      const { child, ended } = startWave(all, where, { env });
      const file = join(where.project, 'started');
      await until(() => existsSync(file));
      child.kill(signal);
      expect((await ended).code).toBe(code);
      expect(groupRuns(Number(readFileSync(file, 'utf8')))).toBe(false);
      expect(server.requests).toHaveLength(printed.script?.length ?? 0);
    },
  );

  const leaves = { command: 'sleep 60 & echo $! > t; mv t left' };
  const gone = async (file: string) => {
    const pid = Number(readFileSync(file, 'utf8'));
    await until(() => !isRunning(pid));
  };

  test('what a command left running ends with it', async () => {
    const { where, run } = await open();
    const args = ['P', '--permission-mode', 'bypassPermissions'];
    const { code } = await run({ args, script: [call('Bash', leaves), say('ok')] });
    expect(code).toBe(0);
    expect(isRunning(Number(readFileSync(join(where.project, 'left'), 'utf8')))).toBe(false);
  });

  test.each(['SIGTERM', 'SIGKILL'] as const)('%s: so does it', async (signal) => {
    const { where, server, args } = await open();
    server.script(call('Bash', leaves), (request) => {
      expect(JSON.stringify(request.body)).toContain(
        'still running. It is ended with the session.',
      );
      return say('never', { broken: { how: 'hang', after: 1 } });
    });
    const env = { ...NO_KEYS, ...server.env('anthropic') };
    const all = args(['P', '--permission-mode', 'bypassPermissions']);
    const { child, ended } = startWave(all, where, { env });
    await until(() => server.requests.length === 2);
    const file = join(where.project, 'left');
    expect(isRunning(Number(readFileSync(file, 'utf8')))).toBe(true);
    child.kill(signal);
    await ended;
    await gone(file);
  });

  /** In a shell, with stdout as `into` says; gives the exit code of wave and what it said. */
  const into = async (redirect: string, format: string, script: readonly Reply[]) => {
    const { where, server } = await open();
    server.script(...script);
    const flags = `--output-format ${format} --permission-mode bypassPermissions`;
    const command = `{ "${process.execPath}" "${WAVE}" 2> said -p P ${flags}; echo $? > code; } ${redirect}`;
    const child = spawn('/bin/sh', ['-c', command], {
      cwd: where.project,
      env: { ...process.env, HOME: where.home, ...NO_KEYS, ...server.env('anthropic') },
      stdio: 'ignore',
    });
    await new Promise((resolve) => child.on('close', resolve));
    const read = (name: string) => readFileSync(join(where.project, name), 'utf8').trim();
    return { where, server, read, code: Number(read('code')), said: read('said') };
  };

  test('a reader that goes away ends it as a signal does, with what runs: 141', async () => {
    const stays = { command: 'echo $$ > t; mv t started; sleep 60', run_in_background: true };
    const waits = { command: 'while [ ! -e started ]; do sleep 0.02; done; sleep 0.2' };
    const calls = {
      blocks: [
        { call: 'Bash', input: stays, id: 'a' },
        { call: 'Bash', input: waits, id: 'b' },
        { call: 'Bash', input: { command: 'touch behind' }, id: 'c' },
      ],
    };
    // The reader has gone when the first result is written.
    const reader = '| { head -6 > /dev/null; }';
    const { where, server, read, code } = await into(reader, 'stream-json', [calls, say('never')]);
    expect(code).toBe(141);
    expect(groupRuns(Number(read('started')))).toBe(false);
    expect(existsSync(join(where.project, 'behind'))).toBe(false);
    expect(server.requests).toHaveLength(1);
  });

  test('a reader that is gone before the answer: 141; commands that only print: 0', async () => {
    const slow = call('Bash', { command: 'sleep 0.5' });
    const { code, said } = await into('| true', 'text', [slow, say('x'.repeat(200_000))]);
    expect({ code, said }).toEqual({ code: 141, said: '' });
    const both = await into('| true', 'text --verbose 2>&1', [slow, say('ok')]);
    expect(both.code).toBe(141);
    const help = `{ sleep 0.5; "${process.execPath}" "${WAVE}" --help; echo $? > code; } | true`;
    const where = place();
    const child = spawn('/bin/sh', ['-c', help], { cwd: where.project, stdio: 'ignore' });
    await new Promise((resolve) => child.on('close', resolve));
    expect(readFileSync(join(where.project, 'code'), 'utf8')).toBe('0\n');
  });

  test.each(['text', 'json', 'stream-json'])('a full stdout, as %s: told, 1', async (format) => {
    const script = [call('Bash', { command: 'touch ran' }), say('ok')];
    const { where, code, said } = await into('> /dev/full', format, script);
    expect(code).toBe(1);
    expect(said).toMatch(/^error: stdout: cannot be written: ENOSPC: [^\n]*$/);
    // What streams meets it at once, the others at their end.
    expect(existsSync(join(where.project, 'ran'))).toBe(format !== 'stream-json');
  });

  test('a full stdout of a command that only prints: told, 1', async () => {
    const where = place();
    const command = `"${process.execPath}" "${WAVE}" --help > /dev/full 2> said; echo $? >> said`;
    const child = spawn('/bin/sh', ['-c', command], { cwd: where.project, stdio: 'ignore' });
    await new Promise((resolve) => child.on('close', resolve));
    expect(readFileSync(join(where.project, 'said'), 'utf8')).toMatch(
      /^wave: stdout: cannot be written: ENOSPC: [^\n]*\n1\n$/,
    );
  });
});

describe('the start', () => {
  test('without a key exits 1 and names the variables and the practice model', async () => {
    const { code, stderr, stdout } = await wave(['-p', 'P'], place(), { env: NO_KEYS });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    for (const name of ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', '--model practice'])
      expect(stderr).toContain(name);
    expect(stderr).not.toContain('should not have happened');
  });

  test('--model practice needs none', async () => {
    const where = place();
    const args = ['-p', 'run touch ran', '--model', 'practice', '--allowed-tools', 'Bash'];
    expect(await wave(args, where, { env: NO_KEYS })).toMatchObject({ code: 0 });
    expect(existsSync(join(where.project, 'ran'))).toBe(true);
  });

  test.each([
    [
      ['-p', 'P', '--output-format', 'xml'],
      /--output-format: expected text, json, stream-json, got "xml"/,
    ],
    [['-p', 'P', '--permission-mode', 'yolo'], /--permission-mode: expected default/],
    [['-p', 'P', '--max-turns', '0'], /--max-turns/],
    [['-p', 'P', '--max-turns', 'x'], /--max-turns/],
    [['-p', 'P', '--nonsense'], /--nonsense/],
    [['-p', 'P', '--trust-project-hooks', '--no-project-hooks'], /exclude each other/],
    [['-p', 'P', '--model', 'practice', '--settings', 'nowhere.json'], /nowhere\.json/],
    [['-p'], /no prompt/],
    [['-p', '  '], /no prompt/],
  ])('%j is refused', async (args, expected) => {
    const { code, stderr, stdout } = await wave(args, place(), { env: NO_KEYS });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(expected);
    expect(stderr).not.toContain('should not have happened');
  });

  test('hooks of the project that nobody approved stop it, and both flags go on', async () => {
    const { where, run, server } = await open();
    where.write('project/.wave/settings.json', {
      hooks: { UserPromptSubmit: hook('touch ran; echo PROJECTS') },
    });
    const refused = await run({ script: [] });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(
      /waiting for your approval[\s\S]*--trust-project-hooks[\s\S]*--no-project-hooks/,
    );
    expect(server.requests).toEqual([]);
    expect(existsSync(join(where.project, 'ran'))).toBe(false);
    expect((await run({ args: ['P', '--no-project-hooks'], script: [say('ok')] })).code).toBe(0);
    expect(existsSync(join(where.project, 'ran'))).toBe(false);
    expect((await run({ args: ['P', '--trust-project-hooks'], script: [say('ok')] })).code).toBe(0);
    expect(JSON.stringify(server.requests[1]?.body)).toContain('PROJECTS');
  });

  test('a guard that was approved and is gone is told', async () => {
    const { where, run } = await open();
    const file = where.write('project/.wave/settings.json', { hooks: { Stop: hook('exit 0') } });
    await wave(['hooks', 'approve', '--yes'], where);
    where.write('project/.wave/settings.json', {});
    expect(existsSync(file)).toBe(true);
    const { stderr } = await run({ script: [say('ok')] });
    expect(stderr).toContain('"thehook" was removed from the project');
  });

  test('--no-hooks runs none, and asks for no approval', async () => {
    const { where, run, ran } = await open();
    where.write('project/.wave/settings.json', { hooks: { UserPromptSubmit: hook('touch ran') } });
    const hooks = { UserPromptSubmit: hook('touch ran; exit 2') };
    expect((await run({ args: ['P', '--no-hooks'], hooks, script: [say('ok')] })).code).toBe(0);
    expect(ran()).toBe(false);
  });

  test('problems of settings and rules are told in every format', async () => {
    for (const format of ['text', 'json', 'stream-json']) {
      const { stdout, stderr } = await print({
        args: ['P', '--output-format', format, '--disallowed-tools', 'Bash(rm'],
        hooks: { Stopp: hook('true') },
        script: [say('ok')],
      });
      const told = format === 'text' ? stderr : stdout;
      expect(told).toContain('Stopp');
      expect(told).toContain('Bash(rm');
    }
  });
});

describe('permissions', () => {
  const rows: [string[], boolean][] = [
    [[], false],
    [['--allowed-tools', 'Bash(touch *),Read'], true],
    [['--allowed-tools', 'Bash(git *)'], false],
    [['--permission-mode', 'bypassPermissions'], true],
    [['--permission-mode', 'bypassPermissions', '--disallowed-tools', 'Bash(touch *)'], false],
    [['--permission-mode', 'plan', '--allowed-tools', 'Bash'], false],
    [['--permission-mode', 'dontAsk', '--allowed-tools', 'Bash'], true],
  ];
  test.each(rows)('%j', async (args, expected) => {
    const { ran, code, server } = await print({ args: ['P', ...args], script: [touch, say('ok')] });
    expect({ code, ran: ran() }).toEqual({ code: 0, ran: expected });
    expect(server.faults).toEqual([]);
  });

  test.each<readonly [string, string[], boolean]>([
    ['echo 111111 | tr 1 3 | cat', [], true],
    ['echo 111111 | tr 1 3 | cat', ['--permission-mode', 'plan'], true],
    ['echo 111111 | tr 1 3 | cat', ['--disallowed-tools', 'Bash(cat *)'], false],
    ['echo 111111 | tr 1 3 > ran', [], false],
    ['echo 111111 | tr 1 3; ls /etc', ['--permission-mode', 'plan'], false],
  ])('a command that only reads runs unasked: %s %j', async (command, args, runs) => {
    const script = [call('Bash', { command }), say('ok')];
    const { code, ran, server } = await print({ args: ['P', ...args], script });
    expect({ code, ran: ran() }).toEqual({ code: 0, ran: false });
    expect(JSON.stringify(server.requests.at(-1)?.body).includes('333333')).toBe(runs);
    expect(server.faults).toEqual([]);
  });

  const rules = ['--allowed-tools', 'Bash(find *)', '--disallowed-tools', 'Bash(curl *)'];

  test('what cannot be read is refused by its part: in other words for you and for the agent', async () => {
    const script = [call('Bash', { command: '$CMD ran' }), say('ok')];
    const { code, stderr, server } = await print({ args: ['P', ...rules], script });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr:
        'info: Bash did not run: cannot tell what `$CMD` does (which program it is shows only when it runs); the deny rule Bash(curl *) might apply, and there was nobody to ask.\n',
    });
    const sent = JSON.stringify(server.requests.at(-1)?.body);
    expect(sent).toContain('Wave cannot tell what `$CMD` does');
    expect(sent).toContain('Write that part out');
    expect(sent).not.toContain('curl');
    expect(server.faults).toEqual([]);
  });

  test('what an unrelated rule has nothing to do with runs', async () => {
    const command = 'find $HOME -maxdepth 0 -name "$NONE" -o -maxdepth 0 -print';
    const script = [call('Bash', { command }), say('ok')];
    const { stderr, server, where } = await print({ args: ['P', ...rules], script });
    expect(stderr).toBe('');
    expect(JSON.stringify(server.requests.at(-1)?.body)).toContain(where.home);
  });
});

describe('--continue', () => {
  test('goes on with the last session: same id, same conversation', async () => {
    const { run, server } = await open();
    const json = ['--output-format', 'json'];
    const first = JSON.parse(
      (await run({ args: ['FIRST', ...json], script: [say('ANSWER1')] })).stdout,
    );
    const second = await run({ args: ['SECOND', '--continue', ...json], script: [say('ok')] });
    expect(JSON.parse(second.stdout).session_id).toBe(first.session_id);
    const sent = JSON.stringify(server.requests[1]?.body);
    for (const text of ['FIRST', 'ANSWER1', 'SECOND']) expect(sent).toContain(text);
  });

  test('is not led astray by a start that was refused or a prompt that was blocked', async () => {
    const { where, run, server } = await open();
    await run({ args: ['FIRST'], script: [say('ok')] });
    const settings = where.write('project/.wave/settings.json', { hooks: { Stop: hook('true') } });
    expect((await run({})).code).toBe(1);
    where.write('project/.wave/settings.json', {});
    expect(existsSync(settings)).toBe(true);
    expect((await run({ hooks: { UserPromptSubmit: hook('exit 2') } })).code).toBe(2);
    await run({ args: ['LAST', '-c'], script: [say('ok')] });
    expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('FIRST');
  });

  test('without a session says so and begins one', async () => {
    const { code, stderr } = await print({ args: ['P', '--continue'], script: [say('ok')] });
    expect(code).toBe(0);
    expect(stderr).toContain('No session to resume');
  });
});

describe('the hook log', () => {
  test('holds every run of a turn, and wave hooks log shows it', async () => {
    const { where, run } = await open();
    const hooks = {
      UserPromptSubmit: hook('true'),
      PreToolUse: hook('echo NO >&2; exit 2'),
      Stop: hook('exit 3'),
    };
    await run({ hooks, script: [touch, say('ok')] });
    const { stdout } = await wave(['hooks', 'log', '--json'], where);
    expect(linesOf(stdout).map(({ event, decision }) => [event, decision])).toEqual([
      ['UserPromptSubmit', 'none'],
      ['PreToolUse', 'block'],
      ['Stop', 'none'],
    ]);
  });
});

/** What is only waiting to be reaped does not run. */
function isRunning(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.[0] !== 'Z';
  } catch {
    return false;
  }
}

test('a try that failed is one short line on stderr, and a notice in JSON', async () => {
  const where = place();
  const server = await startWire();
  onTestFinished(() => server.close());
  const busy = fail(529, { message: 'Overloaded', headers: { 'retry-after': '0' } });
  const env = server.env('anthropic');
  server.script(busy, say('ok'), busy, say('ok'));
  const text = 'The model did not answer: 529: Overloaded. Trying again in 1 s (try 2 of 6).';
  expect(await wave(['-p', 'P'], where, { env })).toEqual({
    code: 0,
    stdout: 'ok\n',
    stderr: `info: ${text}\n`,
  });
  const { stdout } = await wave(['-p', 'P', '--output-format', 'json'], where, { env });
  expect(JSON.parse(stdout).notices).toEqual([{ tone: 'info', text }]);
});
