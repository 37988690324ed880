import { jsonFault } from 'wave-hooks';
import { type Io, UsageError } from './command.ts';

/** All of standard input, as text. */
export async function readStdin({ stdin, err }: Io): Promise<string> {
  if (stdin.isTTY) err("Type the event's JSON and end it with Ctrl-D:\n");
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
}

/** JSON from standard input; what is wrong with it is told with line and column. */
export function parseStdin(text: string): unknown {
  if (text.trim() === '') throw new UsageError('stdin: expected a JSON object, got nothing');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(
      `stdin:${jsonFault(text) ?? ` ${(error as Error).message}`} (not valid JSON)`,
    );
  }
}
