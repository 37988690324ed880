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

/** Who gets what comes, piece by piece. */
export interface Sink {
  add(chunk: Buffer): void;
  /** Whether that is a whole document. Asked only when nothing more comes. */
  isWhole(): boolean;
}

/** Reads stdin into a text. */
export async function readStdin(
  patience: Patience,
  drain: (patience: Patience, sink: Sink) => Promise<Stdin['ended']>,
): Promise<Stdin> {
  const chunks: Buffer[] = [];
  // A byte order mark is no part of the text.
  const text = () =>
    Buffer.concat(chunks)
      .toString('utf8')
      .replace(/^\uFEFF/, '');
  const add = (chunk: Buffer) => void chunks.push(chunk);
  const ended = await drain(patience, { add, isWhole: () => isJson(text()) });
  return { text: ended === 'too long' ? '' : text(), ended };
}

/** Reads stdin, however it was left: closed, a file, or held open by somebody who forgot it. */
export async function drainStdin(patience: Patience, sink: Sink): Promise<Stdin['ended']> {
  const kind = fstatOf(0);
  if (kind === undefined || kind.isDirectory()) return 'whole';
  return kind.isFile() ? fromFile(patience.maxBytes, sink) : fromStream(patience, sink);
}

function fstatOf(fd: number) {
  try {
    return fstatSync(fd);
  } catch {
    return undefined;
  }
}

/** A file never keeps us waiting, and Node's stream object costs milliseconds to open. */
function fromFile(maxBytes: number, sink: Sink): Stdin['ended'] {
  for (let total = 0; ; ) {
    const buffer = Buffer.allocUnsafe(64 * 1024);
    const length = readSync(0, buffer);
    if (length === 0) return 'whole';
    total += length;
    if (total > maxBytes) return 'too long';
    sink.add(buffer.subarray(0, length));
  }
}

function fromStream(patience: Patience, sink: Sink): Promise<Stdin['ended']> {
  const { ms, maxBytes, settledMs = SETTLED_MS } = patience;
  let total = 0;
  return new Promise((resolve) => {
    const finish = (ended: Stdin['ended']) => {
      clearTimeout(timer);
      process.stdin.removeAllListeners().on('error', () => {});
      process.stdin.destroy();
      resolve(ended);
    };
    let timer = setTimeout(finish, ms, 'open');
    process.stdin.on('data', (chunk: Buffer) => {
      total += chunk.length;
      clearTimeout(timer);
      if (total > maxBytes) return finish('too long');
      sink.add(chunk);
      timer = setTimeout(settle, Math.min(ms, settledMs));
    });
    const settle = () => {
      if (sink.isWhole()) finish('open');
      else timer = setTimeout(finish, Math.max(0, ms - settledMs), 'open');
    };
    process.stdin.on('end', () => finish('whole'));
    process.stdin.on('error', () => finish('whole'));
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
