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
  const values = new Map(valuesIn(analysis, cwd));
  const moves = commands.some((command) => programOf(command) === 'cd');
  for (const name of [...commands.flatMap(namesSetBy), ...(moves ? ['PWD', 'OLDPWD'] : [])])
    values.set(name, undefined);
  // What is made of what is made of others may grow with every round of a loop.
  for (const [name, given] of [...values])
    if (given?.flat().some((piece) => isMade(piece, values))) values.set(name, undefined);
  return values;
}

const isMade = (piece: Piece, values: Values): boolean =>
  typeof piece !== 'string' &&
  piece.name !== undefined &&
  values
    .get(piece.name)
    ?.flat()
    .some((one) => typeof one !== 'string') !== false;
