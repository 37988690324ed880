import type { Verdict } from '@wavehooks/hooks';
import type { Interceptions } from '../agent-hooks/interceptions.ts';
import type { AgentEvent } from '../conversation/agent-event.ts';
import { messagesOf } from '../hooks/route.ts';
import type { Output } from '../output/output-schema.ts';
import type { ImageBlock } from '../vocabulary/messages.ts';
import type { CallParts } from './calls/call.ts';
import { ABORTED, addMessages, type End, halted } from './turn-end.ts';

/** What the user sends. */
export interface Prompt {
  readonly text: string;
  readonly images?: readonly ImageBlock[];
  /** The id that its message has once it is in the conversation; hooks are told it before. */
  readonly id?: string;
  /** What the answer has to be. */
  readonly output?: Output;
}

interface SubmitParts extends Pick<CallParts, 'fire' | 'conversation' | 'tell'> {
  /** The subagent whose prompt it is: nobody typed it, so it cannot be blocked. */
  readonly agent?: unknown;
  readonly started: (signal: AbortSignal) => Promise<void>;
  readonly emit: (event: AgentEvent) => void;
  readonly interceptions?: Interceptions | undefined;
}

/** The prompt enters the conversation only after every hook let it pass, as they left it. */
export async function submit(
  { text, images = [], id }: Prompt,
  parts: SubmitParts,
  signal: AbortSignal,
): Promise<{ readonly text: string } | End> {
  const { fire, conversation, tell, agent, started, emit } = parts;
  await started(signal);
  const verdict: Verdict = agent
    ? await fire('SubagentStart', { prompt: text }, signal)
    : await fire('UserPromptSubmit', { prompt: text }, signal);
  if (signal.aborted) return ABORTED;
  if (verdict.decision === 'halt' || verdict.decision === 'block') {
    tell(verdict);
    return verdict.decision === 'halt' ? halted(verdict) : { ended: 'blocked', more: {} };
  }
  const judged = await intercepted(verdict.prompt ?? text, parts);
  if ('ended' in judged) return judged;
  const content = judged.text;
  // First: whoever keeps what was typed is to keep what was sent.
  if (content !== text) emit({ is: 'prompt', typed: text, sent: content, by: verdict.rewrittenBy });
  conversation.add('user', [{ type: 'text', content }, ...images], 'prompt', id);
  addMessages(conversation, messagesOf(verdict));
  tell(verdict);
  return { text: content };
}

/** What hooks made of the prompt, as interceptors let it pass. What a subagent is told came from an answer. */
async function intercepted(
  text: string,
  { agent, interceptions, conversation }: SubmitParts,
): Promise<{ readonly text: string } | End> {
  if (agent || !interceptions) return { text };
  const judged = (await interceptions.begin()) ?? (await interceptions.input(text));
  if (!('refused' in judged)) return judged;
  conversation.tell('error', `Blocked: ${judged.refused}`);
  return { ended: 'blocked', more: { stopReason: judged.refused } };
}
