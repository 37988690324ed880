import { fire } from './engine.mjs';
import { timed } from './measure.mjs';
import { mustSucceed, rawShell } from './raw.mjs';

export { eventWith } from './event.mjs';

const bytesOf = (event) => Buffer.from(`${JSON.stringify(event)}\n`);

/** A floor: the same commands side by side as bare processes. */
export function spawned(name, list, event) {
  const bytes = bytesOf(event);
  const once = async (command) => mustSucceed(await rawShell(command, bytes), command);
  return { name, unit: 'ms', run: () => timed(() => Promise.all(list.map(once))) };
}

/** A floor that starts from an object, as the engine does, and has to make bytes of it. */
export function serialised(name, command, event) {
  const once = async () => mustSucceed(await rawShell(command, bytesOf(event)), command);
  return { name, unit: 'ms', run: () => timed(once) };
}

/** An event through the engine; `more` holds its floor and limit. */
export const fired = (name, engine, event, runs, more) => ({
  name,
  unit: 'ms',
  run: () => timed(() => fire(engine, event, runs)),
  ...more,
});
