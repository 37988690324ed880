import '../../../test/built.ts';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { call, say } from '../../agent-sdk/test/wire/reply.ts';
import { startWire } from '../../agent-sdk/test/wire/server.ts';
import { type Place, place, type Result, WAVE, wave } from './helpers.ts';

/** In blocks of 512 bytes, or of 1024 where the shell counts so. */
const BLOCKS = 8;

/** Runs `wave` where no file may grow past a few kilobytes: the system refuses writes as on a full disk. */
function waveOnFullDisk(args: string[], { home, project }: Place, env: Record<string, string>) {
  const script = `ulimit -f ${BLOCKS}; exec "$0" "$@"`;
  const child = spawn('/bin/sh', ['-c', script, process.execPath, WAVE, ...args], {
    cwd: project,
    // The cache of compiled code would not fit either, and is not what this is about.
    env: { ...process.env, HOME: home, NO_COLOR: '1', NODE_DISABLE_COMPILE_CACHE: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const result: Result = { code: null, stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      result[name] += text;
    });
  return new Promise<Result>((resolve) => {
    child.on('close', (code) => resolve({ ...result, code }));
  });
}

function sessionFile({ home }: Place): string {
  const dir = join(home, '.wave/projects');
  const [file] = readdirSync(dir, { recursive: true }).filter((name) =>
    /jsonl$/.test(String(name)),
  );
  return join(dir, String(file));
}

test('a disk that is full in the middle of a session: told once, the turn goes on, the rest is kept', async () => {
  const where = place();
  const server = await startWire();
  onTestFinished(() => server.close());
  const env = server.env('anthropic');
  const long = `LONG ${'x'.repeat(20_000)}`;
  server.script(
    { blocks: [{ text: long }, { call: 'Bash', input: { command: 'echo RESULT' }, id: 'a' }] },
    call('Write', { file_path: join(where.project, 'big'), content: long }, 'b'),
    say('ENDOFTURN'),
  );
  const mode = ['--permission-mode', 'bypassPermissions'];
  const full = await waveOnFullDisk(['-p', 'FIRSTPROMPT', ...mode], where, env);
  expect(full).toMatchObject({ code: 0, stdout: 'ENDOFTURN\n' });
  const told = full.stderr.match(/session could not be written to its file: EFBIG/g);
  expect([told?.length, full.stderr.trim().split('\n').length]).toEqual([1, 1]);
  // The tool met the same disk, and the model heard of it.
  const results = JSON.stringify(server.requests.at(-1)?.body.messages);
  expect(results).toMatch(/RESULT.*EFBIG/s);
  expect(server.faults).toEqual([]);

  expect(readFileSync(sessionFile(where), 'utf8')).toContain('FIRSTPROMPT');
  expect(statSync(sessionFile(where)).size).toBeLessThanOrEqual(BLOCKS * 1024);
  server.script(say('AGAIN'));
  const next = await wave(['-p', 'NEXTPROMPT', '--continue', ...mode], where, { env });
  expect(next).toMatchObject({ code: 0, stdout: 'AGAIN\n' });
  expect(next.stderr).toMatch(/was damaged/);
  expect(JSON.stringify(server.requests.at(-1)?.body.messages)).toMatch(/FIRSTPROMPT.*NEXTPROMPT/s);
  expect(server.faults).toEqual([]);
});

test('a home where no session can be kept: told once, and the turn goes on', async () => {
  const where = place();
  const file = where.write('home/.wave/projects', 'in the way of the directory');
  const args = ['-p', 'run echo RAN', '--model', 'practice', '--allowed-tools', 'Bash'];
  const { code, stdout, stderr } = await wave(args, where);
  expect([code, stdout]).toEqual([0, expect.stringContaining('RAN')]);
  expect(stderr).toMatch(
    /^warning: session: This session is not kept: .*\.jsonl cannot be made .*\n$/,
  );
  expect(readFileSync(file, 'utf8')).toBe('in the way of the directory');
});
