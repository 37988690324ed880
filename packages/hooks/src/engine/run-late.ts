import type { Entry } from '../entries/entry.ts';
import type { Run, Verdict } from '../vocabulary/verdict.ts';
import { conceal } from './conceal.ts';
import { cutTexts } from './cut.ts';
import { lateVerdict } from './late.ts';
import { infoOf, runOne } from './run-one.ts';
import { type Passage, type Result, type Setting, tell } from './setting.ts';

/** What an event has for those of its hooks that outlive it. */
export interface Afterwards {
  /** Its verdict, once that is there. */
  readonly first: () => Promise<Verdict>;
  /** Takes over the variables that a hook set. */
  readonly withVariables: <R extends Result>(
    results: readonly R[],
    at: Passage,
  ) => Promise<readonly R[]>;
}

/** Starts a hook that nobody waits for. */
export function runLate(
  planned: Entry,
  started: Passage,
  { first, withVariables }: Afterwards,
): Result {
  const { input, setting } = started;
  const { late } = setting;
  const passage = { ...started, signal: late.signal };
  const info = infoOf(planned, passage);
  const { id, event, hook, source } = info;
  const ended = runOne(planned, passage, info).then(async ({ signals, ...result }) => {
    const [told = result] = await withVariables([result], passage);
    const decided = await first();
    const heard = { ...told, saw: passage.input };
    const kept = conceal(passage.input, decided, [heard]);
    const { run, asked } = kept.results[0] ?? heard;
    const whole = lateVerdict(decided, { id, run, asked, signals }, planned.async);
    const verdict = cutTexts(whole, cutOptions(setting));
    tell(setting, {
      is: 'late',
      event,
      input: kept.input,
      verdict,
      hooks: [{ id, run, effects: asked.effects }],
    });
    if (run.outcome.is !== 'cancelled') late.deliver?.(verdict, input);
  });
  const done = ended.catch(() => {}).finally(() => late.running.delete(done));
  late.running.add(done);
  const run: Run = { hook, source, ms: 0, outcome: { is: 'async' }, stdout: '', stderr: '' };
  return { id, run, asked: { hook, phase: planned.phase, effects: [] } };
}

export const cutOptions = ({ limits, outputDir }: Setting) => ({
  maxChars: limits.textChars,
  dir: outputDir,
});
