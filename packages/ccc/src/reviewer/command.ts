import { runProgram } from './contained.ts';
import { ANSWER_FORMAT } from './instructions.ts';
import type { Reviewer, ReviewRequest } from './reviewer.ts';

/** Any command: it gets everything as JSON on stdin and prints the answer. */
export const commandReviewer =
  (command: string): Reviewer =>
  (request, signal) =>
    runProgram(
      {
        name: 'the reviewer command',
        file: '/bin/sh',
        args: ['-c', command],
        stdin: `${JSON.stringify(documentOf(request))}\n`,
      },
      request,
      signal,
    );

const documentOf = (request: ReviewRequest) => ({
  input: request.input.raw,
  session_id: request.input.sessionId,
  id: request.id,
  iteration: request.iteration,
  max_iterations: request.maxIterations,
  evidence: request.evidence,
  instructions: `${request.instructions}\n\n${ANSWER_FORMAT}`,
  ...(request.model === undefined ? {} : { model: request.model }),
  ...(request.repair === undefined ? {} : { repair: request.repair }),
});
