import type { Program } from '../programs/program.ts';
import { READERS } from '../readers/readers.ts';
import type { Command } from '../text/command.ts';
import { programOf } from '../text/program-name.ts';
import { type LookedUp, lookUp, lookUpBy } from './look-up.ts';

/**
 * What is known of any command's words: by the table of programs, by that of programs that only read, or as words
 * that are options if they begin with a dash.
 */
export const lookUpAny = (command: Command): LookedUp =>
  lookUp(command) ?? lookUpBy(READERS.get(programOf(command) ?? '') ?? NO_ROW, command);

const NO_ROW: Program = { dash: true };
