import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commands, engines, fire } from '../engine.mjs';
import { eventWith, fired, spawned } from '../hooked.mjs';
import { timedMiddle } from '../measure.mjs';
import { tempDir } from '../temp.mjs';

const CALLS = 50;

/** A hook that answers each line; as a command it reads its event, as a worker it stays. */
const HOOK = `
if (process.env.WAVE_HOOK_WORKER) {
  let held = '';
  process.stdin.setEncoding('utf8').on('data', (text) => {
    const lines = (held + text).split('\\n');
    held = lines.pop();
    for (const line of lines)
      process.stdout.write(JSON.stringify({ id: JSON.parse(line).id, stdout: {} }) + '\\n');
  });
  process.stdin.on('end', () => process.exit(0));
} else {
  process.stdin.resume();
  console.log('{}');
}
`;

/** What a hook costs that stays, beside the same hook started for each event. */
export const worker = { name: 'worker', open };

async function open() {
  const { dir, remove } = await tempDir();
  const { create, close } = await engines();
  const file = join(dir, 'hook.cjs');
  await writeFile(file, HOOK);
  const command = `exec '${process.execPath}' '${file}'`;
  const event = eventWith('ls -la');
  const asCommand = await create(commands('PreToolUse', [command]));
  const hooks = [{ type: 'worker', command }];
  const asWorker = await create({ PreToolUse: [{ hooks }] });
  const bare = bareWorker(file, event);
  const [start, line] = ['spawn of the hook', 'a line there and back'];
  const cases = [
    spawned(start, [command], event),
    fired('the hook as a command', asCommand, event, 1, { floor: start }),
    each(line, bare.ask),
    each('the hook as a worker', () => fire(asWorker, event, 1), {
      floor: line,
      limit: { median: 0.5 },
    }),
  ];
  const closeAll = async () => {
    bare.end();
    await close();
    await remove();
  };
  return { cases, close: closeAll };
}

const each = (name, work, more = {}) => ({
  name,
  unit: 'ms',
  run: () => timedMiddle(CALLS, work),
  ...more,
});

/** The floor: the same program asked with nothing around it. */
function bareWorker(file, event) {
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, WAVE_HOOK_WORKER: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ask = () => {
    child.stdin.write(`${JSON.stringify({ id: '1', input: event })}\n`);
    return new Promise((resolve) => child.stdout.once('data', (line) => resolve(JSON.parse(line))));
  };
  return { ask, end: () => child.stdin.end() };
}
