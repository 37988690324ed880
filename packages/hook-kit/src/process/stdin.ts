import { readSync } from './node.ts';

/**
 * The event from stdin. Read directly: opening Node's own stream takes milliseconds, so that comes in
 * only where reading would block.
 */
export async function readEvent(): Promise<object> {
  const text = (await readAll()).replace(/^\uFEFF/, '');
  if (text.trim() === '') throw new Error("stdin: expected the event's JSON, got nothing");
  const value = parse(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new Error(`stdin: expected a JSON object, got ${text.trim().slice(0, 60)}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`stdin: not valid JSON: ${(error as Error).message}`);
  }
}

async function readAll(): Promise<string> {
  const chunks: Buffer[] = [];
  const buffer = Buffer.allocUnsafe(64 * 1024);
  try {
    for (let length = readSync(0, buffer); length > 0; length = readSync(0, buffer))
      chunks.push(Buffer.from(buffer.subarray(0, length)));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EAGAIN') for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
    // A closed stdin holds nothing.
    else if (code !== 'EOF' && code !== 'EBADF')
      throw new Error(`stdin: cannot be read: ${message}`);
  }
  return Buffer.concat(chunks).toString('utf8');
}
