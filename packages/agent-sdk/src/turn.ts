import type { Verdict } from 'wave-hooks';
import { type Answer, askModel } from './answer.ts';
import type { CallParts } from './call.ts';
import type { Conversation } from './conversation.ts';
import type { AgentEvent, Ended, TurnResult } from './events.ts';
import { runCalls } from './executor.ts';
import { promptInput, stopInput } from './hooks/inputs.ts';
import { messagesOf } from './hooks/route.ts';
import { type Model, ModelError, type ToolSpec, type Usage } from './model/model.ts';

export interface TurnParts extends CallParts {
  readonly model: () => Model;
  readonly system: string;
  readonly specs: () => readonly ToolSpec[];
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
  usage: Usage;
  text: string;
  blocks: number;
}

/** One prompt until the agent stops: the only loop of the agent. */
export async function runTurn(
  prompt: string,
  parts: TurnParts,
  signal: AbortSignal,
): Promise<TurnResult> {
  const progress: Progress = {
    requests: 0,
    usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0 },
    text: '',
    blocks: 0,
  };
  const end = (ended: Ended, more: Partial<TurnResult> = {}): TurnResult => ({
    ended,
    text: progress.text,
    usage: progress.usage,
    requests: progress.requests,
    ...more,
  });
  const submitted = await submit(prompt, parts, signal);
  if (submitted.ended) return end(submitted.ended, submitted.more);
  try {
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
          ? await step(answer, parts, signal)
          : await stop(progress, parts, signal);
      if (signal.aborted) return end('aborted');
      if (next) return end(next.ended, next.more);
    }
  } catch (error) {
    if (signal.aborted) return end('aborted');
    if (!(error instanceof ModelError)) throw error;
    parts.conversation.tell('error', error.message);
    return end('failed', { error: error.message });
  }
}

function tellNotice({ notice, conversation }: TurnParts): void {
  const text = notice();
  if (text) conversation.tell('warning', text);
}

interface End {
  readonly ended: Ended;
  readonly more: Partial<TurnResult>;
}

/** The prompt enters the conversation only after every hook let it pass. */
async function submit(
  prompt: string,
  { engine, conversation, common, tell }: TurnParts,
  signal: AbortSignal,
): Promise<Partial<End>> {
  const verdict = await engine.fire(promptInput(common(), prompt), { signal });
  if (signal.aborted) return { ended: 'aborted', more: {} };
  if (verdict.decision === 'halt' || verdict.decision === 'block') {
    tell(verdict);
    return verdict.decision === 'halt' ? halted(verdict) : { ended: 'blocked', more: {} };
  }
  conversation.add('user', [{ type: 'text', content: prompt }], 'prompt');
  addMessages(conversation, messagesOf(verdict));
  tell(verdict);
  return {};
}

const halted = ({ stopReason }: Verdict): End => ({
  ended: 'halted',
  more: stopReason ? { stopReason } : {},
});

const addMessages = (conversation: Conversation, texts: readonly string[]) => {
  for (const content of texts) conversation.add('user', [{ type: 'text', content }], 'hook');
};

async function ask(parts: TurnParts, progress: Progress, signal: AbortSignal): Promise<Answer> {
  progress.requests++;
  const answer = await askModel(parts, signal);
  progress.text = answer.text || progress.text;
  progress.usage = added(progress.usage, answer.usage);
  return answer;
}

const added = (a: Usage, b: Usage): Usage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  cachedTokens: a.cachedTokens + b.cachedTokens,
});

/** All calls of an answer, and what hooks have to say to them. */
async function step(
  answer: Answer,
  parts: TurnParts,
  signal: AbortSignal,
): Promise<End | undefined> {
  const { messages, halt } = await runCalls(answer.calls, parts, signal);
  if (halt) return halted(halt);
  addMessages(parts.conversation, messages);
  return undefined;
}

/** The agent would stop here. A hook may send it back to work, but not for ever. */
async function stop(
  progress: Progress,
  parts: TurnParts,
  signal: AbortSignal,
): Promise<End | undefined> {
  const input = stopInput(parts.common(), progress.blocks, parts.stopBlocks);
  const verdict = await parts.engine.fire(input, { signal });
  if (signal.aborted) return undefined;
  parts.tell(verdict);
  if (verdict.decision === 'halt') return halted(verdict);
  if (verdict.decision !== 'block') return { ended: 'done', more: {} };
  progress.blocks++;
  if (progress.blocks >= parts.stopBlocks) return { ended: tellStopLimit(parts), more: {} };
  addMessages(parts.conversation, messagesOf(verdict));
  return undefined;
}

function tellStopLimit({ conversation, stopBlocks }: TurnParts): Ended {
  conversation.tell(
    'warning',
    `The turn was ended by the limit of ${stopBlocks} blocks, not by the hook: it would not let the agent stop.`,
  );
  return 'stop-limit';
}

function tellTurnLimit({ conversation, maxTurns }: TurnParts): Ended {
  conversation.tell(
    'warning',
    `The turn was ended by the limit of ${maxTurns} requests to the model.`,
  );
  return 'turn-limit';
}
