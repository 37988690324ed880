import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commands, engines, fire } from '../engine.mjs';
import { eventWith, fired, spawned } from '../hooked.mjs';
import { timedMiddle } from '../measure.mjs';
import { tempDir } from '../temp.mjs';
import { bareWorker, WORKER_HOOK } from '../worker-hook.mjs';

const CALLS = 50;

/** What a hook costs that stays, beside the same hook started for each event. */
export const worker = { name: 'worker', open };

async function open() {
  const { dir, remove } = await tempDir();
  const { create, close } = await engines();
  const file = join(dir, 'hook.cjs');
  await writeFile(file, WORKER_HOOK);
  const command = `exec '${process.execPath}' '${file}'`;
  const event = eventWith('ls -la');
  const asCommand = await create(commands('PreToolUse', [command]));
  const hooks = [{ type: 'worker', command }];
  const asWorker = await create({ PreToolUse: [{ hooks }] });
  const bare = bareWorker(file);
  const [start, line] = ['spawn of the hook', 'a line there and back'];
  const cases = [
    spawned(start, [command], event),
    fired('the hook as a command', asCommand, event, 1, { floor: start }),
    each(line, () => bare.ask(event)),
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
