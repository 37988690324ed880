/** Finds texts among the fields of a JSON object, chunk by chunk, in memory that does not grow with it. */
export interface Scanner {
  add(chunk: Buffer): void;
  /** What was found so far, by field; of a field that is there twice, the last one. */
  readonly found: Readonly<Record<string, string>>;
  /** The object has come to its end. */
  isWhole(): boolean;
}

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
/** How much deeper each bracket leads. */
const DEEPER: Readonly<Record<number, number>> = { 123: 1, 91: 1, 125: -1, 93: -1 };
const OBJECT = 0x7b;
/** What may stand in front: white space and the bytes of a byte order mark. */
const LEADING: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);
/** Longer names and texts are none of those that are looked for. */
const MAX_TEXT = 256;

/** It checks nothing: in what is no JSON it finds something or nothing. */
export function scanFor(names: readonly string[]): Scanner {
  const found: Record<string, string> = {};
  let state: 'before' | 'inside' | 'over' = 'before';
  let depth = 0;
  let isValue = false;
  let name = '';
  /** The bytes of the text that is being read, as far as they matter; undefined between texts. */
  let text: number[] | undefined;
  let isEscaped = false;

  const before = (byte: number) => {
    if (LEADING.has(byte)) return;
    state = byte === OBJECT ? 'inside' : 'over';
    depth = 1;
  };
  const between = (byte: number) => {
    depth += DEEPER[byte] ?? 0;
    if (depth === 0) state = 'over';
    else if (byte === QUOTE) text = [];
    else if (depth === 1 && (byte === COLON || byte === COMMA)) isValue = byte === COLON;
  };
  const within = (byte: number, bytes: number[]) => {
    if (byte === QUOTE && !isEscaped) return finish(bytes);
    isEscaped = byte === BACKSLASH && !isEscaped;
    if (depth === 1 && bytes.length < MAX_TEXT) bytes.push(byte);
  };
  const finish = (bytes: readonly number[]) => {
    text = undefined;
    if (depth !== 1) return;
    if (!isValue) name = wordOf(bytes);
    else if (names.includes(name)) found[name] = wordOf(bytes);
  };
  return {
    found,
    isWhole: () => state === 'over' && depth === 0,
    add: (chunk) => {
      for (let at = 0; at < chunk.length && state !== 'over'; at++) {
        const byte = chunk[at] as number;
        if (text) within(byte, text);
        else if (state === 'inside') between(byte);
        else before(byte);
      }
    },
  };
}

function wordOf(bytes: readonly number[]): string {
  try {
    return JSON.parse(`"${Buffer.from(bytes).toString('utf8')}"`);
  } catch {
    return '';
  }
}
