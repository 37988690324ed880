import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { place, startWave } from './helpers.ts';

/** Where a file is expected, and the command that reads it. A FIFO without a writer never ends. */
const READERS: [file: string, args: string[]][] = [
  ['.wave/settings.json', ['hooks', 'run', 'Stop']],
  ['.wave/settings.local.json', ['hooks', 'list']],
  ['.wave/settings.json', ['hooks', 'init', 'guard', '--event', 'Stop', '--language', 'bash']],
  ['.wave/settings.json', ['hooks', 'import', '--from', 'claude-code', 'theirs.json']],
  ['theirs.json', ['hooks', 'import', '--from', 'claude-code', 'theirs.json']],
  ['pipe', ['hooks', 'list', '--settings', 'pipe']],
  ['.mcp.json', ['mcp', 'list']],
  ['.wave/commands/x.md', ['hooks', 'approve', '--all']],
  ['.wave/SUPERVISOR.md', ['hooks', 'review']],
  ['hooks/x.scenario.json', ['hooks', 'test']],
  ['kept/x.json', ['hooks', 'replay', 'kept']],
];

test.each(READERS)('a FIFO in place of %s is told (%j)', async (file, args) => {
  const at = place();
  if (file !== 'theirs.json') at.write('project/theirs.json', { hooks: {} });
  const path = join(at.project, file);
  mkdirSync(dirname(path), { recursive: true });
  execFileSync('mkfifo', [path]);
  const { child, ended } = startWave(args, at);
  onTestFinished(() => void child.kill('SIGKILL'));
  const { code, stdout, stderr } = await ended;
  expect(stdout + stderr).toMatch(/expected a file, got a FIFO/);
  expect(stdout + stderr).toContain(file);
  expect(code).not.toBe(0);
});

test('a FIFO among the commands is told where they are loaded', async () => {
  const at = place();
  mkdirSync(join(at.home, '.wave', 'commands'), { recursive: true });
  execFileSync('mkfifo', [join(at.home, '.wave', 'commands', 'x.md')]);
  const { child, ended } = startWave(['-p', 'hi', '--model', 'practice'], at);
  onTestFinished(() => void child.kill('SIGKILL'));
  expect((await ended).stderr).toMatch(/x\.md.*expected a file, got a FIFO/);
});
