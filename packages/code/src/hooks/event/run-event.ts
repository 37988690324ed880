import { resolve } from 'node:path';
import { type EventName, type HookInput, isEventName, type UserText } from '@wavehooks/hooks';
import { wrongEvent } from '@wavehooks/hooks/vocabulary';
import { type Command, type Io, readArgs, UsageError } from '../../cli/command.ts';
import { readJson } from '../../cli/stdin.ts';
import { usageOf } from '../../cli/usage.ts';
import { OPEN_FLAGS, openOptions } from '../settings/open-options.ts';
import { fireOnce } from './fire-once.ts';
import { printVerdict } from './print-verdict.ts';

const USAGE = usageOf({
  forms: ['wave hooks run <Event> [options] < event.json'],
  options: OPEN_FLAGS,
});

/** `wave hooks run`: one event from stdin through the hooks that match, and the verdict. */
export const run: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, OPEN_FLAGS, USAGE);
  const event = eventOf(positionals);
  const options = openOptions(values, io, USAGE);
  const fired = await fireOnce(options, io, async () => inputOf(event, await readJson(io), io));
  const { verdict } = fired;
  const toUser = [...fired.toUser, ...verdict.toUser];
  const told = { ...verdict, toUser: toUser.map(asPrinted) };
  io.out(values.json ? `${JSON.stringify(told, null, 2)}\n` : printVerdict(told, io));
  await fired.close();
  return 0;
};

function eventOf([name, ...rest]: string[]): EventName {
  if (name === undefined) throw new UsageError(`which event?\n${USAGE}`);
  if (!isEventName(name)) throw new UsageError(`event: ${wrongEvent(name)}\n${USAGE}`);
  if (rest.length > 0)
    throw new UsageError(`one event at a time, got also: ${rest.join(' ')}\n${USAGE}`);
  return name;
}

function inputOf(event: EventName, raw: unknown, io: Io): HookInput {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    throw new UsageError(`stdin: expected a JSON object, got ${JSON.stringify(raw).slice(0, 60)}`);
  const named = (raw as Record<string, unknown>)['hook_event_name'] ?? event;
  if (named !== event)
    throw new UsageError(
      `stdin: hook_event_name is ${JSON.stringify(named)}, but the event to run is "${event}"`,
    );
  const { cwd } = raw as { cwd?: unknown };
  const at = typeof cwd === 'string' ? resolve(io.cwd, cwd) : (cwd ?? io.cwd);
  return { ...raw, cwd: at, hook_event_name: event } as HookInput;
}

/** What the text names is for our own screen. */
const asPrinted = ({ named: _, ...told }: UserText): UserText => told;
