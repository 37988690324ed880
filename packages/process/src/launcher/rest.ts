import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type Bounded, bound } from '../running/bound.ts';
import { drain } from '../running/drain.ts';
import { type End, endOf, type StreamName } from '../running/run.ts';
import type { ProcessSpec } from '../running/start.ts';
import type { HandedStream } from '../wire/order.ts';

/** Those streams of a run that the launcher handed over because they are long: their rest is read here. */
export interface Rest {
  isAny(): boolean;
  /** All that comes in front of it is kept. Its pipe comes by another way, before or after. */
  follows(handed: HandedStream): void;
  /** Its pipe; undefined where it could not be sent or taken. */
  hand(stream: StreamName, pipe: Socket | undefined): void;
  /** Reads to the last byte: the end with what was read here, or nothing where a pipe did not come. */
  finish(end: End): Promise<End | undefined>;
  /** Nobody wants them any more. */
  drop(): void;
}

type Keep = (stream: StreamName, chunk: Buffer) => void;

/** How long a pipe may take that was sent before its program ended. */
const PATIENCE_MS = 2_000;

/** `onFlood` is called where the program is to end because it prints too much. */
export function openRest(spec: ProcessSpec, keep: Keep, onFlood: () => void): Rest {
  const pipes = new Map<StreamName, PromiseWithResolvers<Socket | undefined>>();
  const read: { [S in StreamName]?: Bounded } = {};
  const awaited = new Set<StreamName>();
  let isFlood = false;
  const onCut = () => {
    if (spec.whenCut !== 'end' || isFlood) return;
    isFlood = true;
    onFlood();
  };
  return {
    isAny: () => awaited.size > 0,
    follows: ({ stream, passed }) => {
      awaited.add(stream);
      const pass = (chunk: Buffer) => keep(stream, chunk);
      void pipeOf(stream).promise.then((pipe) => {
        if (pipe) read[stream] = bound(pipe, spec.maxBytes - passed, pass, onCut);
      });
    },
    hand: (stream, pipe) => pipeOf(stream).resolve(pipe),
    finish,
    drop: () => {
      for (const { promise } of pipes.values()) void promise.then((pipe) => pipe?.destroy());
    },
  };

  function pipeOf(stream: StreamName): PromiseWithResolvers<Socket | undefined> {
    const known = pipes.get(stream) ?? Promise.withResolvers();
    pipes.set(stream, known);
    return known;
  }

  async function finish(end: End): Promise<End | undefined> {
    const done = new AbortController();
    const late = wait(PATIENCE_MS, undefined, { signal: done.signal }).catch(() => undefined);
    const come = async (stream: StreamName) =>
      awaited.has(stream) ? ((await Promise.race([pipeOf(stream).promise, late])) ?? null) : null;
    const [stdout, stderr] = [await come('stdout'), await come('stderr')];
    done.abort();
    const there = { stdin: null, stdout, stderr };
    if ([...awaited].some((stream) => !there[stream])) return undefined;
    await drain(there);
    return endOf(end, read, isFlood && !spec.signal?.aborted);
  }
}
