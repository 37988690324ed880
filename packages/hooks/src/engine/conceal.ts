import { type Hide, hiding } from '../deciding/hide.ts';
import { type Effect, rewriteSpec } from '../vocabulary/effect.ts';
import { specOf } from '../vocabulary/events.ts';
import type { Run, Verdict } from '../vocabulary/verdict.ts';
import type { CompleteInput } from './prepare/input.ts';
import type { Result } from './setting.ts';

/** A result, with the input as its hook got it. */
export interface Heard extends Result {
  readonly saw: CompleteInput;
}

/**
 * What a hook took out of an output or a prompt is kept nowhere: hooks that saw it must not bring it back
 * by what they printed. Those that ran after a transform saw only what it left.
 */
export function conceal(
  input: CompleteInput,
  verdict: Verdict,
  results: readonly Heard[],
): { readonly input: CompleteInput; readonly results: readonly Heard[] } {
  const { rewrites, twins } = specOf(verdict.event);
  if (!rewrites || !rewriteSpec(rewrites).hides || !(rewrites in verdict))
    return { input, results };
  const { field } = rewriteSpec(rewrites);
  const after = verdict[rewrites];
  return {
    input: withField(input, twins?.includes(field) ? twins : [field], after),
    results: results.map((result) => {
      const hide = hiding(result.saw[field], after);
      return hide ? hidden(result, hide) : result;
    }),
  };
}

/** The input with one value in all its fields. */
export const withField = (
  input: CompleteInput,
  names: readonly string[],
  value: unknown,
): CompleteInput => ({ ...input, ...Object.fromEntries(names.map((name) => [name, value])) });

const hidden = (result: Heard, hide: Hide): Heard => ({
  ...result,
  run: hiddenRun(result.run, hide),
  asked: { ...result.asked, effects: result.asked.effects.map((one) => hiddenEffect(one, hide)) },
});

const hiddenRun = (run: Run, hide: Hide): Run => ({
  ...run,
  stdout: hide(run.stdout),
  stderr: hide(run.stderr),
  outcome:
    'error' in run.outcome ? { ...run.outcome, error: hide(run.outcome.error) } : run.outcome,
});

/** What replaces it is what the hook wants seen. */
function hiddenEffect(effect: Effect, hide: Hide): Effect {
  if ('text' in effect) return { ...effect, text: hide(effect.text) };
  return effect.do === 'decide' && effect.stopReason
    ? { ...effect, stopReason: hide(effect.stopReason) }
    : effect;
}
