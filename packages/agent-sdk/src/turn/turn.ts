import { InterceptionDenied } from '../agent-hooks/interception-denied.ts';
import { messageOf } from '../base/error-text.ts';
import type { Ended, TurnResult } from '../conversation/agent-event.ts';
import type { LateNews } from '../hooks/late-news.ts';
import type { Output } from '../output/output-schema.ts';
import { type Call, ModelError } from '../vocabulary/model.ts';
import { type AskParts, ask } from './ask.ts';
import { afterServed } from './calls/after-served.ts';
import type { CallParts } from './calls/call.ts';
import { runStep } from './calls/executor.ts';
import { attachMentions } from './calls/mentions.ts';
import { askForOutput, endWith, readOutput } from './output.ts';
import { addTurns, type Progress, resultOf, startProgress } from './progress.ts';
import type { Steering } from './steering.ts';
import { mayStop } from './stop.ts';
import { stopFailure } from './stop-failure.ts';
import { type Prompt, submit } from './submit.ts';
import { ABORTED, addMessages, type End, halted } from './turn-end.ts';

export interface TurnParts extends CallParts, AskParts {
  /** What has to be done before a request: wait for servers, take over what they changed. */
  readonly prepare: (signal: AbortSignal) => Promise<void>;
  /** What hooks said that nobody waited for. Only the main agent gets it. */
  readonly late: Pick<LateNews, 'take' | 'wakes'>;
  /** What the user sends while it works. Only the main agent gets it. */
  readonly steering: Pick<Steering, 'take'>;
  /** The prompt that hooks are told of from here on; gives the one before. */
  readonly begins: (prompt: string | undefined) => string | undefined;
  readonly maxTurns: number;
  readonly stopBlocks: number;
  /** Tells what changed about the settings on disk since it was last asked. */
  readonly announce: (signal: AbortSignal) => Promise<void>;
}

/**
 * One prompt until the agent stops: the only loop of the agent. Without a prompt it goes on because of
 * what a hook said. Does not reject.
 */
export async function runTurn(
  prompt: Prompt | undefined,
  parts: TurnParts,
  signal: AbortSignal,
): Promise<TurnResult> {
  const progress = startProgress();
  try {
    const { ended, more } = await runUntilEnd(prompt, progress, parts, signal);
    return resultOf(progress, ended, more);
  } catch (error) {
    if (signal.aborted) return resultOf(progress, 'aborted');
    const text = faultOf(error);
    parts.conversation.tell('error', text);
    if (error instanceof InterceptionDenied)
      return resultOf(progress, 'blocked', { stopReason: text });
    await stopFailure(error, text, progress.text, parts, signal);
    return resultOf(progress, 'failed', { error: text });
  }
}

/** Whatever is thrown in a turn ends it and nothing more: whoever waits for its end is told of it. */
const faultOf = (error: unknown): string =>
  error instanceof ModelError ? error.message : `The turn broke off: ${messageOf(error)}`;

async function runUntilEnd(
  prompt: Prompt | undefined,
  progress: Progress,
  parts: TurnParts,
  signal: AbortSignal,
): Promise<End> {
  if (!parts.agent) parts.pending.begin();
  const before = prompt && (await enter(prompt, parts, signal));
  if (before) return before;
  let isPaused = false;
  for (;;) {
    if (signal.aborted) return ABORTED;
    if (progress.requests >= parts.maxTurns) return { ended: tellTurnLimit(parts), more: {} };
    // What paused goes back as it is.
    const steered = isPaused ? undefined : await steer(progress, parts, signal);
    if (steered) return steered;
    await parts.announce(signal);
    await parts.prepare(signal);
    if (signal.aborted) return ABORTED;
    if (!parts.agent) addMessages(parts.conversation, parts.late.take());
    const answer = await ask(parts, progress, signal);
    if (signal.aborted) return ABORTED;
    if ('ended' in answer) return answer;
    const shown = await afterServed(answer, parts, signal);
    if (signal.aborted) return ABORTED;
    if (shown) return halted(shown);
    isPaused = answer.reason === 'pause';
    if (isPaused) continue;
    const end =
      answer.calls.length > 0
        ? await step(answer.calls, prompt?.output, progress, parts, signal)
        : await stop(prompt?.output, progress, parts, signal);
    if (signal.aborted) return ABORTED;
    if (end && !isHeldLate(end, progress, parts)) return end;
  }
}

/** A prompt on its way into the conversation; how the turn ends where it does not get there. */
async function enter(
  prompt: Prompt,
  parts: TurnParts,
  signal: AbortSignal,
): Promise<End | undefined> {
  const submitted = await submit(prompt, parts, signal);
  if ('ended' in submitted) return submitted;
  // What another agent wrote names files for its reader to read.
  const kept = parts.agent ? undefined : await attachMentions(submitted.text, parts, signal);
  if (prompt.output) askForOutput(prompt.output, parts.conversation);
  return kept && halted(kept);
}

/**
 * Between two requests the user may have said more. It enters as every prompt does; one that a hook keeps
 * back ends nothing, since the agent is at work on another.
 */
async function steer(
  { requests }: Progress,
  parts: TurnParts,
  signal: AbortSignal,
): Promise<End | undefined> {
  if (requests === 0 || parts.agent) return undefined;
  return parts.steering.take(async (prompt) => {
    const before = parts.begins(prompt.id);
    const end = await enter(prompt, parts, signal);
    const isThere = parts.conversation.messages.some(({ id }) => id === prompt.id);
    if (isThere) return { is: 'sent', end };
    parts.begins(before);
    if (signal.aborted) return { is: 'left', end: ABORTED };
    return { is: 'blocked', ...(end?.ended === 'blocked' ? {} : { end }) };
  });
}

/** A hook that nobody waited for had something for the agent meanwhile: that is one more step, too. */
function isHeldLate({ ended }: End, progress: Progress, { agent, late, stopBlocks }: TurnParts) {
  if (ended !== 'done' || agent || !late.wakes || progress.blocks >= stopBlocks) return false;
  progress.blocks++;
  return true;
}

/** All calls of an answer, and what hooks have to say to them. */
async function step(
  calls: readonly Call[],
  output: Output | undefined,
  progress: Progress,
  parts: TurnParts,
  signal: AbortSignal,
): Promise<End | undefined> {
  const { messages, halt, last, turns = [] } = await runStep(calls, parts, signal);
  addTurns(progress, turns);
  // Also where another call halted: what a hook said of this one waits for the next prompt.
  addMessages(parts.conversation, messages);
  if (halt) return halted(halt);
  if (last === undefined || signal.aborted) return undefined;
  progress.text = last;
  return stop(output, progress, parts, signal);
}

/** The agent would stop here, unless it owes an output. A hook may send it back to work, but not for ever. */
async function stop(
  output: Output | undefined,
  progress: Progress,
  parts: TurnParts,
  signal: AbortSignal,
): Promise<End | undefined> {
  const read = output && (await readOutput(output, progress, parts.conversation));
  if (output && !read) return undefined;
  const end = await mayStop(progress, parts, signal);
  if (!end) progress.blocks++;
  return end && read ? endWith(read, end, parts.conversation) : end;
}

function tellTurnLimit({ conversation, maxTurns }: TurnParts): Ended {
  conversation.tell(
    'warning',
    `The turn ended: it reached the limit of ${maxTurns} requests to the model.`,
  );
  return 'turn-limit';
}
