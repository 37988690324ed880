import { closeSync } from 'node:fs';
import type { Outcome } from '../basics/outcome.ts';
import type { Spawned } from '../basics/spawn.ts';
import { endKin } from '../kin/kin.ts';
import { release } from '../kin/survivors.ts';
import { type Bounded, bound } from './bound.ts';
import { drain } from './drain.ts';
import { feed } from './feed.ts';
import { type Follower, follow } from './follow.ts';
import { type Given, type HandOn, handOnLong } from './hand-on.ts';
import { inputFile } from './input.ts';
import { limitsOf } from './limits.ts';
import { spawnGroup } from './spawn-group.ts';
import type { ProcessSpec } from './start.ts';

export type StreamName = (typeof STREAMS)[number];

/** How a process ended, and how those of its streams did that held more than was passed on. */
export interface End {
  readonly outcome: Outcome;
  readonly cut: { readonly [S in StreamName]?: CutEnd };
}

/** What was left out of a stream, and its last bytes in base64: an end also travels as JSON. */
export interface CutEnd {
  readonly omitted: number;
  readonly tail: string;
}

export interface Running {
  readonly pid: number | undefined;
  /** Never rejects. */
  readonly ended: Promise<End>;
}

/** Starts a program in a process group of its own, which is remembered, and gives it its input. */
export type Begin = (spec: ProcessSpec) => Spawned;

/** Runs a program; what it prints goes to `keep` as it comes, unless there is much of it and `handOn` takes it. */
export function runProcess(
  spec: ProcessSpec,
  keep: (stream: StreamName, chunk: Buffer) => void,
  begin: Begin = beginProgram,
  handOn?: HandOn,
): Running {
  // Taken out one by one: what lasts as long as the process must not hold its input.
  const { signal, maxBytes, whenCut, timeoutMs, onOutput } = spec;
  if (signal?.aborted) return over(Promise.resolve({ is: 'cancelled' }));
  const spawned = begin(spec);
  if (spawned.is === 'failed') return over(spawned.why);
  const { child, pid } = spawned;
  const flood = whenCut === 'end' ? new AbortController() : undefined;
  const onCut = () => flood?.abort();
  const streams = {
    stdout: bound(child.stdout, maxBytes, (chunk) => keep('stdout', chunk), onCut),
    stderr: bound(child.stderr, maxBytes, (chunk) => keep('stderr', chunk), onCut),
  };
  const follower = onOutput && follow(onOutput);
  // Whoever follows it here has to read it here.
  const given: Given =
    handOn && !follower ? handOnLong(child, maxBytes, handOn) : { rest: () => child };
  if (follower) listen(child, follower);
  const until =
    flood && signal ? AbortSignal.any([signal, flood.signal]) : (flood?.signal ?? signal);
  const ended = live(spawned, timeoutMs, until, given).then((outcome) => {
    follower?.stop();
    const isFlood = flood?.signal.aborted === true && !signal?.aborted;
    return endOf({ outcome, cut: {} }, streams, isFlood);
  });
  return { pid, ended };
}

/** An end, with what the bounds of these streams did to it. */
export function endOf({ outcome, cut: before }: End, streams: Streams, isFlood: boolean): End {
  const cut = { ...before, ...restOf(streams) };
  // How a flood ended that was cut off says nothing.
  return { outcome: cutOf(outcome, isFlood, streams), cut: isFlood ? withoutTails(cut) : cut };
}

function listen({ stdout, stderr }: Started['child'], { add }: Follower): void {
  for (const stream of [stdout, stderr]) stream?.on('data', add);
}

export const beginProgram: Begin = (spec) => {
  const input = inputFile(spec.stdin);
  const spawned = spawnGroup(spec, [input ?? 'pipe', 'pipe', 'pipe']);
  if (spawned.is === 'started') feed(spawned.child.stdin, spec.stdin);
  if (input !== undefined) closeSync(input);
  return spawned;
};

export const STREAMS = ['stdout', 'stderr'] as const;

const over = (outcome: Promise<Outcome>): Running => ({
  pid: undefined,
  ended: outcome.then((one) => ({ outcome: one, cut: {} })),
});

type Started = Spawned & { is: 'started' };

/** Waits for the end, whichever comes first, and leaves nothing behind. */
async function live(
  { pid, exited }: Started,
  timeoutMs: number,
  signal: AbortSignal | undefined,
  given: Given,
): Promise<Outcome> {
  const limits = limitsOf(timeoutMs, signal);
  const first = await Promise.race([exited, limits.reached]);
  limits.clear();
  if (first.is === 'timeout' || first.is === 'cancelled') await endKin(pid, exited);
  release(pid);
  await drain(given.rest());
  return first;
}

type Streams = Readonly<Partial<Record<StreamName, Bounded>>>;

/** A program that printed past the bound, and ended by itself or for that, has an end of its own. */
function cutOf(outcome: Outcome, isFlood: boolean, streams: Streams): Outcome {
  const stream = STREAMS.find((name) => streams[name]?.isCut());
  if (!stream) return outcome;
  if (isFlood) return { is: 'cut', stream };
  return outcome.is === 'exit' ? { is: 'cut', stream, code: outcome.code } : outcome;
}

const withoutTails = (cut: End['cut']): End['cut'] =>
  Object.fromEntries(Object.keys(cut).map((name) => [name, { omitted: 0, tail: '' }]));

const restOf = (streams: Streams): End['cut'] =>
  Object.fromEntries(
    STREAMS.flatMap((name) => {
      const rest = streams[name]?.rest();
      return rest
        ? [[name, { omitted: rest.omitted, tail: rest.tail.toString('base64') }] as const]
        : [];
    }),
  );
