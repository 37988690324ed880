import { resolve } from 'node:path';
import type { Printed } from '../running/follow.ts';
import { type End, STREAMS, type StreamName } from '../running/run.ts';
import type { Program } from '../running/spawn-group.ts';
import type { ProcessSpec } from '../running/start.ts';
import { encode, type Frame, uint32 } from './frames.ts';

/** A program as it travels: what it would have inherited from this very process is said. */
export type Ordered<P extends Program = Program> = P & { readonly umask: number };

/** The signal becomes a frame of its own, the input stays bytes, and what it prints is told in frames. */
export type StartOrder = Ordered<
  Omit<ProcessSpec, 'signal' | 'stdin' | 'onOutput'> & { readonly follows?: true }
>;

/** As it stands now: the frame is made a moment later. */
export const orderOf = <P extends Program>(program: P): Ordered<P> => ({
  ...program,
  cwd: resolve(program.cwd),
  umask: process.umask(),
});

export function startOrder({ signal: _, stdin: __, onOutput, ...rest }: ProcessSpec): StartOrder {
  return orderOf({ ...rest, ...(onOutput ? { follows: true as const } : {}) });
}

/** No system starts a program with an environment and arguments of that size. */
const MAX_ORDER_BYTES = 1024 * 1024;

export type WriteOrder = (
  kind: 'start' | 'stay',
  run: number,
  order: Ordered,
  stdin: Buffer,
) => readonly Buffer[] | 'too large';

/**
 * An environment is the largest part of an order, and said once: both sides keep the last few, each at its
 * place. Hooks and commands have one each, and take turns.
 */
const PLACES = 4;

export function orderWriter(): WriteOrder {
  const kept: string[] = [];
  let next = 0;
  return (kind, run, { env, ...rest }, stdin) => {
    const given = environmentJson(env);
    const known = kept.indexOf(given);
    const at = known < 0 ? next : known;
    const said = known < 0 ? `"env":${given},` : '';
    const json = Buffer.from(`{"at":${at},${said}${JSON.stringify(rest).slice(1)}`);
    if (json.length > MAX_ORDER_BYTES) return 'too large';
    kept[at] = given;
    if (known < 0) next = (next + 1) % PLACES;
    return encode(kind, run, uint32(json.length), json, stdin);
  };
}

function environmentJson(env: Program['env']): string {
  const known = environments.get(env);
  if (known !== undefined) return known;
  const json = JSON.stringify(env);
  // What reads anew each time it is asked, as process.env does, may say something else the next time.
  if (env !== process.env) environments.set(env, json);
  return json;
}

const environments = new WeakMap<Program['env'], string>();

/** Throws if the body cannot be read. */
export type ReadOrder = <O extends Ordered>(frame: Frame) => { order: O; stdin: Buffer };

export function orderReader(): ReadOrder {
  const kept: Program['env'][] = [];
  return ({ body }) => {
    const end = 4 + body.readUInt32BE(0);
    const { at, ...order } = JSON.parse(body.toString('utf8', 4, end));
    kept[at] = order.env ?? kept[at] ?? {};
    return { order: { ...order, env: kept[at] }, stdin: body.subarray(end) };
  };
}

export const printedFrame = (run: number, { bytes, tail }: Printed): readonly Buffer[] => {
  const count = Buffer.allocUnsafe(8);
  count.writeDoubleBE(bytes);
  return encode('printed', run, count, tail);
};

/** Throws if the body cannot be read. */
export const readPrinted = ({ body }: Frame): Printed => ({
  bytes: body.readDoubleBE(0),
  tail: body.subarray(8),
});

/** A stream whose pipe is handed over, and how many bytes of it came in frames. */
export interface HandedStream {
  readonly stream: StreamName;
  readonly passed: number;
}

export const handedFrame = (run: number, { stream, passed }: HandedStream): readonly Buffer[] =>
  encode('handed', run, uint32(STREAMS.indexOf(stream)), uint32(passed));

/** Throws if the body cannot be read. */
export function readHanded({ body }: Frame): HandedStream {
  const stream = STREAMS[body.readUInt32BE(0)];
  if (stream === undefined) throw new RangeError('no such stream');
  return { stream, passed: body.readUInt32BE(4) };
}

export const endedFrame = (run: number, pid: number | undefined, end: End): readonly Buffer[] =>
  encode('ended', run, uint32(pid ?? 0), Buffer.from(JSON.stringify(end)));

/** Throws if the body cannot be read. */
export const readEnd = ({ body }: Frame): { pid: number | undefined; end: End } => ({
  pid: body.readUInt32BE(0) || undefined,
  end: JSON.parse(body.toString('utf8', 4)) as End,
});
