import { homedir } from 'node:os';
import { checkHooks, type Problem, type Verdict } from '@wavehooks/hooks';
import { makeLoads } from '@wavehooks/hooks/scripts';
import { isObject, show, suggest } from '@wavehooks/hooks/vocabulary';
import { withoutNpm } from '@wavehooks/process';
import { sandboxAvailability } from '@wavehooks/process/sandbox';
import { projectDirOf } from '@wavehooks/settings';
import { analyseShell, type Command } from '@wavehooks/shell/rules';
import { guarding } from '../files/guarded-places.ts';
import { resolverFor } from '../files/paths.ts';
import { decidedBy, decidePermission } from '../permissions/decide.ts';
import { lookAt } from '../permissions/facts/facts.ts';
import { offeredRules } from '../permissions/offer-rule.ts';
import { checkRules } from '../permissions/rules/check.ts';
import type { PermissionMode, Rules } from '../permissions/rules/rule.ts';
import { whichProfile } from '../permissions/rules/sandbox-profile.ts';
import { canIsolate } from '../sandbox/open-sandbox.ts';
import { readInput } from '../tools/tool-input.ts';
import type { Place, Tool } from '../vocabulary/tool.ts';
import { besideTable, comingTools, serverTool } from './explain-tools.ts';
import {
  disallowedOf,
  openedOf,
  outputDirOf,
  pinsInForce,
  rulesOf,
  toolsOf,
} from './ingredients.ts';
import type { AgentOptions } from './options/agent-options.ts';

type Decision = Verdict['decision'];

/** A call to look at. Rules named here take the place of those of the settings. */
export interface ExplainCall {
  readonly tool: string;
  readonly input: unknown;
  readonly rules?: Partial<Rules>;
  readonly mode?: PermissionMode;
  /** What PreToolUse hooks said of it; `none` without it. */
  readonly verdict?: Decision;
  /** Rules that allow further calls, beside those in force. */
  readonly allow?: readonly string[];
}

/** What would become of it. */
export interface Explained {
  readonly decision: 'allow' | 'ask' | 'deny';
  /** The rule that decides, or might apply. */
  readonly rule: string | null;
  readonly why: string;
  /** The number of the row that decides, as the table in docs/permissions.md has it. */
  readonly row: number;
  /** The commands inside of a shell command. */
  readonly commands: readonly string[];
  readonly mode: PermissionMode;
}

/** A call that rules refuse, or want a question for. */
export interface Ruled {
  readonly decision: 'ask' | 'deny';
  readonly why: string;
}

export interface Explainer {
  /** Throws a `TypeError` for a call that no agent would look at: an unknown tool, an input that does not fit. */
  explain(call: ExplainCall): Explained;
  /** What rules alone say of a call, whatever the mode: nothing where it would be left to the user. Throws as `explain`. */
  ruled(call: ExplainCall): Ruled | undefined;
  /** The rules that a question about it would offer, the narrowest first: those that would spare it. Throws as `explain`. */
  offers(call: ExplainCall): readonly string[];
  /** The rules in force. */
  readonly rules: Rules;
  /** What is wrong with the settings and rules. */
  readonly problems: readonly Problem[];
}

/**
 * Says what an agent with these options would do with a call, by the same look and the same table. Nothing
 * is run, and no hook is asked. `project`: the project's directory, if it is not the one around `workdir`.
 */
export function openExplainer(options: AgentOptions = {}, project?: string): Explainer {
  const { workdir = process.cwd(), home = homedir() } = options;
  const projectDir = project ?? projectDirOf(workdir, home);
  const opened = openedOf(options, projectDir);
  const own = toolsOf(options);
  const out = disallowedOf(options);
  const toolsOn = (mode: PermissionMode): ReadonlyMap<string, Tool> =>
    new Map([
      ...comingTools(mode).flatMap((tool) =>
        out.includes(tool.name) ? [] : [[tool.name, tool] as const],
      ),
      ...own,
    ]);
  const [planning, working] = [toolsOn('plan'), toolsOn('default')];
  const place = placeOf(options, opened, projectDir, workdir);
  const resolve = refreshed(() => resolverFor(place));
  const usual = rulesOf(options, opened?.settings.permissions);
  const start = options.permissionMode ?? opened?.settings.defaultMode ?? 'default';
  const names = (options.tools ?? []).map(({ name }) => name);
  const profile = opened?.settings.sandbox.profile ?? 'off';
  const look = ({
    tool: name,
    input,
    rules: instead,
    mode = start,
    verdict = 'none',
    allow = [],
  }: ExplainCall) => {
    const tools = mode === 'plan' ? planning : working;
    const tool = tools.get(name) ?? serverTool(name);
    if (!tool) throw new TypeError(noTool(name, [...tools.keys()]));
    const read = readInput(tool, filled(name, input), workdir);
    if (!read.ok) throw new TypeError(read.text);
    const given = instead ? rulesOf(options, { ...NO_RULES, ...instead }) : usual;
    const rules = allow.length === 0 ? given : { ...given, allow: [...given.allow, ...allow] };
    const readable = [outputDirOf(options)];
    const looked = lookAt({ tool, input: read.input, place, readable }, resolve());
    const sandbox = (outside: boolean) =>
      whichProfile({ mode, setting: profile, available: true, outside });
    const asked = looked.facts({
      ...{ rules, mode, verdict, canAsk: true, sandbox },
      isolates: () => canIsolate(sandboxAvailability()),
    });
    const { facts, refused, later } = besideTable(tool, read.input, rules, asked);
    const { answer, by, why = by, unanswered, asks } = decidePermission(facts);
    const { row, rule = null } = decidedBy(facts);
    const explained: Explained = {
      decision: refused === undefined ? DECISIONS[answer] : 'deny',
      rule,
      why: whole([
        unanswered ? `${why}, and in this mode Wave does not ask` : why,
        answer === 'no' ? undefined : (refused ?? later),
      ]),
      row,
      commands: name === 'Bash' ? commandsOf(tool.subject?.(read.input) ?? '') : [],
      mode,
    };
    return { explained, asks, called: { tool, input: read.input }, looked };
  };
  return {
    explain: (call) => look(call).explained,
    ruled: (call) => {
      const { explained, asks } = look({ ...call, mode: 'default' });
      const { decision, rule, why } = explained;
      if (decision === 'ask') return asks === 'rule' ? { decision, why } : undefined;
      return decision === 'deny' && rule !== null ? { decision, why } : undefined;
    },
    offers: (call) => {
      const { called, looked } = look(call);
      const settles = (...rules: string[]) =>
        look({ ...call, allow: [...(call.allow ?? []), ...rules] }).explained.decision === 'allow';
      return offeredRules(called, looked, settles).rules;
    },
    rules: usual,
    problems: [
      ...(opened?.problems ?? []),
      ...checkRules(usual, names).map(({ level, text }) => ({
        ...{ level, text, source: 'permissions', hook: '' },
      })),
    ],
  };
}

const whole = (texts: readonly (string | undefined)[]): string =>
  texts.filter((text) => text !== undefined).join('; ');

const DECISIONS = { yes: 'allow', ask: 'ask', no: 'deny' } as const;

const NO_RULES: Rules = { allow: [], ask: [], deny: [] };

/** As the agent's own toolbox has it at the start. */
function placeOf(
  { noHooks, env = process.env }: AgentOptions,
  opened: ReturnType<typeof openedOf>,
  projectDir: string,
  cwd: string,
): Place {
  const { entries } = checkHooks(noHooks ? [] : (opened?.sources ?? []));
  const loads = guarding(
    () => opened?.guarded ?? [],
    makeLoads(() => pinsInForce(entries, opened), projectDir),
  );
  return {
    ...{ projectDir, directories: [], cwd },
    isLoaded: (path) => loads(path, cwd),
    env: { ...withoutNpm(env), ...opened?.settings.env },
  };
}

/** Thousands of calls share what was seen of the file system, as long as it is fresh. */
function refreshed<T>(make: () => T): () => T {
  let last: { readonly value: T; readonly at: number } | undefined;
  return () => {
    if (!last || performance.now() - last.at > FRESH_MS)
      last = { value: make(), at: performance.now() };
    return last.value;
  };
}

const FRESH_MS = 1_000;

function noTool(name: string, names: readonly string[]): string {
  const near = suggest(name, names);
  return `there is no tool ${show(name)}${near === undefined ? '' : `; did you mean ${near}?`}`;
}

const commandsOf = (text: string): readonly string[] =>
  analyseShell(text)
    .parts.map(({ command }) => writtenOut(command))
    .filter((one, at, all) => one !== '' && all.indexOf(one) === at);

const writtenOut = ({ assigns, words }: Command): string =>
  [...assigns, ...words].map(({ raw }) => raw).join(' ');

/** What permissions do not look at need not be said. */
const FILL: Readonly<Record<string, object>> = {
  Edit: { old_string: 'a', new_string: 'b' },
  Write: { content: '' },
};

const filled = (tool: string, input: unknown): unknown =>
  isObject(input) && Object.hasOwn(FILL, tool) ? { ...FILL[tool], ...input } : input;

/** The input of a call as it may be given: JSON, or for a shell the command itself. */
export function inputFrom(tool: string, text: string): unknown {
  const value = parsed(text);
  if (isObject(value)) return value;
  return tool === 'Bash' ? { command: text } : (value ?? text);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
