import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { cleanEnvironment } from '../../src/environment/environment.ts';
import { type Companion, startCompanion } from '../../src/running/companion.ts';

const sh = (command: string) =>
  startCompanion({ file: '/bin/sh', args: ['-c', command], cwd: '/', env: process.env });

async function started(command: string): Promise<Companion> {
  const program = await sh(command);
  if (typeof program === 'string') throw new Error(program);
  return program;
}

function alive(pgid: number): string[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pgid=,stat='], { encoding: 'utf8' });
  const lines = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  return lines.filter(([group, stat]) => Number(group) === pgid && !stat?.startsWith('Z')).flat();
}

test('it is talked to until its input ends', async () => {
  const program = await started('cat; exit 5');
  program.stdin.write('hello');
  const [heard] = await once(program.stdout, 'data');
  expect(String(heard)).toBe('hello');
  await program.end();
  expect(await program.exited).toEqual({ is: 'exit', code: 5 });
});

describe('its end is the end of all it started', () => {
  const rows: [string, string][] = [
    ['one that hears', 'sleep 600 & echo up; cat'],
    ['one that does not', 'trap "" TERM; sleep 600 & echo up; while :; do sleep 1; done'],
  ];
  test.each(rows)('%s', async (_, command) => {
    const program = await started(command);
    await once(program.stdout, 'data');
    await Promise.all([program.end(), program.end()]);
    expect(alive(program.pid)).toEqual([]);
  });

  test('one that leaves by itself', async () => {
    const program = await started('sleep 600 & echo last words >&2; exit 1');
    const words: string[] = [];
    program.stderr.on('data', (chunk) => words.push(String(chunk)));
    expect(await program.exited).toEqual({ is: 'exit', code: 1 });
    await program.end();
    expect(words.join('')).toBe('last words\n');
    expect(alive(program.pid)).toEqual([]);
  });
});

test('what cannot be started is a text', async () => {
  const spec = { args: [], env: {} };
  expect(await startCompanion({ ...spec, file: '/no/such', cwd: '/' })).toContain('ENOENT');
  expect(await startCompanion({ ...spec, file: '/bin/sh', cwd: '/no/such' })).toContain('ENOENT');
  expect(await startCompanion({ ...spec, file: 'a\0b', cwd: '/' })).toContain('null bytes');
});

test('its environment: what programs need, how the network is reached, and no keys', () => {
  const usual = { PATH: '/bin', HOME: '/h', LANG: 'C', https_proxy: 'p', NODE_EXTRA_CA_CERTS: 'c' };
  const secret = { ANTHROPIC_API_KEY: 'k', GITHUB_TOKEN: 't', NODE_OPTIONS: '--require x' };
  expect(cleanEnvironment({ ...usual, ...secret }, '/p')).toEqual({
    ...usual,
    WAVE_PROJECT_DIR: '/p',
    CLAUDE_PROJECT_DIR: '/p',
  });
});
