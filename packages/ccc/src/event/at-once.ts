import type { Io } from '../cli/command.ts';
import { type Answer, documentOf, type EventKind, eventNamed } from './reply.ts';
import { scanFor } from './scan.ts';

/**
 * A host may write late; whoever holds stdin open without a word is not waited for any longer. Nothing
 * of what comes is kept, so the bound is only for what never ends.
 */
const PATIENCE = { ms: 1_000, maxBytes: 256 * 1024 * 1024, settledMs: 100 };

/**
 * The answer without any check: allowed, in the shape of the event if stdin names one. The entry for
 * prompts answers as for one, whatever stdin says or does not say.
 */
export async function answerAtOnce(reason: string, isPrompt: boolean, io: Stdin): Promise<string> {
  const named = await read(io);
  const event = isPrompt ? 'UserPromptSubmit' : named.event;
  return `${JSON.stringify(documentOf(event, answerTo(event, named), reason))}\n`;
}

type Stdin = Pick<Io, 'drain' | 'stdinIsDevice'>;

interface Named {
  readonly event: EventKind;
  readonly tool: string | undefined;
  /** Nothing is missing that could have named the tool. */
  readonly isWhole: boolean;
}

/** Saying "allow" about another tool would take a permission out of the host's hands. */
function answerTo(event: EventKind, { tool, isWhole }: Named): Answer {
  if (event !== 'PreToolUse' || tool === 'AskUserQuestion') return 'allow';
  return tool === undefined && isWhole ? 'allow' : 'none';
}

async function read({ drain, stdinIsDevice }: Stdin): Promise<Named> {
  const scanner = scanFor(['hook_event_name', 'tool_name']);
  // Nobody types an event: a terminal is not waited for at all.
  if (!stdinIsDevice()) await drain(PATIENCE, scanner);
  const { hook_event_name: name, tool_name: tool } = scanner.found;
  const event = eventNamed(name);
  return { event, tool, isWhole: scanner.isWhole() };
}
