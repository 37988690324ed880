import '../../../test/built.ts';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { everyVerb } from '../../../scripts/ways-in/every-verb.ts';
import manifest from '../package.json' with { type: 'json' };

interface Packed {
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

const dir = fileURLToPath(new URL('..', import.meta.url));
const root = join(dir, '../..');

/** The reader of shell commands, which only those load who import it. */
const isShell = (path: string) => /^dist\/shell[./]/.test(path);

/** Ten of them are the inputs of sixteen events beyond the first four, as types with their comments. */
test('what is published is small, what a hook loads most of all, and holds what is needed', () => {
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json'], { cwd: dir });
  const report = JSON.parse(String(stdout));
  const [{ files }] = (Array.isArray(report) ? report : Object.values(report)) as [Packed];
  const paths = files.map(({ path }) => path);
  const sizeOf = (list: Packed['files']) => list.reduce((sum, { size }) => sum + size, 0);
  // The licence is a text of its own, the same in every package.
  const own = files.filter(({ path }) => !isShell(path) && path !== 'LICENSE');
  expect(sizeOf(own)).toBeLessThan(75_000);
  // Every agent is one file: what the guard must know of it comes along.
  expect(sizeOf(files.filter(({ path }) => path === 'dist/index.js'))).toBeLessThan(36_000);
  // Most of it is the table of programs, without which a guard does not see what stands in their options.
  expect(sizeOf(files.filter(({ path }) => isShell(path)))).toBeLessThan(130_000);
  expect(paths).toEqual(
    expect.arrayContaining([
      'dist/index.js',
      'dist/index.d.ts',
      'dist/testing.js',
      'package.json',
      'LICENSE',
      'dist/shell.js',
      'dist/shell/index.d.ts',
    ]),
  );
  expect(paths.filter((path) => /test|tsbuildinfo/.test(path) && !/testing/.test(path))).toEqual(
    [],
  );
});

test('nothing is installed with it', () => {
  expect(Object.keys(manifest)).not.toContain('dependencies');
  expect(manifest.peerDependenciesMeta['@wavehooks/hooks'].optional).toBe(true);
});

test('its types hold by themselves, however strictly they are checked', () => {
  const project = mkdtempSync(join(tmpdir(), 'wave-kit-'));
  onTestFinished(() => rmSync(project, { recursive: true, force: true }));
  mkdirSync(join(project, 'node_modules/@types'), { recursive: true });
  mkdirSync(join(project, 'node_modules/@wavehooks'));
  symlinkSync(dir, join(project, 'node_modules/@wavehooks/hook-kit'));
  symlinkSync(join(root, 'node_modules/@types/node'), join(project, 'node_modules/@types/node'));
  const hook = join(project, 'hook.ts');
  writeFileSync(
    hook,
    `import { defineHook, deny } from '@wavehooks/hook-kit';
import { commandsIn } from '@wavehooks/hook-kit/shell';
export const hook = defineHook('PreToolUse', (input) => {
  if (input.tool_name !== 'Bash') return;
  const { commands } = commandsIn(input.tool_input.command);
  // @ts-expect-error a program may be unknown
  commands.map(({ program }) => program.length);
  if (commands.some(({ program }) => program === 'dd')) return deny('no');
});
// @ts-expect-error Stop takes no deny
export const wrong = defineHook('Stop', () => deny('no'));
`,
  );
  // `npm run ways-in -- typescript` has every compiler read this.
  const verbs = join(project, 'verbs.ts');
  writeFileSync(verbs, everyVerb());
  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--types', 'node'];
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), [...flags, hook, verbs], {
    cwd: project,
  });
  expect(String(stdout)).toBe('');
});
