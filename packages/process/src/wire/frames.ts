/**
 * What agent and launcher say to each other, as frames on one inherited socket:
 * length of the body (u32), kind (u8), number of the run (u32), body.
 *
 * | kind    | from     | body                                                                  |
 * | ------- | -------- | --------------------------------------------------------------------- |
 * | ready   | launcher | the protocol's version (u32); first of all, once, run 0               |
 * | start   | agent    | length of the order (u32), the order as JSON, the bytes of stdin      |
 * | stay    | agent    | the same for a program that stays, without stdin                       |
 * | go      | agent    | nothing; it has all the pipes of one that stays, which may begin        |
 * | cancel  | agent    | nothing; of one that stays: that nothing of its group is left, or that  |
 * |         |          | it must not begin                                                       |
 * | started | launcher | the process group (u32); not said where the end comes first            |
 * | stdout  | launcher | bytes, at most as many in all as the order allows                     |
 * | stderr  | launcher | bytes, at most as many in all as the order allows                     |
 * | handed  | launcher | which stream (u32: its place in STREAMS), how many bytes of it came in     |
 * |         |          | frames (u32); all others come by its pipe                               |
 * | printed | launcher | how many bytes both streams had so far (f64), the last of them; only    |
 * |         |          | where the order wants it, a few times a second                          |
 * | ended   | launcher | the process group (u32), 0 where none could be started, how it ended   |
 * |         |          | as JSON; nothing of this run comes after it                            |
 *
 * The pipes of a program that stays are handed over one by one, beside the socket: by Node's own channel
 * for processes, each with { run, pid, pipe }, and then what says that there are no more (stay.ts). So is the
 * pipe of a stream that turns out to be long (rest.ts).
 * What was begun is also in the journal (journal.ts), for the time after the launcher.
 * The agent's end of the socket closed: the launcher ends all that runs, then itself.
 */
export const KINDS = [
  'ready',
  'start',
  'stay',
  'go',
  'cancel',
  'started',
  'stdout',
  'stderr',
  'handed',
  'printed',
  'ended',
] as const;

export type Kind = (typeof KINDS)[number];

export interface Frame {
  readonly kind: Kind;
  readonly run: number;
  readonly body: Buffer;
}

export const PROTOCOL = 8;

const HEAD_BYTES = 9;
/** No program is fed more than this; a greater length is no frame of ours. */
export const MAX_BODY_BYTES = 1024 * 1024 * 1024;

/** A frame whose body has the given parts. Large parts are not copied. */
export function encode(kind: Kind, run: number, ...parts: readonly Buffer[]): readonly Buffer[] {
  const head = Buffer.allocUnsafe(HEAD_BYTES);
  head.writeUInt32BE(parts.reduce((sum, part) => sum + part.length, 0));
  head.writeUInt8(KINDS.indexOf(kind), 4);
  head.writeUInt32BE(run, 5);
  return joinSmall([head, ...parts]);
}

/** One write is cheaper than several, until copying costs more. */
const SMALL_BYTES = 32 * 1024;

export const joinSmall = (parts: readonly Buffer[]): readonly Buffer[] =>
  parts.length > 1 && parts.every(({ length }) => length <= SMALL_BYTES)
    ? [Buffer.concat(parts)]
    : parts;

export const uint32 = (value: number): Buffer => {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** Takes bytes as they come and hands on whole frames; returns what is wrong with them, if anything. */
export function createDecoder(
  onFrame: (frame: Frame) => string | undefined,
): (chunk: Buffer) => string | undefined {
  let parts: Buffer[] = [];
  let have = 0;
  let need = HEAD_BYTES;
  return (chunk) => {
    parts.push(chunk);
    have += chunk.length;
    while (have >= need) {
      // Joined when enough is there, not with each chunk: a body of megabytes comes in many.
      const bytes = parts.length === 1 ? (parts[0] ?? chunk) : Buffer.concat(parts);
      const length = bytes.readUInt32BE(0);
      const kind = KINDS[bytes.readUInt8(4)];
      if (kind === undefined || length > MAX_BODY_BYTES)
        return `a frame of kind ${bytes.readUInt8(4)} and ${length} bytes`;
      need = HEAD_BYTES + length;
      parts = [bytes];
      if (have < need) break;
      const wrong = onFrame({
        kind,
        run: bytes.readUInt32BE(5),
        body: bytes.subarray(HEAD_BYTES, need),
      });
      if (wrong !== undefined) return wrong;
      have -= need;
      parts = have > 0 ? [bytes.subarray(need)] : [];
      need = HEAD_BYTES;
    }
    return undefined;
  };
}
