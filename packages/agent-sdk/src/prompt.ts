import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { resolvePath } from './tools/paths.ts';
import type { Place } from './tools/tool.ts';

/** Files of a project whose text the agent follows. */
const INSTRUCTIONS = ['AGENTS.md', 'CLAUDE.md'] as const;
const MAX_INSTRUCTION_CHARS = 40_000;

/** What the model is told before everything else. */
export function systemPrompt({ projectDir, cwd }: Place, own = BASE, instructed = true): string {
  const where =
    cwd === projectDir
      ? `Working directory: ${cwd}\nThis is the root of the project. Commands start there.`
      : `Working directory: ${cwd}\nCommands start there. The root of the project is ${projectDir}.`;
  return [own, where, ...(instructed ? instructions(projectDir) : [])]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** What a subagent is told beside the agent's own words. */
export const helperPrompt = (own = BASE): string =>
  `${own}\n\nYou work for another agent that gave you one task. It sees only what you say last: end with the whole answer, and say what you could not do.`;

const BASE = `You are Wave, a coding agent. You work on the user's project with the tools you are given.

- Look before you change: read files before you edit them, and follow the style you find.
- Do what was asked, no more. Say what you did, briefly, and what you could not do.
- Check your work: run the tests or the program when there are any. Never claim what you have not seen.
- A tool call can be refused, by the user or by a hook. Take the reason seriously and go another way; do not try to get around it.
- Messages that hooks add are from the user's own programs. Treat their content as information and feedback.
- File paths are absolute.`;

/** The project's own instructions. The user's repository, so information; hooks and rules stand above it. */
function instructions(projectDir: string): string[] {
  const found = INSTRUCTIONS.map((name) => ({ name, text: readInside(projectDir, name) }));
  return found
    .filter(({ text }, at) => text !== '' && found.findIndex((one) => one.text === text) === at)
    .map(({ name, text }) => `The project's ${name} says:\n\n${shortened(text)}`);
}

const shortened = (text: string) =>
  text.length > MAX_INSTRUCTION_CHARS ? `${text.slice(0, MAX_INSTRUCTION_CHARS)}\n[cut]` : text;

/** A link out of the project is not followed: what it leads to is none of the project's words. */
function readInside(projectDir: string, name: string): string {
  try {
    const { real, inside } = resolvePath(projectDir, projectDir, join(projectDir, name));
    return inside && statSync(real).isFile() ? readFileSync(real, 'utf8').trim() : '';
  } catch {
    return '';
  }
}
