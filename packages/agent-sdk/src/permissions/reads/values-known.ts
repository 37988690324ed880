import {
  type Analysis,
  namesSetBy,
  type Piece,
  programOf,
  type Values,
} from '@wavehooks/shell/rules';
import { valuesIn } from '../words/where.ts';

/** What variables hold, as far as the text alone says so. */
export function valuesKnown(analysis: Analysis, cwd: string): Values {
  const commands = analysis.parts.map(({ command }) => command);
  const values = valuesIn(analysis, cwd);
  for (const command of commands) {
    for (const name of namesSetBy(command)) values.set(name, undefined);
    if (programOf(command) === 'cd') for (const name of WHERE) values.set(name, undefined);
  }
  // What is made of what is made of others may grow with every round of a loop.
  for (const [name, given] of values)
    if (given?.some((one) => one.some((piece) => isMade(piece, values))))
      values.set(name, undefined);
  return values;
}

const WHERE = ['PWD', 'OLDPWD'];

const isMade = (piece: Piece, values: Values): boolean =>
  typeof piece !== 'string' &&
  piece.name !== undefined &&
  values.get(piece.name)?.some((one) => one.some((each) => typeof each !== 'string')) !== false;
