import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

function place(): string {
  const dir = mkdtempSync(join(tmpdir(), "wave's global-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

function global(args: readonly string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'scripts/global.mjs'), ...args],
    { encoding: 'utf8', cwd: root, env: { ...process.env, ...env } },
  );
  return { status, stdout, stderr };
}

test('puts wave and ccc into the folder of npm, where they run from anywhere, and takes them off', () => {
  const prefix = place();
  const elsewhere = place();
  const bin = join(prefix, 'bin');
  const env = { npm_config_prefix: prefix, PATH: `${bin}:${process.env['PATH']}` };
  expect(global([], env)).toMatchObject({ status: 0, stderr: expect.not.stringContaining('left') });
  expect(readdirSync(bin).sort()).toEqual(['ccc', 'wave', 'wave-guard']);
  for (const name of ['wave', 'ccc']) {
    const { stdout } = spawnSync(name, ['--version'], {
      encoding: 'utf8',
      cwd: elsewhere,
      env: { ...process.env, ...env, HOME: elsewhere },
    });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  }
  // Once more changes nothing, and off is off.
  expect(global([], env).status).toBe(0);
  expect(global(['--remove'], env).status).toBe(0);
  expect(readdirSync(bin)).toEqual([]);
  expect(global(['--remove'], env)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('is not there'),
  });
});

test('says which folder is not on the PATH, and to root where it writes', () => {
  const bin = place();
  const { stdout } = global(['--to', bin]);
  expect(stdout).toContain(`${bin} is not on your PATH`);
  expect(stdout.includes(`the commands go to ${bin}, for everybody`)).toBe(
    process.getuid?.() === 0,
  );
  expect(existsSync(join(bin, 'wave'))).toBe(true);
});

test.each(['put', 'take'])('leaves what is not ours: %s', (how) => {
  const bin = place();
  writeFileSync(join(bin, 'wave'), '#!/bin/sh\necho mine\n');
  symlinkSync('/nowhere/at/all', join(bin, 'ccc'));
  const { status, stderr } = global(['--to', bin, ...(how === 'take' ? ['--remove'] : [])]);
  expect(status).toBe(1);
  expect(stderr.match(/not ours: left as it is/g)).toHaveLength(2);
  expect(readFileSync(join(bin, 'wave'), 'utf8')).toBe('#!/bin/sh\necho mine\n');
});

test('a folder that cannot be written is said, with a way out', () => {
  const dir = place();
  writeFileSync(join(dir, 'file'), '');
  const { status, stderr } = global(['--to', join(dir, 'file', 'bin')]);
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining('npm run global -- --to ~/.local/bin'),
  ]);
});
