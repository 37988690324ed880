import { fileURLToPath } from 'node:url';
import { mustSucceed, raw } from '../raw.mjs';
import { tempDir } from '../temp.mjs';

const AGENT = fileURLToPath(new URL('../day/agent.mjs', import.meta.url));

/**
 * A working day in one process, played once whatever the rounds: 200 turns with 2,000 calls of tools and
 * 5,000 runs of hooks. It must not get slower, and memory stays in bounds.
 */
export const day = { name: 'day', open };

async function open() {
  const { dir, remove } = await tempDir();
  const seen = await play(dir);
  const found = (name, unit, value, more = {}) => ({ name, unit, run: async () => value, ...more });
  const cases = [
    found('a turn at the start', 'ms', seen.firstTurnMs),
    found('a turn at the end, beside one at the start', 'ms', seen.lastTurnMs, {
      floor: 'a turn at the start',
    }),
    // In starts of a bare process from a small one, taken right after it: a busy machine moves both.
    found('a turn at the start, in starts', 'starts', seen.firstTurnStarts),
    found('the same in starts of a process', 'starts', seen.lastTurnStarts, {
      floor: 'a turn at the start, in starts',
      limit: { ratio: 1.3 },
    }),
    found('its own work at the start', 'ms', seen.firstWorkMs),
    found("the agent's own work in it", 'ms', seen.lastWorkMs, {
      floor: 'its own work at the start',
      limit: { ratio: 1.3 },
    }),
    found('memory after the first turn', 'MB', seen.firstMB),
    found('the most memory, beside the first turn', 'MB', seen.mostMB, {
      floor: 'memory after the first turn',
      limit: { median: 400 },
    }),
    found('what was said', 'kB', seen.saidKB),
    found('the transcript, beside what was said', 'kB', seen.fileKB, {
      floor: 'what was said',
      limit: { ratio: 2 },
    }),
  ];
  return { cases, close: remove };
}

/** In a process of its own: the memory is that of the agent alone. */
async function play(dir) {
  const ended = await raw(process.execPath, [AGENT], '', {
    cwd: dir,
    env: { ...process.env, HOME: dir },
  });
  mustSucceed(ended, 'the day');
  const seen = JSON.parse(ended.stdout);
  for (const [name, wanted] of Object.entries({ turns: 200, calls: 2_000, hooks: 5_000 }))
    if (seen[name] !== wanted)
      throw new Error(
        `expected ${wanted} ${name}, got ${seen[name]}: ${JSON.stringify(seen.wrong.slice(0, 3))}`,
      );
  return seen;
}
