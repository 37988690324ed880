import { readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_LIMITS, type HookInput, type Verdict } from '@wavehooks/hooks';
import { specOf } from '@wavehooks/hooks/vocabulary';
import { writePrivate } from '@wavehooks/process/files';
import type { Opened } from '@wavehooks/settings';
import { dropOld, nameOf } from '../notes/unheard.ts';

/** How often hooks have held what would stop, in this turn. */
export interface Held {
  readonly times: number;
  /** Keeps the count: each event is answered on its own. */
  readonly file: string;
}

/**
 * Agents say only whether they were held before, and Codex and Gemini CLI let themselves be held for ever. Undefined
 * at any other moment.
 */
export function heldBefore(
  input: HookInput | undefined,
  dir = join(homedir(), '.wave', 'guard', 'held'),
): Held | undefined {
  const { session_id, agent_id, stop_hook_active } = Object(input) as Record<string, unknown>;
  const isStop = input && specOf(input.hook_event_name).failureHolds === 'once';
  if (!isStop || typeof session_id !== 'string') return undefined;
  const file = join(dir, nameOf(JSON.stringify([input.hook_event_name, session_id, agent_id])));
  return { file, times: stop_hook_active === true ? countIn(file) : 0 };
}

/** The input with the round, as hooks of Wave's own agent see it. */
export const inRound = (input: HookInput, held: Held | undefined): HookInput =>
  held ? ({ ...input, stop_hook_count: held.times } as HookInput) : input;

/** The verdict, unless hooks have held it as often as they may: then it ends, and the user hears why. */
export function underLimit(
  verdict: Verdict,
  held: Held | undefined,
  { stopBlocks }: Opened['settings']['limits'] = DEFAULT_LIMITS,
): Verdict {
  if (!held) return verdict;
  const most = stopBlocks ?? DEFAULT_LIMITS.stopBlocks;
  const { decision, decidedBy, toAgent, toUser } = verdict;
  if (decision === 'block' && held.times < most) {
    note(held.file, held.times + 1);
    return verdict;
  }
  rmSync(held.file, { force: true });
  if (decision !== 'block') return verdict;
  const reason = toAgent.map(({ text }) => text).join('\n');
  const text = `The turn was ended by the limit of ${most} blocks, not by ${decidedBy.join(', ')}. The last reason: ${reason}`;
  const told = { text, tone: 'warning', hook: decidedBy[0] ?? '' } as const;
  return { ...verdict, decision: 'none', decidedBy: [], toAgent: [], toUser: [...toUser, told] };
}

/** Whoever was held before was so once at least. */
function countIn(file: string): number {
  try {
    return Math.max(1, Number.parseInt(readFileSync(file, 'utf8'), 10) || 1);
  } catch {
    return 1;
  }
}

/** What cannot be noted is counted from the start again. */
function note(file: string, times: number): void {
  try {
    writePrivate(file, String(times));
    dropOld(join(file, '..'));
  } catch {
    // The next round tries again.
  }
}
