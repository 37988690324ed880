import { fire } from './engine.mjs';
import { timed } from './measure.mjs';
import { mustSucceed, rawShell } from './raw.mjs';

/** Complete, so that the engine has nothing to add and both sides write the same bytes. */
export const eventWith = (command) => ({
  session_id: '5f0c6a52-7d0f-4e57-9a0e-6a2f6a3b1c11',
  transcript_path: '',
  cwd: process.cwd(),
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_use_id: 'toolu_01',
  tool_name: 'Bash',
  tool_input: { command },
});

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
