import { commandsRead } from '../read/command-list.ts';
import type { Command } from '../text/command.ts';
import type { Unread } from '../text/unread.ts';
import { hiddenCode, valuesIn } from './hidden-code.ts';
import { narrowed } from './narrow-words.ts';

export interface Parsed {
  readonly commands: readonly Command[];
  /** What could not be read; what was found all the same is in `commands`. */
  readonly unread?: Unread;
  /** The text was read to its end. */
  readonly whole: boolean;
}

/** Every simple command in a text, in whatever it is nested. What is around them does not matter here. */
export function parseShell(text: string): Parsed {
  const { commands: found, fault, notes } = commandsRead(text);
  const values = valuesIn(found);
  const unread = fault ?? hiddenCode(found, notes, values);
  const commands = narrowed(found, values);
  return { commands, whole: fault === undefined, ...(unread === undefined ? {} : { unread }) };
}
