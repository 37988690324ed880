import { isObject, show } from '@wavehooks/hooks/vocabulary';
import { unlessAborted } from '../base/wait.ts';
import type { Confirm, ConfirmAnswer, ConfirmRequest } from './confirm.ts';

/** An answer of which only the word has been looked at. */
export type ReadAnswer = Exclude<ConfirmAnswer, { answer: 'always' }> | ReadAlways;

/** Nothing of it has been looked at. */
export interface ReadAlways {
  readonly answer: 'always';
  readonly rule?: unknown;
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
  const { answer: word, rule, mode, scope, message } = isObject(answer) ? answer : {};
  if (word === 'yes') return { answer: word };
  if (word === 'always') return { answer: word, rule, mode, scope };
  if (word === 'no') return { answer: word, ...(typeof message === 'string' ? { message } : {}) };
  return new Error(`confirm: expected ${EXPECTED}, got ${show(answer)}`);
}

const EXPECTED = '{ answer: "yes", "no" or "always" }, true or false';
