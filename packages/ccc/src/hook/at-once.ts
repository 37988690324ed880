import { fstatSync } from 'node:fs';
import { documentOf, type EventKind } from '../reply.ts';
import { readStdin, type Stdin } from './stdin.ts';

/** A host may write late; whoever holds stdin open without a word is not waited for any longer. */
const PATIENCE = { ms: 1_000, maxBytes: 32 * 1024 * 1024, settledMs: 100 };

/**
 * The answer without any check: allowed, in the shape of the event if stdin names one. The entry for
 * prompts answers as for one, whatever stdin says or does not say.
 */
export async function answerAtOnce(reason: string, isPrompt: boolean): Promise<string> {
  const { text } = await read();
  const { event, tool }: Named = isPrompt ? { event: 'UserPromptSubmit' } : eventIn(text);
  // Saying "allow" about another tool would take a permission out of the host's hands.
  const other = event === 'PreToolUse' && tool !== undefined && tool !== 'AskUserQuestion';
  return `${JSON.stringify(documentOf(event, other ? 'none' : 'allow', reason))}\n`;
}

/** Nobody types an event: a terminal is not waited for at all. */
const read = async (): Promise<Stdin> =>
  isDevice() ? { text: '', ended: 'open' } : readStdin(PATIENCE);

function isDevice(): boolean {
  try {
    return fstatSync(0).isCharacterDevice();
  } catch {
    return false;
  }
}

interface Named {
  readonly event: EventKind;
  readonly tool?: unknown;
}

function eventIn(text: string): Named {
  try {
    const input = JSON.parse(text);
    const name = input?.hook_event_name;
    const known = name === 'PreToolUse' || name === 'UserPromptSubmit';
    return { event: known ? name : 'Stop', tool: input?.tool_name };
  } catch {
    return { event: 'Stop' };
  }
}
