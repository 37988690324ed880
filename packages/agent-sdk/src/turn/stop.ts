import type { Verdict } from 'wave-hooks';
import type { Ended } from '../conversation/agent-event.ts';
import { blockedBy, blockedResult, messagesOf } from '../hooks/route.ts';
import type { CallParts } from './call.ts';
import { addMessages, type End, halted } from './turn-end.ts';

interface StopParts extends Pick<CallParts, 'fire' | 'conversation' | 'tell'> {
  readonly agent?: unknown;
  readonly stopBlocks: number;
}

/** How the turn ends, unless a hook holds it: then with its reason in the conversation. */
export async function mayStop(
  blocks: number,
  parts: StopParts,
  signal: AbortSignal,
): Promise<End | undefined> {
  const { fire, conversation, tell, agent, stopBlocks } = parts;
  if (agent) return { ended: 'done', more: {} };
  const verdict = await fire(
    'Stop',
    { stop_hook_active: blocks > 0, stop_hook_count: blocks, stop_hook_limit: stopBlocks },
    signal,
  );
  if (signal.aborted) return { ended: 'aborted', more: {} };
  tell(verdict);
  if (verdict.decision === 'halt') return halted(verdict);
  if (verdict.decision !== 'block') return { ended: 'done', more: {} };
  if (blocks >= stopBlocks) return { ended: tellStopLimit(parts, verdict), more: {} };
  addMessages(conversation, messagesOf(verdict));
  return undefined;
}

/** The last reason has not reached the agent: the user is the one who can act on it. */
function tellStopLimit({ conversation, stopBlocks }: StopParts, verdict: Verdict): Ended {
  conversation.tell(
    'warning',
    `The turn was ended by the limit of ${stopBlocks} blocks, not by ${blockedBy(verdict)}. The last reason: ${blockedResult(verdict)}`,
  );
  return 'stop-limit';
}
