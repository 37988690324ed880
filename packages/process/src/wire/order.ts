import { resolve } from 'node:path';
import type { End } from '../running/run.ts';
import type { Program } from '../running/spawn-group.ts';
import type { ProcessSpec } from '../running/start.ts';
import { encode, type Frame, uint32 } from './frames.ts';

/** A program as it travels: what it would have inherited from this very process is said. */
export type Ordered<P extends Program = Program> = P & { readonly umask: number };

/** The signal becomes a frame of its own, the input stays bytes. */
export type StartOrder = Ordered<Omit<ProcessSpec, 'signal' | 'stdin'>>;

/** As it stands now: the frame is made a moment later. */
export const orderOf = <P extends Program>(program: P): Ordered<P> => ({
  ...program,
  cwd: resolve(program.cwd),
  umask: process.umask(),
});

export function startOrder({ signal: _, stdin: __, ...rest }: ProcessSpec): StartOrder {
  return orderOf(rest);
}

/** No system starts a program with an environment and arguments of that size. */
const MAX_ORDER_BYTES = 1024 * 1024;

export type WriteOrder = (
  kind: 'start' | 'stay',
  run: number,
  order: Ordered,
  stdin: Buffer,
) => readonly Buffer[] | 'too large';

/** The environment is the largest part of an order, and left out where it is that of the order before. */
export function orderWriter(): WriteOrder {
  let last: string | undefined;
  return (kind, run, { env, ...rest }, stdin) => {
    const given = environmentJson(env);
    const said = given === last ? '' : `"env":${given},`;
    const json = Buffer.from(`{${said}${JSON.stringify(rest).slice(1)}`);
    if (json.length > MAX_ORDER_BYTES) return 'too large';
    last = given;
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

/** Throws for a body that is none. */
export type ReadOrder = <O extends Ordered>(frame: Frame) => { order: O; stdin: Buffer };

export function orderReader(): ReadOrder {
  let last: Program['env'] = {};
  return ({ body }) => {
    const at = 4 + body.readUInt32BE(0);
    const order = { env: last, ...JSON.parse(body.toString('utf8', 4, at)) };
    last = order.env;
    return { order, stdin: body.subarray(at) };
  };
}

export const endedFrame = (run: number, pid: number | undefined, end: End): readonly Buffer[] =>
  encode('ended', run, uint32(pid ?? 0), Buffer.from(JSON.stringify(end)));

/** Throws for a body that is none. */
export const readEnd = ({ body }: Frame): { pid: number | undefined; end: End } => ({
  pid: body.readUInt32BE(0) || undefined,
  end: JSON.parse(body.toString('utf8', 4)) as End,
});
