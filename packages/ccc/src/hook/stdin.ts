import { fstatSync, readSync } from 'node:fs';

/** How stdin ended: at its end, still open when we stopped waiting, or with more than we take. */
export interface Stdin {
  readonly text: string;
  readonly ended: 'whole' | 'open' | 'too long';
}

export interface Patience {
  /** How long nothing may come before we stop waiting. */
  readonly ms: number;
  readonly maxBytes: number;
  /** How long a whole document may be followed by more, though stdin stays open. */
  readonly settledMs?: number;
}

/** A document that is whole need not be waited on for longer than this, even when stdin stays open. */
const SETTLED_MS = 150;

/** Reads stdin, however it was left: closed, a file, or held open by somebody who forgot it. */
export async function readStdin(patience: Patience): Promise<Stdin> {
  const kind = fstatOf(0);
  if (kind === undefined || kind.isDirectory()) return { text: '', ended: 'whole' };
  return kind.isFile() ? fromFile(patience.maxBytes) : fromStream(patience);
}

function fstatOf(fd: number) {
  try {
    return fstatSync(fd);
  } catch {
    return undefined;
  }
}

/** A file never keeps us waiting, and Node's stream object costs milliseconds to open. */
function fromFile(maxBytes: number): Stdin {
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    const buffer = Buffer.allocUnsafe(64 * 1024);
    const length = readSync(0, buffer);
    if (length === 0) return end(chunks, 'whole');
    total += length;
    if (total > maxBytes) return end([], 'too long');
    chunks.push(buffer.subarray(0, length));
  }
}

function fromStream({ ms, maxBytes, settledMs = SETTLED_MS }: Patience): Promise<Stdin> {
  const chunks: Buffer[] = [];
  let total = 0;
  return new Promise((resolve) => {
    const finish = (ended: Stdin['ended']) => {
      clearTimeout(timer);
      process.stdin.removeAllListeners().on('error', () => {});
      process.stdin.destroy();
      resolve(end(ended === 'too long' ? [] : chunks, ended));
    };
    let timer = setTimeout(finish, ms, 'open');
    process.stdin.on('data', (chunk: Buffer) => {
      total += chunk.length;
      chunks.push(chunk);
      clearTimeout(timer);
      if (total > maxBytes) return finish('too long');
      timer = setTimeout(settle, Math.min(ms, settledMs));
    });
    /** Looked at only when nothing more comes: parsing at every chunk would take for ever. */
    const settle = () => {
      if (isWhole(end(chunks, 'open').text)) finish('open');
      else timer = setTimeout(finish, Math.max(0, ms - settledMs), 'open');
    };
    process.stdin.on('end', () => finish('whole'));
    process.stdin.on('error', () => finish('whole'));
  });
}

/** A byte order mark is no part of the text. */
const end = (chunks: readonly Buffer[], ended: Stdin['ended']): Stdin => ({
  text: Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\uFEFF/, ''),
  ended,
});

function isWhole(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
