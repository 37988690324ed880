/** Takes milliseconds to load, and most events of an agent have no line to write. */
const crypto = () => process.getBuiltinModule('node:crypto');

/** What binds a line to the one before it in its chain. */
export interface Link {
  /** The process that wrote it: a random name. */
  readonly chain: string;
  /** Which line of the chain it is, from 1 on. */
  readonly n: number;
  /** The seal of the line before it; for the first, that of the chain's name. */
  readonly prev: string;
}

/** Where a chain ends, as far as it was noted. */
export interface Head {
  readonly chain: string;
  readonly n: number;
  /** The seal of its last line. */
  readonly hash: string;
  /** Its process ended: nothing follows. */
  readonly end?: true;
}

export interface Chain {
  /** The text of the next line, without its end. */
  next(record: object): string;
  /** Undefined before the first line. */
  readonly head: Head | undefined;
}

/** 132 bits: nobody finds another text with the same ones. */
const LENGTH = 22;

const keyed = (key: Uint8Array, text: string): string =>
  crypto().createHmac('sha256', key).update(text).digest('base64url').slice(0, LENGTH);

/** Only who has the key can make it. No JSON begins like this, so no content has the seal of a line. */
export const sealOf = (key: Uint8Array, line: string): string => keyed(key, `line\n${line}`);

/** Without a name it is called at random, once it has a line. The key is asked for with the first line. */
export function openChain(key: () => Uint8Array, given?: string): Chain {
  let name = given ?? '';
  let n = 0;
  let last = '';
  return {
    next: (record) => {
      name ||= crypto().randomBytes(9).toString('base64url');
      if (n === 0) last = sealOf(key(), name);
      const link: Link = { chain: name, n: ++n, prev: last };
      const line = JSON.stringify({ ...record, ...link });
      last = sealOf(key(), line);
      return line;
    },
    get head() {
      return n === 0 ? undefined : { chain: name, n, hash: last };
    },
  };
}

/** Says later whether a record is about this content, to whoever has the key; nothing about it to others. */
export const boundTo = (key: Uint8Array, content: unknown): string =>
  keyed(key, JSON.stringify(content) ?? '');
