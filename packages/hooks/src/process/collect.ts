import type { Ending } from '../outcome.ts';
import type { End, StreamName } from './run.ts';

export interface Collected {
  keep(stream: StreamName, chunk: Buffer): void;
  /** The end with what was printed, decoded as a whole so that no character is torn between chunks. */
  ending(end: End, ms: number): Ending;
}

/** Keeps what a process prints until it has ended. */
export function collect(): Collected {
  const chunks: Record<StreamName, Buffer[]> = { stdout: [], stderr: [] };
  const text = (name: StreamName, { cut }: End) => decode(chunks[name], cut.includes(name));
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

function decode(chunks: readonly Buffer[], cut: boolean): string {
  const bytes = chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks);
  // A character torn by the bound is left out rather than shown as damaged.
  return cut ? new TextDecoder().decode(bytes, { stream: true }) : bytes.toString('utf8');
}
