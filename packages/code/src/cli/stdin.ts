import { fieldsGivenTwice } from '@wavehooks/hooks/vocabulary';
import { jsonFault } from '@wavehooks/settings';
import { type Io, UsageError } from './command.ts';

/** JSON from standard input; errors name line and column. */
export async function readJson(io: Io): Promise<unknown> {
  if (io.stdinIsTerminal()) io.err("Type the event's JSON and end it with Ctrl-D:\n");
  return jsonIn(await io.readStdin());
}

/** The same for what was read before. Of a name that is given twice, another program may take the other value. */
export function jsonIn(read: string): unknown {
  const text = read.replace(/^\uFEFF/, '');
  if (text.trim() === '') throw new UsageError('stdin: expected a JSON object, got nothing');
  const value = parsed(text);
  const [twice] = fieldsGivenTwice(text);
  if (twice) throw new UsageError(`stdin: "${twice.join('.')}" is given twice`);
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const fault = placeOf(text) ?? ` ${(error as Error).message}`;
    throw new UsageError(`stdin:${fault} (not valid JSON)`);
  }
}

function placeOf(text: string): string | undefined {
  try {
    return jsonFault(text);
  } catch {
    return undefined;
  }
}
