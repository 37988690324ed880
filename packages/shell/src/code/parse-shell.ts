import { commandsRead } from '../read/command-list.ts';
import type { Notes } from '../read/reader.ts';
import type { Command } from '../text/command.ts';
import type { Unread } from '../text/unread.ts';
import { hiddenCode, valuesIn } from './hidden-code.ts';
import { narrowed } from './narrow-words.ts';

export interface Parsed extends Readonly<Pick<Notes, 'straight' | 'functions' | 'background'>> {
  readonly commands: readonly Command[];
  /** What could not be read; what was found all the same is in `commands`. */
  readonly unread: Unread | undefined;
  /** The text was read to its end. */
  readonly whole: boolean;
}

/** Puts into commands what is known beside their text. */
export type Fill = (commands: readonly Command[]) => readonly Command[];

/** Every simple command in a text, in whatever it is nested. What is around them does not matter here. */
export function parseShell(text: string, fill: Fill = (commands) => commands): Parsed {
  const { commands: read, fault, notes } = commandsRead(text);
  const found = fill(read);
  const values = valuesIn(found);
  const unread = fault ?? hiddenCode(found, notes, values);
  const commands = narrowed(found, values);
  const { straight, functions, background } = notes;
  return {
    commands,
    whole: fault === undefined,
    straight,
    functions,
    background,
    unread,
  };
}
