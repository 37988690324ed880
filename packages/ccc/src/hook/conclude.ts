import { type Document, documentOf } from '../event/reply.ts';
import { afterBroken, afterVerdict, isResting } from '../state/session.ts';
import { type Last, type State, withCost } from '../state/state.ts';
import type { Job, Result } from './supervise.ts';
import { TEXTS } from './texts.ts';

/** What the process says and how it exits. */
export interface End {
  readonly document?: Document;
  readonly stderr?: string;
  readonly code: number;
  /** For the log: allow, block, limit, rest, broken or timeout. */
  readonly verdict: string;
  readonly reason: string;
}

/** Keeps what a review came to, and turns it into an answer. */
export async function conclude(
  job: Job,
  result: Exclude<Result, 'host gone'>,
  iteration: number,
  redact: (text: string) => string,
): Promise<End> {
  const end = endOf(job, result);
  const last: Last = {
    at: new Date().toISOString(),
    event: job.input.event,
    iteration,
    verdict: end.verdict,
    reason: redact(end.reason).slice(0, 4_000),
  };
  const kept = await keep(job, result, last);
  return withNotes(end, [kept.notice, kept.problem], kept.restsNow);
}

function endOf(job: Job, result: Exclude<Result, 'host gone'>): End {
  const { event } = job.input;
  if (result === 'limit' || result === 'rests') {
    const reason = result === 'limit' ? TEXTS.limit(job.config) : TEXTS.rests;
    const document = documentOf(event, 'allow', reason, reason);
    return { document, code: 0, verdict: result === 'limit' ? 'limit' : 'rest', reason };
  }
  if (result === 'timeout') return broken(job, TEXTS.timeout, 124, 'timeout');
  if ('broken' in result) return broken(job, TEXTS.broken(result.broken), 1, 'broken');
  const { allow, feedback } = result.verdict;
  const reason = feedback || (event.endsWith('Stop') ? TEXTS.done : TEXTS.asking);
  const answer = allow ? 'allow' : 'block';
  return { document: documentOf(event, answer, reason), code: 0, verdict: answer, reason };
}

/** Only a verdict blocks, unless the user wants it otherwise. */
function broken({ config, input }: Job, text: string, code: number, verdict: string): End {
  if (config.onError === 'allow') return { stderr: text, code, verdict, reason: text };
  const document = documentOf(input.event, 'block', TEXTS.held(text));
  return { document, code: 0, verdict, reason: text };
}

interface Kept {
  readonly restsNow: boolean;
  /** What was kept for the user. */
  readonly notice: string | undefined;
  /** The verdict stands even if it cannot be kept: it was counted before. */
  readonly problem?: string;
}

async function keep(job: Job, result: Result, last: Last): Promise<Kept> {
  let restsNow = false;
  let notice: string | undefined;
  const change = ({ notice: waiting, ...before }: State): State => {
    notice = waiting;
    const state = withCost(before, costOf(result));
    if (last.verdict === 'allow' || last.verdict === 'block')
      return afterVerdict(state, last, last.verdict);
    if (result === 'limit' || result === 'rests') return { ...state, last };
    const next = afterBroken(state, last, job.awakeSince);
    restsNow = isResting(next, job.awakeSince);
    return next;
  };
  try {
    await job.session.change(change);
    return { restsNow, notice };
  } catch (error) {
    const problem = `the supervisor could not keep this: ${(error as Error).message}`;
    return { restsNow, notice, problem };
  }
}

const costOf = (result: Result) => (typeof result === 'object' ? result.cost : undefined);

/** What the user has to know goes where the user looks: into the document, or beside the error. */
function withNotes(end: End, notes: readonly (string | undefined)[], restsNow: boolean): End {
  const texts = [...notes, restsNow ? TEXTS.restsFromNow : undefined].filter(
    (text) => text !== undefined,
  );
  if (texts.length === 0) return end;
  if (!end.document) return { ...end, stderr: [end.stderr, ...texts].join('\n') };
  const before = end.document['systemMessage'];
  const systemMessage = [...(before === undefined ? [] : [before]), ...texts].join('\n');
  return { ...end, document: { ...end.document, systemMessage } };
}
