import type { Decision } from '@wavehooks/hooks';
import { once } from '../../base/once.ts';
import { isWithin, type Resolve, type Resolved, resolverFor } from '../../files/paths.ts';
import { isRunByOthers } from '../../files/run-by-others.ts';
import type { Place, Tool } from '../../vocabulary/tool.ts';
import { commandReads, lookInto } from '../reads/command-reads.ts';
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
  /** What of the call cannot be read, in words, and the rule of each list that might match it. */
  readonly mayBeDenied?: Unsure | undefined;
  readonly mayBeAsked?: Unsure | undefined;
  readonly changesThings: boolean;
  readonly readsInside: boolean;
  /** It is a command that only reads, and nothing but what Read could read unasked. */
  readonly commandReads: boolean;
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
  let fixed: ReturnType<typeof learn> | undefined;
  return {
    place,
    files,
    facts: (now) => {
      const { rules, sandbox, ...rest } = now;
      const { deny, ask, allow, mayDeny, mayAsk } = match(rules);
      fixed ??= learn(called, files, resolve);
      const { reads, rest: others, runByOthers, ...facts } = fixed;
      const only = reads?.(rules) ?? false;
      return {
        ...rest,
        ...facts,
        ...boxFacts(called, sandbox),
        changesThings: facts.changesThings && !only,
        writesGuarded:
          !only && (facts.writesGuarded() || (now.mode === 'sandboxed' && runByOthers())),
        commandReads: only,
        denied: deny,
        asked: ask,
        allowed: allow ?? (only ? undefined : others?.(rules)),
        mayBeDenied: mayDeny,
        mayBeAsked: mayAsk,
      };
    },
    by: (other) =>
      lookAt({ ...called, tool: { ...other, files: () => (named ? [...named] : []) } }, resolve),
  };
}

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
  return {
    onlyUser: tool.onlyUser !== undefined,
    reads: commandReads(into),
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
  ...called
}: Asked): Facts =>
  lookAt(called).facts({ rules, mode, verdict, canAsk, ...(sandbox ? { sandbox } : {}) });
