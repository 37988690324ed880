import type { Decision } from '@wavehooks/hooks';
import { once } from '../../base/once.ts';
import { isWithin, type Resolve, type Resolved, resolverFor } from '../../files/paths.ts';
import { isRunByOthers } from '../../files/run-by-others.ts';
import type { Place, Tool } from '../../vocabulary/tool.ts';
import { commandReads, lookInto } from '../reads/command-reads.ts';
import { foreignCode } from '../reads/foreign-code.ts';
import { formOf, type ReadingForm } from '../reads/forms.ts';
import { restReads } from '../reads/rest-reads.ts';
import { matcherFor, type Unsure } from '../rules/match.ts';
import type { PermissionMode, Rules } from '../rules/rule.ts';
import type { Which } from '../rules/sandbox-profile.ts';
import { commandWritesGuarded } from './guard.ts';

/** A call, and where it is made. */
export interface Called {
  readonly tool: Tool;
  readonly input: Record<string, unknown>;
  readonly place: Place;
  /** Directories beside the project that may be read, e.g. where cut texts are kept. */
  readonly readable?: readonly string[];
}

/** What is in force when a call is decided, and may be another thing a moment later. */
export interface InForce {
  readonly rules: Rules;
  readonly mode: PermissionMode;
  readonly verdict: Decision;
  readonly canAsk: boolean;
  /** The sandbox that its command would run in; `outside` says whether the agent asks to leave it. */
  readonly sandbox?: (outside: boolean) => Which;
  /** Whether commands that only read can run where they see nothing but the project. */
  readonly isolates?: () => boolean;
}

/** Everything that a permission depends on. */
export interface Facts {
  /** What the hooks said. */
  readonly verdict: Decision;
  readonly mode: PermissionMode;
  /** The rule of each list that matches the call, as it is written. */
  readonly denied?: string | undefined;
  readonly asked?: string | undefined;
  readonly allowed?: string | undefined;
  /** Why an allow rule that covers the words of the call does not speak for it. */
  readonly notAllowed?: string | undefined;
  /** What of the call cannot be read, in words, and the rule of each list that might match it. */
  readonly mayBeDenied?: Unsure | undefined;
  readonly mayBeAsked?: Unsure | undefined;
  readonly changesThings: boolean;
  readonly readsInside: boolean;
  /** It is a command that only reads, and nothing but what Read could read unasked. */
  readonly commandReads: boolean;
  /** It runs unasked because it then sees nothing but the project. */
  readonly isolated?: boolean;
  readonly editsInside: boolean;
  /** It writes to what guards the agent: settings, git's own files, servers to start. */
  readonly writesGuarded: boolean;
  /** It is a command, and runs in a sandbox. */
  readonly inSandbox?: boolean;
  /** Why the agent wants it to run outside of the sandbox that it would be in. */
  readonly leavesSandbox?: string | undefined;
  /** It is a question to the user, and nobody else answers it. */
  readonly onlyUser?: boolean;
  /** Somebody is there who can be asked. */
  readonly canAsk: boolean;
}

/** A call as it is: learnt once, however often it is decided. */
export interface Look {
  readonly place: Place;
  /** The files that it names. */
  readonly files: readonly Resolved[];
  /** What the decision depends on. */
  facts(now: InForce): Facts;
  /** The same files in the hands of another tool. */
  by(tool: Tool): Look;
}

/** Looks at a call, the rules and the file system; at each of them once. */
export function lookAt(called: Called, resolve: Resolve = resolverFor(called.place)): Look {
  const { tool, input, place } = called;
  const named = tool.files?.(input, place);
  const files = (named ?? []).map(resolve);
  const match = matcherFor({ tool, input, place, resolve, ...(named ? { files } : {}) });
  /** A sandbox hides the files that a deny of Read means, whatever the command turns out to be. */
  const unhidden = (rules: Rules) =>
    match({ ...rules, deny: rules.deny.filter((rule) => !OF_READING.test(rule)) }).mayDeny;
  let fixed: ReturnType<typeof learn> | undefined;
  return {
    place,
    files,
    facts: (now) => {
      const { rules, sandbox, isolates, ...rest } = now;
      const box = boxFacts(called, sandbox);
      const { deny, ask, allow, mayDeny, mayAsk } = match(rules);
      fixed ??= learn(called, files, resolve);
      const { reads, form, rest: others, runByOthers, spoken, ...facts } = fixed;
      const way = reads?.(rules) ? wayOf(called, now, box, form()) : NO_WAY;
      const only = way.commandReads;
      return {
        ...rest,
        ...facts,
        ...box,
        changesThings: facts.changesThings && !only,
        writesGuarded:
          !only && (facts.writesGuarded() || (now.mode === 'sandboxed' && runByOthers())),
        ...way,
        denied: deny,
        asked: ask,
        ...spoken(allow ?? (only ? undefined : others?.(rules))),
        mayBeDenied: box.inSandbox && isOfReading(mayDeny) ? unhidden(rules) : mayDeny,
        mayBeAsked: mayAsk,
      };
    },
    by: (other) =>
      lookAt({ ...called, tool: { ...other, files: () => (named ? [...named] : []) } }, resolve),
  };
}

const NO_WAY = { commandReads: false };

/** How a command that only reads runs unasked, if it does. What asks to leave the sandbox is for the user to say. */
function wayOf(
  { input }: Called,
  { rules, mode, isolates }: InForce,
  { inSandbox }: Pick<Facts, 'inSandbox'>,
  form: ReadingForm | undefined,
): Pick<Facts, 'commandReads' | 'isolated' | 'leavesSandbox'> {
  // The mode has a sandbox of its own, in which it would run unasked, too.
  if (mode === 'sandboxed' && inSandbox) return { commandReads: true };
  if (!isolates?.() || !form?.same(rules.deny.some((rule) => OF_READING.test(rule))))
    return { commandReads: form?.plain ?? false };
  const reason = input['outside_sandbox'];
  if (typeof reason === 'string' && mode !== 'plan')
    return { commandReads: false, leavesSandbox: reason };
  return { commandReads: true, isolated: true };
}

/** A rule for every command, or for this very one in the project's root, speaks for whatever it runs. */
function speaking(command: string | undefined, place: Place, resolve: Resolve) {
  const foreign = once(() => foreignCode(command ?? '', place, resolve));
  return (rule: string | undefined): Pick<Facts, 'allowed' | 'notAllowed'> => {
    if (rule === undefined || command === undefined || EVERY_COMMAND.test(rule))
      return { allowed: rule };
    const isThis = rule === `Bash(${command})` && place.cwd === place.projectDir;
    const fault = isThis ? undefined : foreign();
    if (fault === undefined) return { allowed: rule };
    return { notAllowed: `${rule} allows it, but ${fault}` };
  };
}

const EVERY_COMMAND = /^Bash(\(\s*\*\s*\))?$/;

const OF_READING = /^\s*Read\(/;
const isOfReading = (unsure: Unsure | undefined): boolean => OF_READING.test(unsure?.rule ?? '');

/** Only commands run in a sandbox. */
function boxFacts(
  { tool, input }: Called,
  sandbox: InForce['sandbox'],
): Pick<Facts, 'inSandbox' | 'leavesSandbox'> {
  if (tool.name !== 'Bash' || !sandbox) return {};
  const reason = input['outside_sandbox'];
  const { profile, leaves } = sandbox(typeof reason === 'string');
  return {
    ...(profile === 'off' ? {} : { inSandbox: true }),
    ...(leaves && typeof reason === 'string' ? { leavesSandbox: reason } : {}),
  };
}

/** What does not change with rules and modes. */
function learn(
  { tool, input, place, readable = [] }: Called,
  files: readonly Resolved[],
  resolve: Resolve,
) {
  const all = (test: (file: Resolved) => boolean) => files.length > 0 && files.every(test);
  const mayRead = once(() => readable.map((dir) => resolve(dir).real));
  const command =
    tool.name === 'Bash' && !input.run_in_background ? tool.subject?.(input) : undefined;
  const into = command === undefined ? undefined : lookInto({ command, place, resolve, readable });
  const whole = tool.name === 'Bash' ? tool.subject?.(input) : undefined;
  return {
    spoken: speaking(whole, place, resolve),
    onlyUser: tool.onlyUser !== undefined,
    reads: commandReads(into),
    form: once(() => into && formOf(into, place.cwd, resolve)),
    rest: restReads(into),
    changesThings: tool.effect === 'edit' || tool.effect === 'run',
    readsInside:
      tool.effect === 'none' ||
      (tool.effect === 'read' &&
        all(({ inside, real }) => inside || mayRead().some((dir) => isWithin(dir, real)))),
    editsInside: tool.effect === 'edit' && all(({ inside }) => inside),
    // Commands are kept from these by their sandbox; a tool that edits has none.
    runByOthers: once(() => {
      const roots = [place.projectDir, ...(place.directories ?? [])].map((dir) => resolve(dir));
      const all = roots.flatMap(({ path, real }) => [path, real]);
      return (
        tool.effect === 'edit' &&
        files.some(({ path, real }) => [path, real].some((one) => isRunByOthers(one, all)))
      );
    }),
    // What only reads writes nowhere, so nobody asks.
    writesGuarded: once(
      () =>
        (tool.effect === 'edit' && files.some(({ guarded }) => guarded)) ||
        (tool.name === 'Bash' && commandWritesGuarded(tool.subject?.(input) ?? '', place, resolve)),
    ),
  };
}

export interface Asked extends Called, InForce {}

/** The facts of a call that is looked at only once. */
export const permissionFacts = ({
  rules,
  mode,
  verdict,
  canAsk,
  sandbox,
  isolates,
  ...called
}: Asked): Facts =>
  lookAt(called).facts({
    ...{ rules, mode, verdict, canAsk },
    ...(sandbox ? { sandbox } : {}),
    ...(isolates ? { isolates } : {}),
  });
