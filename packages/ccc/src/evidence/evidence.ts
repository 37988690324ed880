import { middleOut } from '../cli/text.ts';
import type { HookInput } from '../event/input.ts';
import type { Remark } from '../state/state.ts';
import { readDiff } from './diff.ts';
import { readTranscript } from './transcript.ts';
import type { Workdir } from './workdir.ts';

/** What a reviewer gets to see. */
export interface Evidence {
  /** What the user asked for, or why that is not known. */
  readonly task: string;
  readonly transcript: string;
  readonly diff: string;
  /** What the agent wants to ask the user; null when it wants to stop. */
  readonly question: unknown;
  readonly feedback: readonly Remark[];
}

const MAX_QUESTION = 20_000;

export async function gather(
  input: HookInput,
  { cwd, note }: Workdir,
  feedback: readonly Remark[],
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<Evidence> {
  const { task, tail } = await readTranscript(input.transcriptPath, signal);
  return {
    task,
    transcript: tail,
    diff: note === undefined ? await readDiff(cwd, env, signal) : `(no diff: ${note})`,
    question: questionOf(input),
    feedback,
  };
}

/** What the user would be asked: the agent's own question, or whether a tool may run. */
function questionOf({ event, raw }: HookInput): unknown {
  const { tool_name, tool_input } = raw;
  if (event === 'PreToolUse') return bounded(tool_input);
  return event === 'PermissionRequest' ? bounded({ tool_name, tool_input }) : null;
}

/** A question that is too long stays readable, but no longer has its shape. */
function bounded(question: unknown): unknown {
  const text = JSON.stringify(question ?? null);
  return text.length <= MAX_QUESTION ? (question ?? null) : middleOut(text, MAX_QUESTION);
}
