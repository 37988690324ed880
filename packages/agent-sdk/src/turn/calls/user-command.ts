import { randomUUID } from 'node:crypto';
import { outputText } from '../../base/output-text.ts';
import type { CallParts } from './call.ts';

/** A command that the user ran in a shell of their own. */
export interface UserCommand {
  readonly command: string;
  /** What it printed, as it would be passed on. */
  readonly output: string;
  /** Absent where it did not end by itself. */
  readonly exitCode?: number;
}

/** No rule stands between users and their shell; hooks see what the model is about to read of it. */
export async function passUserCommand(
  { command, output, exitCode }: UserCommand,
  { fire, tell, pending }: Pick<CallParts, 'fire' | 'tell' | 'pending'>,
  signal: AbortSignal,
): Promise<string> {
  const success = exitCode === 0;
  const verdict = await fire(
    'PostToolUse',
    {
      tool_name: 'Bash',
      tool_input: { command },
      tool_use_id: `user_${randomUUID()}`,
      tool_response: { output, success, ...(exitCode === undefined ? {} : { exitCode }) },
      initiator: 'user',
    },
    signal,
  );
  if (signal.aborted) throw new Error('it was ended before its hooks had looked at the output');
  tell(verdict);
  pending.add(verdict);
  return verdict.output === undefined ? output : outputText(verdict.output);
}
