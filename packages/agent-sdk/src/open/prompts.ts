import { withoutMarks } from '../utils/mark-text.ts';
import type { Place } from '../vocabulary/tool.ts';
import { type Instruction, instructionsOf } from './memory/instructions.ts';
import type { AgentOptions } from './options/agent-options.ts';
import { helperPrompt, systemPrompt } from './system-prompt.ts';

interface Prompting {
  readonly options: AgentOptions;
  /** Where it began. */
  readonly first: Place;
  readonly told: readonly Instruction[];
  readonly readable: () => Parameters<typeof instructionsOf>[1];
  /** What is around it: known a while after the start. */
  readonly around: { readonly text: string };
  /** What MCP servers say of themselves. */
  readonly words: () => readonly string[];
}

/** The system prompts: of the agent itself, and of those that it gives work to. */
export interface Prompts {
  own(): string;
  helper(at: Place, prompt: string | undefined): string;
}

export function promptsOf({ options, first, told, readable, around, words }: Prompting): Prompts {
  const { systemPrompt: given, appendSystemPrompt: more } = options;
  return {
    own: () =>
      [
        systemPrompt(first, given, told, around.text),
        ...words().map(withoutMarks),
        ...(more?.trim() ? [more.toWellFormed()] : []),
      ].join('\n\n'),
    helper: (at, prompt) =>
      [
        systemPrompt(
          at,
          helperPrompt(prompt ?? given),
          instructionsOf(at, readable()),
          around.text,
        ),
        ...words().map(withoutMarks),
      ].join('\n\n'),
  };
}
