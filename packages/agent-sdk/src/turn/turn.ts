import { messageOf } from '../base/error-text.ts';
import { type CompactParts, makeRoom, makeShorter } from '../compaction/compact.ts';
import type { AgentEvent, Ended, Incomplete, TurnResult } from '../conversation/agent-event.ts';
import { addUsage, NO_USAGE } from '../usage/add-usage.ts';
import { addCost, type Spend } from '../usage/ledger.ts';
import type { AgentRef } from '../vocabulary/agent-ref.ts';
import { ModelError, type Usage } from '../vocabulary/model.ts';
import { type Answer, askModel } from './answer.ts';
import type { CallParts } from './call.ts';
import { dropImages } from './drop-images.ts';
import { runCalls } from './executor.ts';
import { tellIncomplete } from './incomplete.ts';
import { attachMentions } from './mentions.ts';
import { mayStop } from './stop.ts';
import { type Prompt, submit } from './submit.ts';
import { addMessages, type End, halted } from './turn-end.ts';

export interface TurnParts extends CallParts, CompactParts {
  /** The subagent whose turn it is. */
  readonly agent?: AgentRef;
  /** What has to be done before a request: wait for servers, take over what they changed. */
  readonly prepare: (signal: AbortSignal) => Promise<void>;
  readonly maxTurns: number;
  readonly stopBlocks: number;
  /** What changed about the settings on disk since it was last asked. */
  readonly notice: () => string | undefined;
  readonly emit: (event: AgentEvent) => void;
}

/** How far a turn has come. */
interface Progress {
  requests: number;
  /** Requests of subagents: they count, but have a limit of their own. */
  inner: number;
  usage: Usage;
  cost: number | undefined;
  text: string;
  blocks: number;
  /** Of the last answer. */
  incomplete?: Incomplete | undefined;
}

/** One prompt until the agent stops: the only loop of the agent. Does not reject. */
export async function runTurn(
  prompt: Prompt,
  parts: TurnParts,
  signal: AbortSignal,
): Promise<TurnResult> {
  const progress: Progress = {
    requests: 0,
    inner: 0,
    usage: NO_USAGE,
    cost: 0,
    text: '',
    blocks: 0,
  };
  const end = (ended: Ended, more: Partial<TurnResult> = {}): TurnResult => ({
    ended,
    text: progress.text,
    usage: progress.usage,
    requests: progress.requests + progress.inner,
    ...(progress.cost === undefined ? {} : { cost: progress.cost }),
    ...(progress.incomplete ? { incomplete: progress.incomplete } : {}),
    ...more,
  });
  try {
    const submitted = await submit(prompt, parts, signal);
    if (submitted) return end(submitted.ended, submitted.more);
    // What another agent wrote names files for its reader to read.
    const kept = parts.agent ? undefined : await attachMentions(prompt.text, parts, signal);
    if (kept) return end('halted', halted(kept).more);
    for (;;) {
      if (signal.aborted) return end('aborted');
      if (progress.requests >= parts.maxTurns) return end(tellTurnLimit(parts));
      tellNotice(parts);
      await parts.prepare(signal);
      if (signal.aborted) return end('aborted');
      const answer = await ask(parts, progress, signal);
      if (signal.aborted) return end('aborted');
      const next =
        answer.calls.length > 0
          ? await step(answer, progress, parts, signal)
          : await stop(progress, parts, signal);
      if (signal.aborted) return end('aborted');
      if (next) return end(next.ended, next.more);
    }
  } catch (error) {
    if (signal.aborted) return end('aborted');
    const text = faultOf(error);
    parts.conversation.tell('error', text);
    return end('failed', { error: text });
  }
}

/** Whatever is thrown in a turn ends it and nothing more: whoever waits for its end is told of it. */
const faultOf = (error: unknown): string =>
  error instanceof ModelError ? error.message : `The turn broke off: ${messageOf(error)}`;

function tellNotice({ notice, conversation }: TurnParts): void {
  const text = notice();
  if (text) conversation.tell('warning', text);
}

/** One answer. A request that the model does not take as it is changes, once, rather than being given up. */
async function ask(all: TurnParts, progress: Progress, signal: AbortSignal): Promise<Answer> {
  const parts = { ...all, spend: counting(all.spend, progress) };
  await makeRoom(parts, signal);
  progress.requests++;
  const answer = await askModel(parts, signal).catch(async (error) => {
    if (!(error instanceof ModelError) || signal.aborted) throw error;
    if (!(await eased(error, parts, signal))) throw error;
    progress.requests++;
    return askModel(parts, signal);
  });
  progress.text = answer.text || progress.text;
  progress.incomplete = signal.aborted ? undefined : tellIncomplete(answer, parts.conversation);
  return answer;
}

/** Whether what a provider refused was taken out of the next request. */
async function eased(error: ModelError, parts: TurnParts, signal: AbortSignal): Promise<boolean> {
  // Images are most of the bytes that a conversation can have, and few of its tokens.
  const images = error.kind === 'image' || error.kind === 'size';
  if (images && dropImages(parts.conversation, error.message)) return true;
  if (error.kind !== 'context' && error.kind !== 'size') return false;
  return (await makeShorter(parts, error, signal)).done;
}

const counting =
  (spend: Spend, progress: Progress): Spend =>
  (model, usage) => {
    const cost = spend(model, usage);
    progress.usage = addUsage(progress.usage, usage);
    progress.cost = addCost(progress.cost, cost);
    return cost;
  };

/** All calls of an answer, and what hooks have to say to them. */
async function step(
  answer: Answer,
  progress: Progress,
  parts: TurnParts,
  signal: AbortSignal,
): Promise<End | undefined> {
  const { messages, halt, turns = [] } = await runCalls(answer.calls, parts, signal);
  for (const { usage, requests, cost } of turns) {
    progress.usage = addUsage(progress.usage, usage);
    progress.cost = addCost(progress.cost, cost);
    progress.inner += requests;
  }
  // Also where another call halted: what a hook said of this one waits for the next prompt.
  addMessages(parts.conversation, messages);
  return halt && halted(halt);
}

/** The agent would stop here. A hook may send it back to work, but not for ever. */
async function stop(
  progress: Progress,
  parts: TurnParts,
  signal: AbortSignal,
): Promise<End | undefined> {
  const ended = await mayStop(progress.blocks, parts, signal);
  if (!ended) progress.blocks++;
  return ended;
}

function tellTurnLimit({ conversation, maxTurns }: TurnParts): Ended {
  conversation.tell(
    'warning',
    `The turn ended: it reached the limit of ${maxTurns} requests to the model.`,
  );
  return 'turn-limit';
}
