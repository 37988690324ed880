import { type Compacted, type CompactParts, makeRoom, makeShorter } from '../compaction/compact.ts';
import { tellOnce } from '../conversation/tell-once.ts';
import { refusesThoughts, voidBound } from '../conversation/thoughts.ts';
import type { PermissionMode } from '../permissions/rules/rule.ts';
import type { AgentRef } from '../vocabulary/agent-ref.ts';
import { ModelError } from '../vocabulary/model.ts';
import type { ContextFor } from '../vocabulary/tool.ts';
import { type Answer, type AnswerParts, askModel } from './answer.ts';
import { openRehearsal } from './calls/rehearse.ts';
import { dropImages } from './drop-images.ts';
import { tellIncomplete } from './incomplete.ts';
import { planNote } from './plan-note.ts';
import { counting, type Progress } from './progress.ts';
import { addMessages, type End, endedBy } from './turn-end.ts';

export interface AskParts extends AnswerParts, CompactParts {
  /** The subagent whose turn it is. */
  readonly agent?: AgentRef;
  readonly mode: () => PermissionMode;
  /** Fixes what requests begin with, and tells the model what changed since. */
  readonly freeze?: () => void;
  readonly context: ContextFor;
  /** Settles when the hooks of a session's start have ended. */
  readonly started: (signal: AbortSignal) => Promise<void>;
}

/**
 * One answer, unless a hook ends the turn first. A request that the model does not take as it is changes,
 * once, rather than being given up.
 */
export async function ask(
  all: AskParts,
  progress: Progress,
  signal: AbortSignal,
): Promise<Answer | End> {
  const parts = { ...all, spend: counting(all.spend, progress) };
  const room = await makeRoom(parts, signal);
  if (room?.endedBy) return endedBy(room.endedBy);
  const answer = await request(parts, progress, signal).catch(async (error) => {
    if (!(error instanceof ModelError) || signal.aborted) throw error;
    const eased = await ease(error, parts, signal);
    if (eased.endedBy) return endedBy(eased.endedBy);
    if (!eased.done) throw error;
    return request(parts, progress, signal);
  });
  if ('ended' in answer) return answer;
  // A local server says only after an answer what its model reads.
  const assumed = parts.agent ? undefined : parts.window.assumed();
  if (assumed !== undefined) tellOnce(parts.conversation, assumed);
  progress.text = answer.text || progress.text;
  progress.incomplete = signal.aborted ? undefined : tellIncomplete(answer, parts.conversation);
  return answer;
}

async function request(parts: AskParts, progress: Progress, signal: AbortSignal): Promise<Answer> {
  // A compaction starts the session anew.
  await parts.started(signal);
  addMessages(parts.conversation, parts.pending.take());
  tellPlan(parts);
  parts.freeze?.();
  progress.requests++;
  const rehearsal = openRehearsal({
    model: parts.model(),
    tool: parts.tools().get('Bash'),
    place: () => parts.context({ signal, call: '' }),
  });
  return askModel(parts, signal, rehearsal);
}

/** At the end, so that the provider's cache holds for all that is in front of it. */
function tellPlan({ conversation, mode, tools }: AskParts): void {
  const note = planNote(conversation.messages, mode(), tools().has('ExitPlanMode'));
  if (note) conversation.add('user', [note], 'wave');
}

/** Takes out of the next request what a provider refused, where it can. */
async function ease(
  error: ModelError,
  parts: AskParts,
  signal: AbortSignal,
): Promise<Pick<Compacted, 'done' | 'endedBy'>> {
  if (refusesThoughts(error.message) && parts.conversation.voidThoughts()) {
    parts.conversation.tell('info', `${error.message} Older thoughts are no longer sent.`);
    return { done: true };
  }
  // Images are most of the bytes that a conversation can have, and few of its tokens.
  const images = error.kind === 'image' || error.kind === 'size';
  if (images && dropImages(parts.conversation, error.message)) {
    voidBound(parts.conversation, parts.model());
    return { done: true };
  }
  if (error.kind !== 'context' && error.kind !== 'size') return { done: false };
  return makeShorter(parts, error, signal);
}
