import type { Command } from './command.ts';

/** How much of a text is shown within a sentence. */
export const MAX_PART = 60;

/** A command as it was written, as far as it is short. */
export function writtenAs({ assigns, words }: Command): string {
  const list = [...assigns, ...words].slice(0, MAX_PART);
  return shortened(list.map(({ raw }) => raw.slice(0, MAX_PART + 1)).join(' '));
}

/** In one line: it is shown within a sentence. */
export function shortened(text: string): string {
  const line = text.slice(0, MAX_PART * 4).replace(/\s+/g, ' ');
  return line.length > MAX_PART ? `${line.slice(0, MAX_PART - 3)}...` : line;
}
