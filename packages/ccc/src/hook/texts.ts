import type { Config } from '../config/config.ts';
import { MAX_BROKEN } from '../state/session.ts';

/** What the supervisor says in its own name. */
export const TEXTS = {
  noId: 'CCC_SUPERVISOR_ID is not set: start the agent with "ccc run -- <agent ...>", or set it to any id of your own\n',
  done: 'the review found the work complete',
  asking: 'the review found that the user has to answer this',
  limit: ({ maxIterations }: Config) =>
    `the supervisor reached its limit of ${maxIterations} reviews since the last prompt: this was allowed without a review, which does not mean that the work is complete`,
  rests: `the supervisor is paused for this session after ${MAX_BROKEN} failed reviews in a row: it allowed this without a review (see "ccc log"; "ccc supervisor-mode on" resumes it)`,
  restsFromNow: `this was failed review ${MAX_BROKEN} in a row, so the supervisor is now paused for this session`,
  timeout: 'hook execution timeout',
  broken: (why: string) => `supervisor SDK failed: ${why}`,
  held: (why: string) =>
    `The supervisor could not review this (${why}). Check your work once more against the task, and then try again.`,
} as const;
