import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Agent } from '../../packages/agent-sdk/dist/index.js';
import { scriptedModel } from '../../packages/agent-sdk/dist/testing.js';
import { timed } from '../measure.mjs';
import { tempDir } from '../programs.mjs';

const run = promisify(execFile);

/** What it costs to note a project before a call that may write, beside what git does to know the same. */
export const undo = { name: 'undo', open, rounds: 15 };

const [DIRS, FILES_EACH] = [1_000, 20];
const git = ['-c', 'user.email=bench@localhost', '-c', 'user.name=bench', '-c', 'gc.auto=0'];

async function open() {
  const { dir, remove } = await tempDir();
  const project = join(dir, 'project');
  const home = join(dir, 'home');
  mkdirSync(home);
  fill(project);
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    ['commit', '-qm', 'first'],
  ])
    execFileSync('git', [...git, ...args], { cwd: project });
  const { agent, note } = await session(project, home);
  const first = await note();
  const before = storeBytes(home);
  const cases = [
    {
      name: 'git status, 20,000 files',
      unit: 'ms',
      run: () => timed(() => run('git', ['status'], { cwd: project })),
    },
    {
      name: 'the note before a call, nothing changed',
      unit: 'ms',
      facts: { first: Math.round(first) },
      // From the moment that something wants to begin to the moment that it may.
      run: note,
    },
    {
      name: 'the store after all these notes',
      unit: 'MB',
      run: async () => storeBytes(home) / 1e6,
    },
    { name: 'the store after the first note', unit: 'MB', run: async () => before / 1e6 },
  ];
  const close = async () => {
    await agent.close();
    await remove();
  };
  return { cases, close };
}

/** A tree like a large repository's: text, a few directories deep. */
function fill(project) {
  for (let n = 0; n < DIRS; n++) {
    const dir = join(project, `part${n % 25}`, `src${n}`);
    mkdirSync(dir, { recursive: true });
    for (let at = 0; at < FILES_EACH; at++)
      writeFileSync(
        join(dir, `file${at}.ts`),
        `export const x${n}_${at} = ${n};\n`.repeat(20 + (n % 200)),
      );
  }
}

/** A kept session; `note` gives how long something has to wait until the state before it is on disk. */
async function session(project, home) {
  const agent = await Agent.create({
    workdir: project,
    home,
    model: scriptedModel([]),
    session: { keep: true },
  });
  const note = async () => {
    // A note right after another one is not made.
    await wait(30);
    const began = performance.now();
    let waited = 0;
    await agent.noting('!nothing', async () => {
      waited = performance.now() - began;
    });
    return waited;
  };
  return { agent, note };
}

function storeBytes(home) {
  const all = readdirSync(home, { recursive: true, withFileTypes: true });
  return all
    .filter((one) => one.isFile() && one.name.endsWith('.pack'))
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
