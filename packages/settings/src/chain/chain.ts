/** Takes milliseconds to load, and most events of an agent have no line to write. */
const crypto = () => process.getBuiltinModule('node:crypto');

/** What binds a line to the one before it in its chain. */
export interface Link {
  /** The process that wrote it: a random name. */
  readonly chain: string;
  /** Which line of the chain it is, from 1 on. */
  readonly n: number;
  /** The hash of the line before it; empty for the first. */
  readonly prev: string;
}

/** Where a chain ends, as far as it was noted. */
export interface Head {
  readonly chain: string;
  readonly n: number;
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

/** 132 bits: nobody finds another line with the same ones. */
const LENGTH = 22;

export const hashOf = (line: string): string =>
  crypto().hash('sha256', line, 'base64url').slice(0, LENGTH);

/** Without a name it is called at random, once it has a line. */
export function openChain(given?: string): Chain {
  let name = given ?? '';
  let n = 0;
  let last = '';
  return {
    next: (record) => {
      name ||= crypto().randomBytes(9).toString('base64url');
      const link: Link = { chain: name, n: ++n, prev: last };
      const line = JSON.stringify({ ...record, ...link });
      last = hashOf(line);
      return line;
    },
    get head() {
      return n === 0 ? undefined : { chain: name, n, hash: last };
    },
  };
}

/** Says later whether a record is about this content, to whoever has the key; nothing about it to others. */
export const boundTo = (key: Uint8Array, content: unknown): string =>
  crypto()
    .createHmac('sha256', key)
    .update(JSON.stringify(content) ?? '')
    .digest('base64url')
    .slice(0, LENGTH);
