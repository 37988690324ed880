import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { freshId } from '@wavehooks/process/files';
import { combine, rewritesOf, rewrittenValue } from '../deciding/combine.ts';
import type { HookEffects } from '../deciding/hook-effects.ts';
import type { Entry } from '../entries/entry.ts';
import { runsInProject, startsProcess } from '../handlers/index.ts';
import { rewriteSpec } from '../vocabulary/effect.ts';
import { canCause, type HookInput, specOf } from '../vocabulary/events.ts';
import { DEFAULT_LIMITS, type Limits } from '../vocabulary/limits.ts';
import type { Verdict } from '../vocabulary/verdict.ts';
import { conceal, type Heard, withField } from './conceal.ts';
import { cutTexts } from './cut.ts';
import { dueOf } from './due.ts';
import {
  type CheckedInput,
  type CompleteInput,
  checkInput,
  completeInput,
} from './prepare/input.ts';
import { type Afterwards, cutOptions, runLate } from './run-late.ts';
import { runOne } from './run-one.ts';
import { type Passage, type Result, type RunEvent, type Setting, tell } from './setting.ts';
import { type SetVariables, withVariables } from './variables.ts';

/** Takes one event through its hooks. */
export function conduct(
  planned: readonly Entry[],
  input: CompleteInput,
  signal: AbortSignal,
  setting: Setting,
  setVariables: SetVariables = () => {},
): Promise<Verdict> {
  const verdict: Promise<Verdict> = run(planned, input, signal, setting, {
    first: () => verdict,
    withVariables: (results, at) => withVariables(results, at, setVariables),
  });
  return verdict;
}

/**
 * Transforms first, one after the other; then all judges side by side on what came of it. What nobody
 * waits for is only started; it asks for the verdict when it has ended.
 */
async function run(
  planned: readonly Entry[],
  input: CompleteInput,
  signal: AbortSignal,
  setting: Setting,
  afterwards: Afterwards,
): Promise<Verdict> {
  const results = new Map<Entry, Heard>();
  const due = dueOf(planned, setting);
  const places = placesOf(planned, input.cwd, setting.projectDir);
  const chain = new Map<string, unknown>();
  let passage: Passage = { input, payload: payloadOf(input), ...places, signal, setting, chain };
  for (const place of planned.filter(({ phase }) => phase === 'transform')) {
    const entry = due.take(place, passage.input);
    if (!entry) continue;
    const result = await runOne(entry, passage);
    results.set(place, { ...result, saw: passage.input });
    passage = rewritten(passage, result.asked);
  }
  const judged = passage;
  const judges = planned.filter(({ phase }) => phase === 'judge');
  await Promise.all(
    judges.map(async (place) => {
      const entry = due.take(place, judged.input);
      if (!entry) return;
      // What was cancelled before it began does not begin.
      const isLate = entry.async && !signal.aborted;
      const result = isLate ? runLate(entry, judged, afterwards) : await runOne(entry, judged);
      results.set(place, { ...result, saw: judged.input });
    }),
  );
  if (signal.aborted) due.giveBack();
  const ran = planned.flatMap((entry) => results.get(entry) ?? []);
  const ordered = signal.aborted ? ran : await afterwards.withVariables(ran, passage);
  const told = signal.aborted
    ? cancelled(input, planned, ordered)
    : concealed(input, verdictOf(input, ordered), ordered);
  const verdict = signal.aborted ? told.verdict : cutTexts(told.verdict, cutOptions(setting));
  const hooks = told.results.map(({ id, run, asked }) => ({ id, run, effects: asked.effects }));
  tell(setting, { is: 'decided', event: verdict.event, input: told.input, verdict, hooks });
  return verdict;
}

/** What came of an event, as it may be kept. */
interface Kept {
  readonly input: CompleteInput;
  readonly results: readonly Heard[];
  readonly verdict: Verdict;
}

/** The verdict is made anew of what may be told. */
function concealed(input: CompleteInput, verdict: Verdict, ordered: readonly Heard[]): Kept {
  const kept = conceal(input, verdict, ordered);
  return kept.results === ordered
    ? { ...kept, verdict }
    : { ...kept, verdict: verdictOf(input, kept.results) };
}

/** A directory that is gone must not keep a guard from starting: another has to do. A function is in none. */
export function placesOf(planned: readonly Entry[], asked: string, projectDir: string) {
  const [cwd, root] = [resolve(asked), projectDir];
  if (!planned.some(startsProcess)) return { cwd, root };
  const first = (...dirs: string[]) => dirs.find(isDirectory) ?? '/';
  return {
    cwd: first(cwd, root),
    root: planned.some(runsInProject) ? first(root, cwd) : root,
  };
}

/** Only a directory that can be entered has a `.` in it; this costs a fifth of asking what a path is. */
const isDirectory = (path: string) => existsSync(`${path}/.`);

const payloadOf = (input: CompleteInput) => Buffer.from(`${JSON.stringify(input)}\n`);

/** No hook is for this event: what it comes to is known without a run. Only a listener needs it in full. */
export function unmatched(
  input: CheckedInput,
  complete: () => CompleteInput,
  setting: Pick<Setting, 'observe'>,
): Verdict {
  const verdict = verdictOf(input, []);
  if (setting.observe)
    tell(setting, { is: 'unmatched', event: verdict.event, input: complete(), verdict });
  return verdict;
}

/**
 * The same without an engine, for a program that answers one event and ends: what runs hooks is large, and
 * need not be loaded for this. Throws a `TypeError` for an input that does not fit its event.
 */
export function fireUnmatched(
  raw: HookInput,
  {
    projectDir,
    limits,
    observe,
  }: {
    readonly projectDir: string;
    readonly limits?: Partial<Limits>;
    readonly observe?: (event: RunEvent) => void;
  },
): Verdict {
  const checked = checkInput(raw);
  if (typeof checked === 'string') throw new TypeError(`hook input: ${checked}`);
  const defaults = {
    sessionId: `session-${freshId()}`,
    cwd: resolve(projectDir),
    limits: { ...DEFAULT_LIMITS, ...limits },
  };
  return unmatched(checked, () => completeInput(checked, defaults), { observe });
}

function rewritten(passage: Passage, asked: HookEffects): Passage {
  const { rewrites, twins } = specOf(passage.input.hook_event_name);
  if (rewrites === undefined || rewritesOf(asked).length === 0) return passage;
  const { field } = rewriteSpec(rewrites);
  const value = rewrittenValue(rewrites, passage.input, [asked]);
  const input = withField(passage.input, twins?.includes(field) ? twins : [field], value);
  return { ...passage, input, payload: payloadOf(input) };
}

function verdictOf(input: CheckedInput, results: readonly Result[]): Verdict {
  const asked = results.map((result) => result.asked);
  const runs = results.map((result) => result.run);
  return { ...combine(input.hook_event_name, input, asked), runs };
}

/** A cancelled event goes nowhere: a host that does not look at its signal is held by the decision. */
function cancelled(
  input: CompleteInput,
  planned: readonly Entry[],
  ordered: readonly Heard[],
): Kept {
  const event = input.hook_event_name;
  const verdict: Verdict = {
    event,
    decision: 'halt',
    ...happened(input, planned, ordered),
    decidedBy: [],
    rewrittenBy: [],
    toAgent: [],
    toUser: [],
    context: [],
    erasePrompt: canCause(event, 'erase-prompt'),
    stopReason: '',
    runs: [],
  };
  const kept = conceal(input, verdict, ordered);
  return { ...kept, verdict: { ...verdict, runs: kept.results.map(({ run }) => run) } };
}

/**
 * What a tool gave out is there all the same: as those left it who were done with it, and not at all where
 * a guard that was to rewrite it was not.
 */
function happened(
  input: CompleteInput,
  planned: readonly Entry[],
  ordered: readonly Heard[],
): Pick<Verdict, 'output'> {
  const { rewrites } = specOf(input.hook_event_name);
  if (rewrites === undefined || !rewriteSpec(rewrites).happened) return {};
  const isCut = (at: number) => ordered[at]?.run.outcome.is === 'cancelled';
  const guards = planned.some(
    ({ phase, onError }, at) => phase === 'transform' && onError === 'block' && isCut(at),
  );
  if (guards) return { [rewrites]: `[The ${rewrites} was withheld: the turn was cancelled.]` };
  const { [rewrites]: value } = verdictOf(input, ordered);
  return value === undefined ? {} : { [rewrites]: value };
}
