import { expect, test } from 'vitest';
import { hookFile, run } from './helpers.ts';

const EVENT = {
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'npm i', timeout: 30 },
};
const STDIN = JSON.stringify(EVENT);
const WAVE = { WAVE_PROJECT_DIR: '/project' };

test('one JSON document, exit 0; helpers may stand below the call', async () => {
  const file = hookFile(`
    export const hook = defineHook('PreToolUse', ({ tool_input }) =>
      ask('pnpm is used here', rewrite({ command: fixed(tool_input.command) }), warn('changed')));
    const fixed = (command) => command.replace('npm', 'pnpm');`);
  const { code, stdout, stderr } = await run(file, STDIN, WAVE);
  expect([code, stderr, JSON.parse(stdout)]).toEqual([
    0,
    '',
    {
      systemMessage: 'changed',
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'ask',
        permissionDecisionReason: 'pnpm is used here',
        updatedInput: { command: 'pnpm i' },
      },
    },
  ]);
});

test('without Wave around it, the whole merged input is written', async () => {
  const file = hookFile(`defineHook('PreToolUse', () => rewrite({ command: 'ls' }));`);
  const { stdout } = await run(file, STDIN);
  expect(JSON.parse(stdout).hookSpecificOutput.updatedInput).toEqual({
    command: 'ls',
    timeout: 30,
  });
});

test('no objection is an empty answer', async () => {
  const { code, stdout } = await run(hookFile(`defineHook('Stop', () => {});`), '{}');
  expect([code, stdout]).toEqual([0, '{}\n']);
});

test('a byte order mark is no error', async () => {
  const file = hookFile(`defineHook('PreToolUse', () => deny('no'));`);
  const { code, stdout } = await run(file, `\uFEFF${STDIN}`);
  expect([code, JSON.parse(stdout).hookSpecificOutput.permissionDecision]).toEqual([0, 'deny']);
});

test('what is logged does not spoil the answer', async () => {
  const file = hookFile(
    `defineHook('PreToolUse', () => { console.log('seen'); console.info(1); process.stdout.write('direct\\n'); return deny('no'); });`,
  );
  const { stdout, stderr } = await run(file, STDIN);
  expect([JSON.parse(stdout).hookSpecificOutput.permissionDecision, stderr]).toEqual([
    'deny',
    'seen\n1\ndirect\n',
  ]);
});

test('a large event and a large answer arrive whole', async () => {
  const file = hookFile(
    `defineHook('UserPromptSubmit', ({ prompt }) => context(prompt.toUpperCase()));`,
  );
  const prompt = 'ä'.repeat(700_000);
  const { stdout } = await run(file, JSON.stringify({ prompt }));
  expect(JSON.parse(stdout).hookSpecificOutput.additionalContext).toBe('Ä'.repeat(700_000));
});

test('a timer that is left does not hold the process', async () => {
  const file = hookFile(`defineHook('Stop', () => { setTimeout(() => {}, 60_000); });`);
  const began = Date.now();
  expect((await run(file, '{}')).code).toBe(0);
  expect(Date.now() - began).toBeLessThan(10_000);
});

const BREAKS: { name: string; body?: string; stdin?: string; says: RegExp }[] = [
  { name: 'an empty stdin', stdin: ' \n', says: /stdin: expected the event's JSON, got nothing/ },
  { name: 'broken JSON', stdin: '{"a":', says: /stdin: not valid JSON: / },
  { name: 'a list', stdin: '[1]', says: /stdin: expected a JSON object, got \[1\]/ },
  {
    name: 'an event of another kind',
    stdin: '{"hook_event_name":"Stop"}',
    says: /this hook is for PreToolUse, but the input is for "Stop"/,
  },
  { name: 'a handler that throws', body: `throw new Error('boom');`, says: /hook failed: boom/ },
  { name: 'a handler that rejects', body: 'return Promise.reject("odd")', says: /failed: odd/ },
  {
    name: 'a fault outside of the handler',
    body: 'return new Promise(() => setTimeout(() => { throw new Error("late") }))',
    says: /hook failed: late/,
  },
  {
    name: 'a handler that never answers',
    body: 'return new Promise(() => {})',
    says: /the process ended before the handler answered/,
  },
  ...[
    [`{ decision: 'block' }`, /returned an object \{"decision":"block"\}, which is not an answer/],
    [`({ verbs: [], parts: [{ is: 'refuse' }] })`, /returned an object .* which is not an answer/],
    [`[deny('no')]`, /returned an array \[.*\], which is not an answer/],
    ['deny', /returned a function \(was it not called\?\), which is not an answer/],
    [
      `'deny'`,
      /returned "deny", which is not an answer: return nothing, or the result of deny\(\)/,
    ],
    ['false', /returned false, which is not an answer/],
    ['10n', /returned 10, which is not an answer/],
    [
      'rewrite({ timeout: NaN })',
      /"rewrite\.timeout": expected a value that JSON keeps .*, got NaN/,
    ],
    ['ask("x", rewrite({ a: [-0] }))', /"rewrite\.a\[0\]": expected .*, got -0/],
    ['rewrite("ls")', /rewrite: expected an object, got "ls"/],
  ].map(([value, says]) => ({
    name: `an answer that is none, ${value}`,
    body: `return ${value}`,
    says: says as RegExp,
  })),
];

test.each(BREAKS)('$name: exit 1 and why; exit 2 when it fails closed', async (one) => {
  const handler = `() => { ${one.body ?? ''} }`;
  const open = await run(hookFile(`defineHook('PreToolUse', ${handler});`), one.stdin ?? STDIN);
  expect(open).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(one.says) });
  const options = '{ failClosed: true }';
  const closed = await run(
    hookFile(`defineHook('PreToolUse', ${handler}, ${options});`),
    one.stdin ?? STDIN,
  );
  expect(closed).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(one.says) });
});

test('an exit code of its own is left alone', async () => {
  const file = hookFile(`defineHook('PreToolUse', () => process.exit(3));`);
  expect(await run(file, STDIN)).toEqual({ code: 3, stdout: '', stderr: '' });
});

test('imported, it is not run; main: true runs it all the same', async () => {
  const hook = hookFile(`export const hook = defineHook('PreToolUse', () => deny('no'));`);
  const importer = hookFile(
    `import { hook } from '${hook}'; console.log(hook.type, (await hook.run(${STDIN})).hookSpecificOutput.permissionDecision);`,
  );
  expect((await run(importer, '')).stdout).toBe('function deny\n');
  const forced = hookFile(`defineHook('Stop', () => block('go on'), { main: true });`);
  const starter = hookFile(`import '${forced}';`);
  expect(JSON.parse((await run(starter, '{}')).stdout).decision).toBe('block');
});

test('null and undefined are nothing to say', async () => {
  for (const value of ['null', 'undefined', 'Promise.resolve()'])
    expect(await run(hookFile(`defineHook('PreToolUse', () => ${value});`), STDIN)).toEqual({
      code: 0,
      stdout: '{}\n',
      stderr: '',
    });
});
