import type { Verdict } from '@wavehooks/hooks';
import type { Fire } from '../hooks/fire.ts';
import type { Pending } from '../hooks/pending.ts';
import { blockedBy } from '../hooks/route.ts';

interface ExpansionParts {
  readonly fire: Fire;
  readonly tell: (verdict: Verdict) => void;
  readonly pending: Pending;
}

/** A typed command, and the prompt that it stands for. */
export interface Expansion {
  readonly typed: string;
  readonly prompt: string;
  readonly type: 'slash_command' | 'mcp_prompt';
  /** Whose command it is. */
  readonly source: string;
}

/** A hook blocked what the user typed: the line is the user's again. */
export class ExpansionBlocked extends Error {}

/** Rejects with `ExpansionBlocked`. */
export async function passExpansion(
  { typed, prompt, type, source }: Expansion,
  { fire, tell, pending }: ExpansionParts,
  signal?: AbortSignal,
): Promise<string> {
  const [, name = '', args = ''] = /^\/(\S+)\s*([\s\S]*)$/.exec(typed.trim()) ?? [];
  const own = {
    expansion_type: type,
    command_name: name,
    command_args: args,
    command_source: source,
    prompt: typed,
  };
  const verdict = await fire('UserPromptExpansion', own, signal);
  if (signal?.aborted) return prompt;
  tell(verdict);
  if (verdict.decision === 'block' || verdict.decision === 'halt')
    throw new ExpansionBlocked(`/${name} was not sent: ${blockedBy(verdict)} blocked it`);
  pending.add(verdict);
  return prompt;
}
