import '../../../test/built.ts';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { place, WAVE } from './helpers.ts';

/** Runs the command as if another Node, or another system, had started it. */
function runAs(change: string) {
  const { write } = place();
  const preload = write('preload.cjs', change);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['-r', preload, WAVE, '--version'],
    {
      encoding: 'utf8',
    },
  );
  return { status, stdout, stderr };
}

test.each(['0.10.48', '8.17.0', '20.20.2', '22.11.0'])('Node %s is told what to do', (version) => {
  const change = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`;
  expect(runAs(change)).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(
      new RegExp(`needs Node 22.12 or newer; this is Node ${version}[\\s\\S]*npm start`),
    ),
  });
});

test('on Windows WSL is named', () => {
  const change = "Object.defineProperty(process, 'platform', { value: 'win32' });";
  expect(runAs(change)).toEqual({ status: 1, stdout: '', stderr: expect.stringContaining('WSL') });
});

test('what is read before the check is a language that an old Node knows', () => {
  const text = readFileSync(WAVE, 'utf8').replace(/\/\/.*$/gm, '');
  for (const newer of [
    /=>/,
    /`/,
    /\b(const|let|class|async|await|import)\b/,
    /\?\./,
    /\?\?/,
    /\.\.\.[a-z]/,
    /,\s*\)/,
  ])
    expect(text).not.toMatch(newer);
});
