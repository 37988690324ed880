import { homedir } from 'node:os';
import type { Checked, Entry, HandlerType } from 'wave-hooks';
import { checkHooks } from 'wave-hooks';
import {
  type Advice,
  adviceFor,
  commandProblem,
  makePinCheck,
  reachOf,
  type Where,
} from 'wave-hooks/scripts';
import { matcherText } from 'wave-hooks/vocabulary';
import type { Opened } from '../trust/open.ts';

export type HookState =
  | 'active'
  | 'disabled'
  | 'unapproved'
  | 'changed'
  | 'invalid'
  | 'command not found';

/** One configured hook, as lists show it. */
export interface HookRow {
  readonly event: string;
  readonly matcher: string;
  readonly name: string;
  readonly type: HandlerType;
  readonly command: string;
  /** `file:line`. */
  readonly source: string;
  readonly from: string;
  readonly state: HookState;
  /** Why it is not active. */
  readonly why: string;
  readonly timeout: number;
  readonly onError: 'continue' | 'block';
  /** Whether an approval covers the files it runs. */
  readonly coverage: 'full' | 'partial' | 'none';
  /** What it may load that no approval covers, in words that go on from "it". */
  readonly gaps: readonly string[];
  /** What would keep it from loading what lies beside it. */
  readonly advice?: Advice;
}

/** Every hook there is with its state, wrong ones included, in configuration order. */
export function listHooks(opened: Pick<Opened, 'sources'>, where: Where): HookRow[] {
  return listChecked(checkHooks(opened.sources), where);
}

export function listChecked({ entries, problems }: Checked, where: Where): HookRow[] {
  const check = makePinCheck();
  const rows = entries
    .filter(({ handler }) => handler.type !== 'broken')
    .map((entry) => rowOf(entry, where, check));
  const wrong = problems
    .filter(({ level }) => level === 'error')
    .map(({ hook, source, text }) => ({
      ...INVALID,
      event: eventOf(text, hook),
      name: hook,
      source,
      why: text,
    }));
  return [...rows, ...wrong];
}

const INVALID = {
  matcher: '',
  type: 'broken',
  command: '',
  from: '',
  state: 'invalid',
  timeout: 0,
  onError: 'continue',
  coverage: 'none',
  gaps: [],
} as const;

/** A problem's text begins with the path of what it is about. */
const eventOf = (text: string, hook: string) => /^"?(\w+)/.exec(text)?.[1] ?? hook;

type PinCheck = ReturnType<typeof makePinCheck>;

function rowOf(entry: Entry, where: Where, check: PinCheck): HookRow {
  const command = commandOf(entry) ?? '(a function)';
  return {
    event: entry.event,
    matcher: matcherText(entry.matcher),
    name: entry.label,
    type: entry.handler.type,
    command,
    source: entry.source,
    from: entry.from,
    ...stateOf(entry, where, check),
    timeout: entry.timeoutMs / 1000,
    onError: entry.onError,
    ...reachIn(entry, command, where),
  };
}

function reachIn(
  entry: Entry,
  command: string,
  { projectDir }: Where,
): Pick<HookRow, 'coverage' | 'gaps' | 'advice'> {
  const reach = reachOf(command, projectDir, homedir(), variablesOf(entry));
  const advice = adviceFor(reach, projectDir);
  return { coverage: reach.coverage, gaps: reach.gaps, ...(advice ? { advice } : {}) };
}

const commandOf = ({ handler }: Entry): string | undefined =>
  'command' in handler ? handler.command : undefined;

const variablesOf = ({ handler }: Entry) => ('command' in handler ? handler.env?.set : undefined);

const UNAPPROVED = "hooks of a project's files run once they are approved";

function stateOf(entry: Entry, where: Where, check: PinCheck): { state: HookState; why: string } {
  if (!entry.enabled) return { state: 'disabled', why: '"enabled" is false' };
  const command = commandOf(entry);
  const missing =
    command === undefined ? undefined : commandProblem(command, where, variablesOf(entry));
  if (!entry.approved)
    return {
      state: 'unapproved',
      why: [UNAPPROVED, missing].filter(Boolean).join('; even then: '),
    };
  const changed = entry.pins.map((pin) => check(pin, where.projectDir)).find((text) => text);
  if (changed) return { state: 'changed', why: changed };
  return missing ? { state: 'command not found', why: missing } : { state: 'active', why: '' };
}
