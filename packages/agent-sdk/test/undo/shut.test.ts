import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bundled } from '../../../../test/bundled.ts';
import { tempDir } from '../talk.ts';
import { treeOf } from './sequences.ts';

const AGENT = bundled(join(import.meta.dirname, 'shut.ts'));

/** Root may write everywhere: then somebody else is the user. */
const NOBODY = 65_534;
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

test.each([
  ['a file that went', 'chmod 755 shut; rm shut/a; chmod 555 shut'],
  ['a file that came', 'chmod 755 shut; echo new > shut/n; chmod 555 shut'],
  ['another content', 'chmod 755 shut; echo new > shut/a; chmod 555 shut'],
  ['a link that came', 'chmod 755 shut; ln -s a shut/l; chmod 555 shut'],
  ['a directory that came, shut itself', 'mkdir -p n/m; echo new > n/m/f; chmod 555 n/m n'],
  ['a directory that went', 'chmod 755 shut shut/in; rm -r shut/in; chmod 555 shut'],
])('in a directory that may not be written to: %s', (_, command) => {
  const [dir, home] = [tempDir(), tempDir()];
  for (const [name, mode] of [
    ['shut', 0o755],
    ['shut/in', 0o755],
  ] as const)
    mkdirSync(join(dir, name), { mode });
  for (const name of ['shut/a', 'shut/in/b']) writeFileSync(join(dir, name), name);
  for (const name of ['shut/in', 'shut']) chmodSync(join(dir, name), 0o555);
  if (user.uid !== undefined) execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, dir, home]);
  onTestFinished(() => void execFileSync('chmod', ['-R', 'u+rwx', dir]));
  const before = treeOf(dir);
  const out = execFileSync(process.execPath, ['--no-warnings', AGENT, dir, home, command], {
    encoding: 'utf8',
    env: { ...process.env, HOME: home },
    ...user,
  });
  expect(JSON.parse(out)).toEqual({ rewound: true, skipped: [] });
  expect(treeOf(dir)).toEqual(before);
});
