import { spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createEngine } from '@wavehooks/hooks';
import { expect, test } from 'vitest';
import { tryHook } from '../src/testing/index.ts';
import { importing, quote, run, tempDir } from './helpers.ts';

const NPM = { tool: 'Bash', input: { command: 'npm i' } };
const EVENT = JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: {} });
const WAVE = { WAVE_PROJECT_DIR: '/project' };
const GUARD = importing(`export const hook = defineHook('PreToolUse', () => deny('no'));`);

/** A directory with these files. */
function files(texts: Record<string, string>): string {
  const dir = tempDir();
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  return dir;
}

const node = (dir: string, name: string) => `${quote(process.execPath)} ${quote(join(dir, name))}`;

const MODULE = '{"type":"module"}';
test.each([
  ['g', { 'package.json': MODULE, 'g.js': GUARD }],
  ['g', { 'package.json': MODULE, 'g.js': GUARD, 'g/other.txt': '' }],
  ['guard', { 'package.json': MODULE, 'guard/index.js': GUARD }],
  ['guard/', { 'package.json': MODULE, 'guard/index.js': GUARD }],
  ['guard', { 'guard/package.json': '{"main":"./lib/it.mjs"}', 'guard/lib/it.mjs': GUARD }],
  ['.', { 'package.json': MODULE, 'index.js': GUARD }],
])('started as %s, whatever Node takes that for, it runs', async (name, texts) => {
  expect((await tryHook(node(files(texts), name), NPM)).decision).toBe('block');
});

test('so it does behind a link, of the file and of its directory', async () => {
  const dir = files({ 'package.json': MODULE, 'guard/index.js': GUARD });
  symlinkSync(join(dir, 'guard'), join(dir, 'linked'));
  symlinkSync(join(dir, 'guard/index.js'), join(dir, 'it.mjs'));
  for (const name of ['linked', 'linked/index', 'it.mjs'])
    expect((await tryHook(node(dir, name), NPM)).decision).toBe('block');
});

const factory = (options: string) => ({
  'lib.mjs': importing(
    `export const guard = () => defineHook('PreToolUse', () => deny('no'), ${options});`,
  ),
  'wrapped.mjs': `import { guard } from './lib.mjs'; export const hook = guard();`,
});

test('tests and what answers by itself may import what they need of a hook', async () => {
  const dir = files({
    'guard.mjs': importing(
      `export const isBad = () => true;\nexport const hook = defineHook('PreToolUse', () => deny('no'), { failClosed: true });`,
    ),
    'guard.test.mjs': `import { test } from 'node:test'; import { isBad } from './guard.mjs'; test('it', () => isBad());`,
    'own.mjs': `import { isBad } from './guard.mjs'; if (isBad()) console.log('{"decision":"block","reason":"own"}');`,
  });
  const tested = await tryHook(node(dir, 'guard.test.mjs'), NPM);
  expect([tested.decision, tested.outcome]).toEqual(['none', { is: 'exit', code: 0 }]);
  const own = await tryHook(node(dir, 'own.mjs'), NPM);
  expect([own.decision, own.outcome]).toEqual(['block', { is: 'exit', code: 0 }]);
});

test('a factory in another file: an event that nobody answers is told; failClosed blocks', async () => {
  const dir = files(factory('{}'));
  const open = await tryHook(node(dir, 'wrapped.mjs'), NPM);
  expect([open.decision, open.outcome]).toEqual(['none', { is: 'exit', code: 1 }]);
  const [text = ''] = open.verdict.toUser.map((one) => one.text);
  for (const said of [
    `PreToolUse in ${dir}/lib.mjs`,
    `Node was started with ${dir}/wrapped.mjs`,
    '{ main: true }',
  ])
    expect(text).toContain(said);
  const closed = await tryHook(node(files(factory('{ failClosed: true }')), 'wrapped.mjs'), NPM);
  expect([closed.decision, closed.outcome]).toEqual(['block', { is: 'exit', code: 2 }]);
  const forced = await tryHook(node(files(factory('{ main: true }')), 'wrapped.mjs'), NPM);
  expect([forced.decision, forced.outcome]).toEqual(['block', { is: 'exit', code: 0 }]);
});

test('so is it where hooks are only imported, also through a pipe and when the program exits by itself', async () => {
  const dir = files({
    'a.mjs': GUARD,
    'b.mjs': importing(`defineHook('Stop', () => {}, { failClosed: true });`),
    'all.mjs': `import './a.mjs'; import './b.mjs'; process.exit(0);`,
  });
  for (const env of [WAVE, { CLAUDE_PROJECT_DIR: '/project' }])
    expect(await run(join(dir, 'all.mjs'), EVENT, env)).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(`PreToolUse in ${dir}/a.mjs, Stop in ${dir}/b.mjs`),
    });
});

test('a worker that does not answer says why', async () => {
  const dir = files(factory('{}'));
  const stdin = `{"id":"1","input":${EVENT}}\n`;
  const env = { ...WAVE, WAVE_HOOK_WORKER: '1' };
  const { code, stderr } = await run(join(dir, 'wrapped.mjs'), stdin, env);
  expect([code, stderr]).toEqual([1, expect.stringContaining('{ main: true }')]);
});

test.each([
  ['nothing on stdin', '', `import './guard.mjs';`],
  ['something else on stdin', '{"a":1}\n', `import './guard.mjs';`],
  [
    'an event that the program reads',
    EVENT,
    `import './guard.mjs'; import { readFileSync } from 'node:fs'; readFileSync(0);`,
  ],
  ['a hook that is called', EVENT, `import { hook } from './guard.mjs'; await hook.run(${EVENT});`],
  ['a hook that is a function only', EVENT, `import './function.mjs';`],
  [
    'a thread that imports it',
    EVENT,
    `import { Worker } from 'node:worker_threads'; new Worker(new URL('./thread.mjs', import.meta.url));`,
  ],
  ['no agent around it', EVENT, `import './guard.mjs';`, {}],
] as const)(
  'a program that imports a hook is left alone: %s',
  async (_, stdin, body, env = WAVE) => {
    const dir = files({
      'guard.mjs': GUARD,
      'function.mjs': GUARD.replace(`deny('no'))`, `deny('no'), { main: false })`),
      'thread.mjs': `import './guard.mjs';`,
      'program.mjs': body,
    });
    expect(await run(join(dir, 'program.mjs'), stdin, env)).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  },
);

test('a code of its own, and a hook that runs beside it, are left alone', async () => {
  const dir = files({
    'guard.mjs': GUARD,
    'three.mjs': `import './guard.mjs'; process.exit(3);`,
    'own.mjs': `import './guard.mjs'; ${importing(`defineHook('PreToolUse', () => {});`)}`,
  });
  expect(await run(join(dir, 'three.mjs'), EVENT, WAVE)).toMatchObject({ code: 3, stderr: '' });
  expect(await run(join(dir, 'own.mjs'), EVENT, WAVE)).toEqual({
    code: 0,
    stdout: '{}\n',
    stderr: '',
  });
});

test('a stdin that stays open and silent does not hold the end', async () => {
  const dir = files({ 'guard.mjs': GUARD, 'program.mjs': `import './guard.mjs';` });
  const child = spawn(process.execPath, [join(dir, 'program.mjs')], {
    env: { ...process.env, ...WAVE },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const code = await new Promise((resolve) => child.on('exit', resolve));
  child.stdin.destroy();
  expect(code).toBe(0);
});

test('tests that are a hook themselves may import hooks', async () => {
  const dir = files({
    'guard.mjs': GUARD,
    'one.test.mjs': `import { test } from 'node:test'; import './guard.mjs'; test('x', () => {});`,
  });
  const command = `${quote(process.execPath)} --test ${quote(join(dir, 'one.test.mjs'))}`;
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const engine = await createEngine({
    hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] },
    env,
  });
  const { runs } = await engine.fire({ hook_event_name: 'Stop' });
  await engine.close();
  expect(runs.map(({ outcome }) => outcome)).toEqual([{ is: 'exit', code: 0 }]);
});
