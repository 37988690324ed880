import { type Checked, checkHooks, type Entry } from '@wavehooks/hooks';
import { beyondOf, handlerOf, runsOf } from '@wavehooks/hooks/entries';
import {
  type Advice,
  adviceFor,
  makePinCheck,
  problemOfRuns,
  reachOfRuns,
  scriptsOfRuns,
  type Where,
} from '@wavehooks/hooks/scripts';
import { matcherText } from '@wavehooks/hooks/vocabulary';
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
  readonly type: string;
  /** What it runs. */
  readonly command: string;
  /** What kind of hook it is, in words, where it is not a command. */
  readonly called?: string;
  /** Whether a shell reads that; else it is a program with its arguments. */
  readonly shell: boolean;
  readonly isBash?: true;
  /** The script files that it names. */
  readonly files: readonly string[];
  /** Whether its exit code is its answer. */
  readonly exits: boolean;
  /** Whether it runs in the project's root, wherever the event is. */
  readonly inProject: boolean;
  /** `file:line`. */
  readonly source: string;
  readonly from: string;
  readonly state: HookState;
  /** Why it is not active. */
  readonly why: string;
  readonly timeout: number;
  /** The rule that must hold for it to run. */
  readonly if?: string;
  readonly once?: true;
  /** When it is in force, where that is not always. */
  readonly scope?: string;
  readonly async?: Entry['async'];
  readonly onError: 'continue' | 'block';
  /** Whether its entry says what follows from a failure, so that nothing is left to the default. */
  readonly choosesOnError?: true;
  /** Whether an approval covers the files it runs. */
  readonly coverage: 'full' | 'partial' | 'none';
  /** What it may load that no approval covers, in words that go on from "it". */
  readonly gaps: readonly string[];
  /** Why it would fail whenever it fires, as the settings are. */
  readonly refusal?: string;
  /** What would keep it from loading what lies beside it. */
  readonly advice?: Advice;
}

/** Every hook there is with its state, wrong ones included, in configuration order. */
export function listHooks(opened: Pick<Opened, 'sources' | 'settings'>, where: Where): HookRow[] {
  return listChecked(checkHooks(opened.sources), where, opened.settings);
}

export function listChecked(
  { entries, problems }: Checked,
  where: Where,
  settings?: Opened['settings'],
): HookRow[] {
  const check = makePinCheck();
  const rows = entries
    .filter(({ content }) => content !== undefined)
    .map((entry) => ({ ...rowOf(entry, where, check), ...refusalOf(entry, settings) }));
  const wrong = problems
    .filter(({ level }) => level === 'error')
    .map(({ event = '', hook, source, text }) => ({
      ...INVALID,
      event,
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
  shell: true,
  files: [],
  exits: false,
  inProject: false,
  from: '',
  state: 'invalid',
  timeout: 0,
  onError: 'continue',
  coverage: 'none',
  gaps: [],
} as const;

type PinCheck = ReturnType<typeof makePinCheck>;

function rowOf(entry: Entry, where: Where, check: PinCheck): HookRow {
  const handler = handlerOf(entry);
  return {
    event: entry.event,
    matcher: matcherText(entry.matcher),
    name: entry.label,
    type: entry.handler.type,
    command: handler.shows(entry.handler),
    ...(handler.called === undefined ? {} : { called: handler.called }),
    exits: handler.exits,
    inProject: handler.runsIn === 'project',
    source: entry.source,
    from: entry.from,
    ...stateOf(entry, where, check),
    timeout: entry.timeoutMs / 1000,
    onError: entry.onError,
    ...(choosesOnError(entry) ? { choosesOnError: true } : {}),
    ...(entry.if === undefined ? {} : { if: entry.if }),
    ...(entry.once ? { once: true } : {}),
    ...(entry.scope ? { scope: entry.scope.says } : {}),
    ...(entry.async ? { async: entry.async } : {}),
    ...reachIn(entry, where),
  };
}

function choosesOnError({ content }: Entry): boolean {
  const { entry } = content as { entry?: Readonly<Record<string, unknown>> };
  return entry?.['onError'] != null || entry?.['onFailure'] != null;
}

function refusalOf(entry: Entry, settings: Opened['settings'] | undefined) {
  const { handler } = entry;
  const refusal = settings && handlerOf(entry).refusal?.(handler, settings.allowedHttpHookUrls);
  return refusal === undefined ? {} : { refusal };
}

function reachIn(
  entry: Entry,
  { projectDir }: Where,
): Pick<HookRow, 'shell' | 'isBash' | 'files' | 'coverage' | 'gaps' | 'advice'> {
  const runs = runsOf(entry);
  const beyond = beyondOf(entry);
  if (!runs)
    return {
      shell: false,
      files: [],
      ...(beyond === undefined
        ? { coverage: 'full', gaps: [] }
        : { coverage: 'partial', gaps: [beyond] }),
    };
  const reach = reachOfRuns(runs, projectDir);
  const advice = adviceFor(reach, projectDir);
  return {
    shell: 'shell' in runs,
    ...(Object(entry.handler).shell === 'bash' ? { isBash: true } : {}),
    files: scriptsOfRuns(runs, projectDir).files,
    coverage: reach.coverage,
    gaps: reach.gaps,
    ...(advice ? { advice } : {}),
  };
}

const UNAPPROVED = "a project's hooks run only after you approve them";

function stateOf(entry: Entry, where: Where, check: PinCheck): { state: HookState; why: string } {
  if (!entry.enabled) return { state: 'disabled', why: entry.off ?? '"enabled" is false' };
  const runs = runsOf(entry);
  const missing = runs && problemOfRuns(runs, where);
  if (!entry.approved)
    return {
      state: 'unapproved',
      why: [UNAPPROVED, missing].filter(Boolean).join('; even then: '),
    };
  const changed = entry.pins.map((pin) => check(pin, where.projectDir)).find((text) => text);
  if (changed) return { state: 'changed', why: changed };
  return missing ? { state: 'command not found', why: missing } : { state: 'active', why: '' };
}
