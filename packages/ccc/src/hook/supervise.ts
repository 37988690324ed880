import type { Config } from '../config/config.ts';
import type { Place } from '../config/place.ts';
import { homeOf } from '../config/place.ts';
import type { HookInput } from '../event/input.ts';
import { gather } from '../evidence/evidence.ts';
import { workdirOf } from '../evidence/workdir.ts';
import { type Reviewed, review } from '../review/review.ts';
import { readInstructions } from '../review/supervisor-md.ts';
import { reviewerOf } from '../reviewer/reviewer-of.ts';
import { isResting, type Session } from '../state/session.ts';
import type { State } from '../state/state.ts';

/** One event to be supervised, and everything around it. */
export interface Job {
  readonly input: HookInput;
  readonly id: string;
  readonly config: Config;
  readonly place: Place;
  readonly session: Session;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends with the host. */
  readonly signal: AbortSignal;
  readonly verbose: (text: string) => void;
  /** Rests that began before this have been ended by the user. */
  readonly awakeSince: number;
}

/** How the review of an event ended. */
export type Result = Reviewed | 'timeout' | 'limit' | 'rests' | 'host gone';

/** What a turn may take beyond the review's time, for its processes to end and its state to be kept. */
const SLACK_MS = 60_000;

/**
 * Keeps how the review of an event ended. `iteration` is the event's number since the count was last set
 * back.
 */
export type Keep<T> = (result: Result, iteration: number) => Promise<T>;

/**
 * Reviews an event that has been counted: after the others of its session, within its own time. What came
 * of it is kept before the next one has its turn, which starts from it.
 */
export async function supervise<T>(job: Job, state: State, keep: Keep<T>): Promise<T> {
  const iteration = state.count;
  const early = withoutReview(job, state, iteration);
  if (early) return keep(early, iteration);
  const release = await job.session
    .turn(job.config.timeoutMs + SLACK_MS, job.signal)
    .catch((error: Error) => error);
  if (job.signal.aborted) return keep('host gone', iteration);
  if (release instanceof Error) throw release;
  try {
    // Others had their turn meanwhile.
    const now = await job.session.recount(state);
    const result =
      withoutReview(job, now.state, now.iteration) ??
      (await withinTime(job, now.iteration, now.state));
    return await keep(result, now.iteration);
  } finally {
    release();
  }
}

function withoutReview(job: Job, state: State, iteration: number): 'limit' | 'rests' | undefined {
  if (iteration > job.config.maxIterations) return 'limit';
  return isResting(state, job.awakeSince) ? 'rests' : undefined;
}

async function withinTime(job: Job, iteration: number, state: State): Promise<Result> {
  const time = new AbortController();
  const timer = setTimeout(() => time.abort(), job.config.timeoutMs);
  const signal = AbortSignal.any([time.signal, job.signal]);
  const late = Promise.withResolvers<'late'>();
  signal.addEventListener('abort', () => setTimeout(late.resolve, ENDING_MS, 'late'));
  const reviewed = await Promise.race([reviewOnce(job, iteration, state, signal), late.promise]);
  clearTimeout(timer);
  if (job.signal.aborted) return 'host gone';
  return time.signal.aborted || reviewed === 'late' ? 'timeout' : reviewed;
}

/** A reviewer ends its processes when its time is up; one that does not even do that is left behind. */
const ENDING_MS = 5_000;

async function reviewOnce(
  job: Job,
  iteration: number,
  state: State,
  signal: AbortSignal,
): Promise<Reviewed> {
  const { input, id, config, env } = job;
  try {
    const workdir = workdirOf(input.cwd, env);
    const { cwd } = workdir;
    if (workdir.note) job.verbose(workdir.note);
    const { text, from, note } = readInstructions(job.place.instructions, cwd, homeOf(env));
    job.verbose(`iteration ${iteration}, reviewer ${config.reviewer.type}, instructions ${from}`);
    if (note) job.verbose(note);
    const evidence = await gather(input, workdir, state.feedback, env, signal);
    const request = {
      ...{ input, id, iteration, evidence, cwd, env },
      isAway: workdir.note !== undefined,
      maxIterations: config.maxIterations,
      instructions: text,
      model: config.model,
    };
    return await review(reviewerOf(config.reviewer), request, signal);
  } catch (error) {
    return { broken: (error as Error).message };
  }
}
