import { commands, engines } from '../engine.mjs';
import { eventWith, fired, spawned } from '../hooked.mjs';

/** Different texts, so that they are not folded into one hook. */
const TEN = Array.from({ length: 10 }, (_, n) => `: ${n}; true`);

/** What the engine adds to starting a process and waiting for its end. */
export const processes = { name: 'process', open };

async function open() {
  const { create, close } = await engines();
  const one = await create(commands('PreToolUse', ['true']));
  const ten = await create(commands('PreToolUse', TEN));
  const event = eventWith('ls -la');
  const single = { floor: '1 spawn', limit: { ratio: 1.25 } };
  const several = { floor: '10 spawns', limit: { ratio: 1.2 } };
  const cases = [
    spawned(single.floor, ['true'], event),
    fired('1 hook', one, event, 1, single),
    spawned(several.floor, TEN, event),
    fired('10 hooks side by side', ten, event, 10, several),
  ];
  return { cases, close };
}
