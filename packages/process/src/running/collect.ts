import type { Ending } from '../basics/outcome.ts';
import type { CutEnd, End, StreamName } from './run.ts';

export interface Collected {
  keep(stream: StreamName, chunk: Buffer): void;
  /** The end with what was printed, decoded as a whole so that no character is torn between chunks. */
  ending(end: End, ms: number): Ending;
}

/** Keeps what a process prints until it has ended. */
export function collect(): Collected {
  const chunks: Record<StreamName, Buffer[]> = { stdout: [], stderr: [] };
  const text = (name: StreamName, { cut }: End) => decode(chunks[name], cut[name]);
  return {
    keep: (stream, chunk) => void chunks[stream].push(chunk),
    ending: (end, ms) => ({
      outcome: end.outcome,
      stdout: text('stdout', end),
      stderr: text('stderr', end),
      ms,
    }),
  };
}

function decode(chunks: readonly Buffer[], cut: CutEnd | undefined): string {
  const bytes = chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks);
  if (!cut) return bytes.toString('utf8');
  const rest = Buffer.from(cut.tail, 'base64');
  // Head and tail together stay within the bound.
  const kept = Math.min(rest.length, bytes.length >> 2);
  const tail = rest.subarray(rest.length - kept);
  const head = bytes.subarray(0, bytes.length - kept);
  const omitted = cut.omitted + rest.length;
  // A character torn by the bound is left out rather than shown as damaged.
  const start = new TextDecoder().decode(head, { stream: true });
  const end = fromCharacter(tail).toString('utf8');
  // Around nothing but blanks there is nothing to leave out.
  if ((start + end).trim() === '') return start;
  return end === '' ? start : `${start}\n[... ${omitted} bytes left out ...]\n${end}`;
}

/** Without the bytes at its start that end a character. */
const fromCharacter = (bytes: Buffer): Buffer => {
  const first = bytes.subarray(0, 4).findIndex((byte) => (byte & 0xc0) !== 0x80);
  return bytes.subarray(Math.max(first, 0));
};
