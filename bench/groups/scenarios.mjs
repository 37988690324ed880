import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { timed } from '../measure.mjs';
import { eventWith, inMemory, mustSucceed, raw, spawnAll, tempDir, WAVE } from '../programs.mjs';

const SCENARIOS = 100;
const HOOK = 'cat >/dev/null';

/** `wave hooks test` of many scenarios, beside the same hooks started with nothing around them. */
export const scenarios = { name: 'scenarios', open, rounds: 15 };

async function open() {
  const { dir, remove } = await tempDir();
  // Scenarios have directories, and rounds follow each other within seconds: ext4 looks at each directory that was
  // removed in the last five seconds before it makes another, which who runs them once does not meet.
  const temp = await tempDir(inMemory());
  const [home, work] = [join(dir, 'home'), join(dir, 'work')];
  await mkdir(home);
  await mkdir(work);
  const each = Array.from({ length: SCENARIOS }, (_, n) => ({
    name: `case ${n}`,
    input: { command: `echo ${n}` },
    expect: 'none',
  }));
  const file = { hook: HOOK, tool: 'Bash', scenarios: each };
  await writeFile(join(work, 'many.scenario.json'), JSON.stringify(file));
  const env = { ...process.env, HOME: home, TMPDIR: temp.dir };
  const cases = [
    { name: '100 raw starts', unit: 'ms', run: () => timed(startAll) },
    {
      name: 'wave hooks test, 100 scenarios',
      unit: 'ms',
      run: () =>
        timed(async () =>
          mustSucceed(
            await raw(process.execPath, [WAVE, 'hooks', 'test'], '', { cwd: work, env }),
            'wave hooks test',
          ),
        ),
    },
  ];
  const close = async () => {
    await temp.remove();
    await remove();
  };
  return { cases, close };
}

/** As many at once as there are cores. */
async function startAll() {
  let left = SCENARIOS;
  const lane = async () => {
    while (left-- > 0) await spawnAll([HOOK], eventWith('ls'));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
}
