import type { Place } from '../vocabulary/tool.ts';
import type { Instruction } from './memory/instructions.ts';

/** What the model reads first. */
export function systemPrompt(
  { projectDir, cwd, directories = [] }: Place,
  own = BASE,
  instructions: readonly Instruction[] = [],
  around = '',
): string {
  const where =
    cwd === projectDir
      ? `Working directory: ${cwd}\nThis is the root of the project. Commands start there.`
      : `Working directory: ${cwd}\nCommands start there. The root of the project is ${projectDir}.`;
  const beside = directories.length === 0 ? '' : `The project also has ${directories.join(', ')}.`;
  // The user's repository, so information; hooks and rules stand above it.
  const texts = instructions.map(({ file, text }) => `${file} says:\n\n${text}`);
  return [own, where, beside, around, ...texts]
    .filter((part) => part !== '')
    .join('\n\n')
    .toWellFormed();
}

/** What a subagent reads besides the agent's own words. */
export const helperPrompt = (own = BASE): string =>
  `${own}\n\nYou work for another agent that gave you one task. It sees only what you say last: end with the whole answer, and say what you could not do.`;

const BASE = `You are Wave, a coding agent. You work on the user's project with the tools you are given.

- Look before you change: read files before you edit them, and follow the style you find.
- Do what was asked, no more. Say what you did, briefly, and what you could not do.
- Check your work: run the tests or the program when there are any. Never claim what you have not seen.
- A tool call can be refused, by the user or by a hook. Take the reason seriously and go another way; do not try to get around it.
- Messages that hooks add are from the user's own programs. Treat their content as information and feedback.
- File paths are absolute.`;
