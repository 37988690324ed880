import { isObject, show } from '@wavehooks/hooks/vocabulary';
import { unlessAborted } from '../base/wait.ts';
import type { Confirm, ConfirmAnswer, ConfirmRequest } from './confirm.ts';
import { PERMISSION_MODES } from './rules/rule.ts';

/** An answer of which only the word has been looked at. */
export type ReadAnswer = Exclude<ConfirmAnswer, { answer: 'always' }> | ReadAlways;

/** Nothing of it has been looked at. */
export interface ReadAlways {
  readonly answer: 'always';
  readonly rule?: unknown;
  readonly also?: unknown;
  readonly mode?: unknown;
  readonly scope?: unknown;
}

/** A callback that throws, or returns something else, said neither yes nor no. */
export async function answerOf(
  confirm: Confirm | undefined,
  request: ConfirmRequest,
): Promise<ReadAnswer | Error> {
  try {
    const ask = async () => confirm?.(request);
    return readAnswer(await unlessAborted(ask(), request.signal));
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Callbacks are also written where no types are checked: only a clear yes opens anything. */
function readAnswer(answer: unknown): ReadAnswer | Error {
  if (typeof answer === 'boolean') return { answer: answer ? 'yes' : 'no' };
  const { answer: word, rule, also, mode, scope, message } = isObject(answer) ? answer : {};
  if (word === 'yes') return mode === undefined ? { answer: word } : yesIn(mode);
  if (word === 'always') return { answer: word, rule, also, mode, scope };
  if (word === 'no') return { answer: word, ...(typeof message === 'string' ? { message } : {}) };
  return new Error(`confirm: expected ${EXPECTED}, got ${show(answer)}`);
}

/** An unknown mode, or plan mode itself, does not accept the plan. */
function yesIn(mode: unknown): ReadAnswer | Error {
  const found = PERMISSION_MODES.find((one) => one === mode);
  if (found !== undefined && found !== 'plan') return { answer: 'yes', mode: found };
  const others = PERMISSION_MODES.filter((one) => one !== 'plan').join(', ');
  return new Error(`confirm: expected a mode (${others}), got ${show(mode)}`);
}

const EXPECTED = '{ answer: "yes", "no" or "always" }, true or false';
