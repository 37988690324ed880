import { resolve } from 'node:path';
import {
  createEngine,
  type EventName,
  type HookInput,
  isEventName,
  loadSettings,
  projectDirOf,
  type Verdict,
  wrongEvent,
} from 'wave-hooks';
import { type Command, type Io, readArgs, UsageError } from '../cli/command.ts';
import { readJson } from '../cli/stdin.ts';
import { openObservers } from './observe.ts';
import { printVerdict } from './print-verdict.ts';

const USAGE = 'usage: wave hooks run <Event> [--settings FILE] [--only] [--json] < event.json';

/** `wave hooks run`: one event from stdin through the hooks that match, and the verdict. */
export const run: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, OPTIONS, USAGE);
  const event = eventOf(positionals);
  if (values.only && values.settings === undefined)
    throw new UsageError(`--only needs --settings FILE\n${USAGE}`);
  const projectDir = projectDirOf(io.cwd);
  const files = loadSettings({
    projectDir,
    settings: values.settings === undefined ? undefined : resolve(io.cwd, values.settings),
    only: values.only ?? false,
  });
  const input = inputOf(event, await readJson(io), io);
  const observers = openObservers(io);
  const engine = await createEngine({ sources: files, projectDir, observe: observers.observe });
  const verdict = await fire(engine.fire, input);
  const told = { ...verdict, toUser: [...engine.problems.map(asUserText), ...verdict.toUser] };
  io.out(values.json ? `${JSON.stringify(told, null, 2)}\n` : printVerdict(told, io));
  await observers.close();
  return 0;
};

const OPTIONS = {
  settings: { type: 'string' },
  only: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

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
  return { cwd: io.cwd, ...raw, hook_event_name: event } as HookInput;
}

/** An input that does not fit its event is the caller's mistake. */
async function fire(
  run: (input: HookInput) => Promise<Verdict>,
  input: HookInput,
): Promise<Verdict> {
  try {
    return await run(input);
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(`stdin: ${error.message}`);
    throw error;
  }
}

const asUserText = ({ level, text, source, hook }: ProblemLike) => ({
  text: `${source}: ${text}`,
  tone: level,
  hook,
});

interface ProblemLike {
  level: 'error' | 'warning';
  text: string;
  source: string;
  hook: string;
}
