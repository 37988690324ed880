import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { timed } from '../measure.mjs';
import { mustSucceed, raw } from '../raw.mjs';
import { tempDir } from '../temp.mjs';

const CODE = fileURLToPath(new URL('../../packages/code', import.meta.url));
const WAVE = join(CODE, 'bin/wave.cjs');
const PROGRAM = join(CODE, 'dist/wave-guard');

/** What an event of another agent costs, from its entry to its answer, where no hook is for it. */
export const guard = { name: 'guard', open };

async function open() {
  const { dir, remove } = await tempDir();
  const project = join(dir, 'project');
  await mkdir(project);
  const env = { ...process.env, HOME: dir, TMPDIR: dir };
  const resident = await residentIn(dir, env);
  const event = JSON.stringify({
    session_id: 's',
    cwd: project,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'ls -la' },
  });
  const floor = 'node -e 0';
  const run = (name, file, args, more = {}) => {
    const { env: own = {}, ...rest } = more;
    const at = { cwd: project, env: { ...env, ...own } };
    const once = async () => mustSucceed(await raw(file, args, event, at), name);
    return { name, unit: 'ms', run: () => timed(once), ...rest };
  };
  const entry = [PROGRAM, `--node=${process.execPath}`, 'claude-code'];
  const cases = [
    run(floor, process.execPath, ['-e', '0']),
    run('a guard event with the resident', 'sh', entry, { floor, limit: { median: 15 } }),
    run('a guard event without', 'sh', entry, {
      ...{ floor, limit: { ratio: 1.7 } },
      env: { WAVE_GUARD_RESIDENT: 'off' },
    }),
    // Without perl; and what each way to the resident cannot do without.
    run('a guard event by curl', 'sh', entry, { floor, env: { PERL5OPT: '-w' } }),
    run('perl alone', 'perl', ['-fe', '0'], { floor }),
    run('curl alone', 'curl', ['-q', '-s', '--version'], { floor }),
  ];
  const close = async () => {
    resident.kill();
    await new Promise((resolve) => resident.once('exit', resolve));
    await remove();
  };
  return { cases, close };
}

async function residentIn(dir, env) {
  const child = spawn(process.execPath, [WAVE, 'guard', 'serve'], { env, stdio: 'ignore' });
  const [build] = (await readFile(join(CODE, 'dist/build-id'), 'utf8')).split('\n');
  for (let tries = 0; tries < 500 && !existsSync(join(dir, '.wave/run', build)); tries++)
    await wait(20);
  return child;
}
