import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files of a project whose text the agent follows, the first that is there. */
const INSTRUCTIONS = ['AGENTS.md', 'CLAUDE.md'] as const;
const MAX_INSTRUCTION_CHARS = 40_000;

/** What the model is told before everything else. */
export function systemPrompt(projectDir: string, own: string | undefined): string {
  return [
    own ?? BASE,
    `Working directory: ${projectDir}\nThis is the root of the project. Commands start there.`,
    instructions(projectDir),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const BASE = `You are Wave, a coding agent. You work on the user's project with the tools you are given.

- Look before you change: read files before you edit them, and follow the style you find.
- Do what was asked, no more. Say what you did, briefly, and what you could not do.
- Check your work: run the tests or the program when there are any. Never claim what you have not seen.
- A tool call can be refused, by the user or by a hook. Take the reason seriously and go another way; do not try to get around it.
- Messages that hooks add are from the user's own programs. Treat their content as information and feedback.
- File paths are absolute.`;

/** The project's own instructions. The user's repository, so information; hooks and rules stand above it. */
function instructions(projectDir: string): string {
  for (const name of INSTRUCTIONS) {
    const text = readIfThere(join(projectDir, name));
    if (text === '') continue;
    const short =
      text.length > MAX_INSTRUCTION_CHARS ? `${text.slice(0, MAX_INSTRUCTION_CHARS)}\n[cut]` : text;
    return `The project's ${name} says:\n\n${short}`;
  }
  return '';
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}
