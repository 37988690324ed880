import { resolve } from 'node:path';
import {
  createEngine,
  type EventName,
  type HookInput,
  isEventName,
  type Problem,
  type UserText,
  type Verdict,
} from '@wavehooks/hooks';
import { wrongEvent } from '@wavehooks/hooks/vocabulary';
import { type Opened, openSettings, webOf } from '@wavehooks/settings';
import { type Command, type Io, readArgs, UsageError } from '../../cli/command.ts';
import { onInterrupt } from '../../cli/signals.ts';
import { readJson } from '../../cli/stdin.ts';
import { usageOf } from '../../cli/usage.ts';
import { refuseUnapproved } from '../approval/refuse-unapproved.ts';
import { conditionsOf } from '../settings/conditions.ts';
import { OPEN_FLAGS, openOptions } from '../settings/open-options.ts';
import { lend } from './lend.ts';
import { openObservers } from './observe.ts';
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
  const opened = openSettings(options);
  refuseUnapproved(opened, options.projectHooks);
  const input = inputOf(event, await readJson(io), io);
  const observers = openObservers(io);
  const lent = lend(options);
  // One event is no session: nothing is watched or reviewed.
  const engine = await createEngine({
    sources: opened.sources,
    projectDir: options.projectDir,
    limits: opened.settings.limits,
    ...webOf(opened),
    observe: observers.observe,
    launcher: false,
    host: lent.host,
    ...(await conditionsOf(opened.sources)),
  });
  const close = async () => {
    await engine.close();
    await lent.close();
  };
  const done = onInterrupt(close);
  const scopes = scopesOf(opened, input);
  const verdict = await fire((one) => engine.fire(one, { scopes }), input).finally(close);
  done();
  const problems = [...opened.problems, ...engine.problems];
  const said = verdict.toUser.filter((one) => !isTold(one, problems));
  const toUser = [...problems.map(asUserText), ...goneTexts(opened), ...said];
  const told = { ...verdict, toUser: toUser.map(asPrinted) };
  io.out(values.json ? `${JSON.stringify(told, null, 2)}\n` : printVerdict(told, io));
  await observers.close();
  return 0;
};

/** An event of a subagent reaches the hooks of its agent's file. */
const scopesOf = ({ definitions }: Opened, input: HookInput): string[] =>
  definitions
    .filter(({ definition, state }) => definition.kind === 'agent' && state === 'active')
    .filter(
      ({ definition }) => definition.name === (input as Record<string, unknown>)['agent_type'],
    )
    .map(({ scope }) => scope);

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

/** What the text names is for our own screen. */
const asPrinted = ({ named: _, ...told }: UserText): UserText => told;

/** A wrong entry that blocks is a problem with its place, and fails the event with the same text. */
const isTold = ({ hook, text }: UserText, problems: readonly Problem[]): boolean =>
  problems.some((problem) => problem.hook === hook && text.includes(problem.text));

const asUserText = ({ level, text, source, hook }: Problem): UserText => ({
  text: `${source}: ${text}`,
  tone: level,
  hook,
});

/** A guard that was approved once must not vanish unseen. */
const goneTexts = ({ gone }: Opened): UserText[] =>
  [...new Set(gone.filter(({ kind }) => kind === 'hook').map(({ label }) => label))].map(
    (label) => ({
      text: `the approved hook "${label}" was removed from the project's files, or changed (see: wave hooks review)`,
      tone: 'warning',
      hook: label,
    }),
  );
