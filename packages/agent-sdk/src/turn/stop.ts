import type { Verdict } from '@wavehooks/hooks';
import type { Ended } from '../conversation/agent-event.ts';
import { blockedBy, blockedResult, messagesOf } from '../hooks/route.ts';
import type { CallParts } from './calls/call.ts';
import type { Progress } from './progress.ts';
import { ABORTED, addMessages, DONE, type End, halted } from './turn-end.ts';

interface StopParts extends Pick<CallParts, 'fire' | 'conversation' | 'tell'> {
  /** The subagent that would end. */
  readonly agent?: unknown;
  readonly stopBlocks: number;
}

/** How the turn ends, unless a hook holds it: then with its reason in the conversation. */
export async function mayStop(
  { blocks, text }: Pick<Progress, 'blocks' | 'text'>,
  parts: StopParts,
  signal: AbortSignal,
): Promise<End | undefined> {
  const { fire, conversation, tell, agent, stopBlocks } = parts;
  const verdict = await fire(
    agent ? 'SubagentStop' : 'Stop',
    {
      stop_hook_active: blocks > 0,
      stop_hook_count: blocks,
      stop_hook_limit: stopBlocks,
      last_assistant_message: text,
    },
    signal,
  );
  if (signal.aborted) return ABORTED;
  tell(verdict);
  if (verdict.decision === 'halt') return halted(verdict);
  if (verdict.decision !== 'block') return DONE;
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
