import { documentOf, type EventKind } from '../reply.ts';
import { readStdin } from './stdin.ts';

/** Whoever holds stdin open without a word is not waited for. */
const PATIENCE = { ms: 100, maxBytes: 32 * 1024 * 1024 };

/** The answer without any check: allowed, in the shape of the event if stdin names one. */
export async function answerAtOnce(reason: string): Promise<string> {
  const { event, tool } = eventIn((await readStdin(PATIENCE)).text);
  // Saying "allow" about another tool would take a permission out of the host's hands.
  const other = event === 'PreToolUse' && tool !== undefined && tool !== 'AskUserQuestion';
  return `${JSON.stringify(documentOf(event, other ? 'none' : 'allow', reason))}\n`;
}

function eventIn(text: string): { event: EventKind; tool?: unknown } {
  try {
    const input = JSON.parse(text);
    const name = input?.hook_event_name;
    const known = name === 'PreToolUse' || name === 'UserPromptSubmit';
    return { event: known ? name : 'Stop', tool: input?.tool_name };
  } catch {
    return { event: 'Stop' };
  }
}
