import {
  type Checked,
  checkHooks,
  createEngine,
  type EngineOptions,
  fireUnmatched,
  type HookInput,
  type Problem,
  type RunEvent,
  type UserText,
  type Verdict,
} from '@wavehooks/hooks';
import { type Opened, type OpenOptions, openSettings, webOf } from '@wavehooks/settings';
import { calledAs } from '../../cli/called-as.ts';
import { type Io, UsageError } from '../../cli/command.ts';
import { onInterrupt } from '../../cli/signals.ts';
import { refuseUnapproved } from '../approval/refuse-unapproved.ts';
import { conditionsOf } from '../settings/conditions.ts';
import { lend } from './lend.ts';
import { openObservers } from './observe.ts';

export interface Fired {
  readonly verdict: Verdict;
  /** What is wrong with the settings; not in the verdicts. */
  readonly toUser: readonly UserText[];
  /** Notes that the log ends here; at the end of the process otherwise. */
  end(): void;
  /** Waits until everything is logged. */
  close(): Promise<void>;
}

/** Where an event comes from, and who hears of what goes wrong on the way. */
export interface Caller extends Pick<Io, 'cwd' | 'err'> {
  /** Ends the hooks; without it a signal to this process does. */
  readonly signal?: AbortSignal | undefined;
  /** Lines about flags that help where hooks are not approved: nobody gives any to the guard of another agent. */
  readonly flags?: readonly string[];
}

/** One event through the hooks of a project, outside of a session. It is read once they may run. */
export async function fireOnce(
  options: OpenOptions,
  io: Caller,
  read: () => Promise<HookInput>,
): Promise<Fired> {
  const { verdicts, ...fired } = await fireAll(options, io, async () => [await read()]);
  return { ...fired, verdict: verdicts[0] as Verdict };
}

/** The same for several at once, each with its verdict. `options.env` is what hooks inherit. */
export async function fireAll(
  options: OpenOptions,
  { cwd, err, signal, flags }: Caller,
  read: (opened: Opened) => Promise<readonly HookInput[]>,
): Promise<Omit<Fired, 'verdict'> & { readonly verdicts: readonly Verdict[] }> {
  const opened = openSettings(options);
  const { env = process.env } = options;
  refuseUnapproved(opened, options.projectHooks, ['hook'], calledAs(cwd, env), flags);
  const inputs = await read(opened);
  const observers = openObservers({ env, err });
  const telemetry = await observers.forEvent();
  const observe = (event: RunEvent) => {
    telemetry?.observe(event);
    observers.observe(event);
  };
  const checked = checkHooks(opened.sources);
  const isIdle = !signal?.aborted && !inputs.some((input) => hasHook(checked, input));
  const all = await (isIdle
    ? Promise.all(
        inputs.map((input) =>
          fire(() => fireUnmatched(input, { ...options, ...opened.settings, observe }), input),
        ),
      )
    : byEngine(
        inputs,
        opened,
        { ...options, env },
        { observe, signal, traceOf: telemetry?.traceOf },
      )
  ).finally(() => telemetry?.end());
  const problems = [...opened.problems, ...checked.problems];
  const verdicts = all.map((verdict) => ({
    ...verdict,
    toUser: verdict.toUser.filter((one) => !isTold(one, problems)),
  }));
  return {
    verdicts,
    toUser: [...problems.map(asUserText), ...goneTexts(opened)],
    end: observers.end,
    close: observers.close,
  };
}

/** What runs hooks is large: it is not even loaded where none is for the event. */
const hasHook = ({ entries }: Checked, { hook_event_name: event }: HookInput): boolean =>
  entries.some((entry) => entry.event === event);

interface Watching {
  readonly traceOf: EngineOptions['traceOf'] | undefined;
  readonly observe: (event: RunEvent) => void;
  readonly signal: AbortSignal | undefined;
}

async function byEngine(
  inputs: readonly HookInput[],
  opened: Opened,
  options: OpenOptions,
  { observe, signal, traceOf }: Watching,
): Promise<readonly Verdict[]> {
  const lent = lend(options);
  // One event is no session: nothing is watched or reviewed.
  const engine = await createEngine({
    sources: opened.sources,
    projectDir: options.projectDir,
    ...(options.env ? { env: options.env } : {}),
    limits: opened.settings.limits,
    ...webOf(opened),
    observe,
    ...(traceOf ? { traceOf } : {}),
    launcher: false,
    host: lent.host,
    ...(await conditionsOf(opened.sources)),
  });
  const close = async () => {
    await engine.close();
    await lent.close();
  };
  const done = signal ? () => {} : onInterrupt(close);
  const run = (input: HookInput) =>
    engine.fire(input, { ...(signal ? { signal } : {}), scopes: scopesOf(opened, input) });
  const all = await Promise.all(inputs.map((input) => fire(run, input))).finally(close);
  done();
  return all;
}

/** An event of a subagent reaches the hooks of its agent's file. */
const scopesOf = ({ definitions }: Opened, input: HookInput): string[] =>
  definitions
    .filter(({ definition, state }) => definition.kind === 'agent' && state === 'active')
    .filter(
      ({ definition }) => definition.name === (input as Record<string, unknown>)['agent_type'],
    )
    .map(({ scope }) => scope);

/** An input that does not fit its event is the caller's mistake. */
async function fire(
  run: (input: HookInput) => Promise<Verdict> | Verdict,
  input: HookInput,
): Promise<Verdict> {
  try {
    return await run(input);
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(`stdin: ${error.message}`);
    throw error;
  }
}

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
