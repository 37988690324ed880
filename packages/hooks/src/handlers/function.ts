import { inspect } from 'node:util';
import { type Ending, limitsOf, type Outcome, stopwatch } from '@wavehooks/process';
import type { HandlerSpec, HookFunction, HookReply } from '../entries/entry.ts';
import { isObject, required, show } from '../vocabulary/shape.ts';
import { type Handler, parseInput } from './handler.ts';

export interface FunctionSpec extends HandlerSpec {
  readonly type: 'function';
  readonly run: HookFunction;
}

const FIELDS = { run: required('function', 'the function') };

/**
 * A callback in this process. It gets a copy of the input of its own, and what it returns is read as
 * if it had been printed; throwing, or returning what is no reply, is like exiting 1. What it cannot
 * have is a time-out that ends it: its signal is aborted, and whatever it still does is ignored.
 */
export const callback: Handler<FunctionSpec, typeof FIELDS> = {
  type: 'function',
  fields: FIELDS,
  from: 'code',
  check: ({ run }) =>
    typeof run === 'function'
      ? undefined
      : `"run": expected a function, which only code can give, got ${show(run)}`,
  read: ({ run }) => ({ type: 'function', run: run as HookFunction }),
  shows: () => '(a function)',
  identity: ({ run }) => run,
  startsProcess: false,
  exits: false,
  run: async ({ run }, job) => {
    const ms = stopwatch();
    if (job.signal.aborted) return ending({ is: 'cancelled' }, '', '', ms());
    const own = new AbortController();
    const limits = limitsOf(job.timeoutMs, job.signal);
    const reply = call(() => run(parseInput(job), { signal: own.signal }));
    const first = await Promise.race([reply, limits.reached]);
    limits.clear();
    if ('is' in first) {
      own.abort();
      return ending(first, '', '', ms());
    }
    if ('error' in first) return ending({ is: 'exit', code: 1 }, '', first.error, ms());
    return Buffer.byteLength(first.stdout) > job.maxBytes
      ? ending({ is: 'cut', stream: 'stdout' }, '', '', ms())
      : ending({ is: 'exit', code: 0 }, first.stdout, '', ms());
  },
};

const ending = (outcome: Outcome, stdout: string, stderr: string, ms: number): Ending => ({
  outcome,
  stdout,
  stderr,
  ms,
});

type Reply = { stdout: string } | { error: string };

async function call(run: () => HookReply | Promise<HookReply>): Promise<Reply> {
  try {
    return replyOf(await run());
  } catch (error) {
    return { error: errorText(error) };
  }
}

/** A `false` that somebody meant as a no must not pass for silence: what is no reply is a failure. */
function replyOf(reply: unknown): Reply {
  if (reply === undefined || reply === null) return { stdout: '' };
  if (typeof reply === 'string') return { stdout: reply };
  const json = isObject(reply) ? JSON.stringify(reply) : undefined;
  // An object may turn itself into something else, as a date does.
  if (json?.startsWith('{')) return { stdout: json };
  return { error: `returned ${show(reply)}; expected an answer, a text or nothing` };
}

/** What was thrown can be anything, also something that throws when it is looked at. */
function errorText(error: unknown): string {
  try {
    return error instanceof Error ? String(error.message) : inspect(error);
  } catch {
    return 'it threw something that cannot be shown';
  }
}
