import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decidePermission, type Permission } from '../../../src/permissions/decide.ts';
import { permissionFacts } from '../../../src/permissions/facts/facts.ts';
import type { PermissionMode, Rules } from '../../../src/permissions/rules/rule.ts';
import type { Place } from '../../../src/vocabulary/tool.ts';
import { tempDir, toolNamed } from '../../tools/helpers.ts';

/** An environment in which nothing steers a program. */
export const PLAIN_ENV = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/nonexistent', LANG: 'C' };

const FILES: Readonly<Record<string, string>> = {
  'README.md': '# start\nfoo: bar\n1 2 3\nend\n',
  'package.json': '{"name":"x","version":"1.0.0","scripts":{"test":"true"},"dependencies":{}}\n',
  'app.log': 'one\ntwo\n',
  list: '/etc/passwd\n',
  'docs/a file.md': 'text\n',
  'src/index.ts': 'export const foo = 1; // TODO\n',
  'src/util.ts': 'export const bar = 2;\n',
  'test/x.test.ts': 'foo\n',
};

/** A project with files, links that lead out of it, and a repository. */
export function makeProject(): { readonly dir: string; readonly outside: string } {
  const outside = tempDir();
  writeFileSync(join(outside, 'x'), 'secret\n');
  const dir = join(tempDir(), 'project');
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(join(dir, name, '..'), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  git(dir, 'init', '-q', '-b', 'main');
  git(dir, 'config', 'user.name', 'me');
  git(dir, 'config', 'user.email', 'me@localhost');
  git(dir, 'add', '.');
  git(dir, 'commit', '-qm', 'one');
  symlinkSync(outside, join(dir, 'out'));
  symlinkSync(join(outside, 'x'), join(dir, 'link'));
  symlinkSync('.', join(dir, 'self'));
  return { dir, outside };
}

export const git = (dir: string, ...args: readonly string[]): string =>
  execFileSync('git', args, {
    cwd: dir,
    env: { ...PLAIN_ENV, GIT_CONFIG_NOSYSTEM: '1' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

export interface Case {
  readonly mode?: PermissionMode;
  readonly rules?: Partial<Rules>;
  readonly env?: Place['env'];
  readonly cwd?: string;
  readonly background?: boolean;
  /** Whether there is a sandbox for commands that only read; there is one where nothing is said. */
  readonly isolates?: boolean;
}

/** What the table says of a command in a project. */
export const decisionIn =
  (projectDir: string) =>
  (
    command: string,
    { mode = 'default', rules = {}, env = PLAIN_ENV, cwd, background, isolates = true }: Case = {},
  ): Permission =>
    decidePermission(
      permissionFacts({
        tool: toolNamed('Bash'),
        input: { command, ...(background ? { run_in_background: true } : {}) },
        place: { projectDir, cwd: cwd ?? projectDir, env },
        rules: { allow: [], ask: [], deny: [], ...rules },
        mode,
        verdict: 'none',
        canAsk: true,
        isolates: () => isolates,
      }),
    );
