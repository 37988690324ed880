import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Asked, combine, rewritesOf, rewrittenValue } from '../deciding/combine.ts';
import type { Entry } from '../entries/entry.ts';
import { runsInProject, startsProcess } from '../handlers/index.ts';
import { rewriteSpec } from '../vocabulary/effect.ts';
import { canCause, specOf } from '../vocabulary/events.ts';
import type { Verdict } from '../vocabulary/verdict.ts';
import { cutTexts } from './cut.ts';
import type { CheckedInput, CompleteInput } from './input.ts';
import { type Passage, type Result, runOne, type Setting, tell } from './run-one.ts';

/** Transforms first, one after the other; then all judges side by side on what came of it. */
export async function conduct(
  planned: readonly Entry[],
  input: CompleteInput,
  signal: AbortSignal,
  setting: Setting,
): Promise<Verdict> {
  const results = new Map<Entry, Result>();
  const places = placesOf(planned, input.cwd, setting.projectDir);
  let passage: Passage = { input, payload: payloadOf(input), ...places, signal, setting };
  for (const entry of planned.filter(({ phase }) => phase === 'transform')) {
    const result = await runOne(entry, passage);
    results.set(entry, result);
    passage = rewritten(passage, result.asked);
  }
  const judges = planned.filter(({ phase }) => phase === 'judge');
  await Promise.all(judges.map(async (entry) => results.set(entry, await runOne(entry, passage))));
  const ordered = planned.flatMap((entry) => results.get(entry) ?? []);
  const verdict = signal.aborted
    ? cancelled(input, ordered)
    : cutTexts(verdictOf(input, ordered), {
        maxChars: setting.limits.textChars,
        dir: setting.outputDir,
      });
  const hooks = ordered.map(({ id, run, asked }) => ({ id, run, effects: asked.effects }));
  tell(setting, { is: 'decided', event: verdict.event, input, verdict, hooks });
  return verdict;
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
  setting: Setting,
): Verdict {
  const verdict = verdictOf(input, []);
  if (setting.observe)
    tell(setting, { is: 'unmatched', event: verdict.event, input: complete(), verdict });
  return verdict;
}

function rewritten(passage: Passage, asked: Asked): Passage {
  const { rewrites, twins } = specOf(passage.input.hook_event_name);
  if (rewrites === undefined || rewritesOf(asked).length === 0) return passage;
  const { field } = rewriteSpec(rewrites);
  const value = rewrittenValue(rewrites, passage.input, [asked]);
  const names = twins?.includes(field) ? twins : [field];
  const input = {
    ...passage.input,
    ...Object.fromEntries(names.map((name) => [name, value])),
  };
  return { ...passage, input, payload: payloadOf(input) };
}

function verdictOf(input: CheckedInput, results: readonly Result[]): Verdict {
  const asked = results.map((result) => result.asked);
  const runs = results.map((result) => result.run);
  return { ...combine(input.hook_event_name, input, asked), runs };
}

/** A cancelled event goes nowhere: a host that does not look at its signal is held by the decision. */
const cancelled = (input: CompleteInput, results: readonly Result[]): Verdict => ({
  event: input.hook_event_name,
  decision: 'halt',
  decidedBy: [],
  rewrittenBy: [],
  toAgent: [],
  toUser: [],
  context: [],
  erasePrompt: canCause(input.hook_event_name, 'erase-prompt'),
  stopReason: '',
  runs: results.map(({ run }) => run),
});
