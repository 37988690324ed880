import { PassThrough } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { ReadStream } from 'node:tty';
import { plainKeys } from './encodings.ts';

/** The keys of a terminal. What is struck while nobody reads waits: between two pictures nothing is lost. */
export interface Keyboard {
  /** What Ink reads. That it lets go of the keyboard between two pictures changes nothing. */
  readonly stdin: ReadStream;
  /** The terminal echoes nothing and gives every key. */
  take(): void;
  /** The terminal is somebody else's: keys go there. */
  release(): void;
  /** When a key was struck last. */
  struck(): number;
}

/** The rest of a sequence is there by then, or the key was that short. */
const REST_MS = 50;

export function openKeyboard(source: ReadStream): Keyboard {
  const decoder = new StringDecoder('utf8');
  const reader = createReader();
  const keys = new PassThrough();
  let timer: NodeJS.Timeout | undefined;
  let struck = Date.now();
  const hear = (bytes: Buffer | string) => {
    clearTimeout(timer);
    struck = Date.now();
    const text = reader.read(typeof bytes === 'string' ? bytes : decoder.write(bytes));
    if (text !== '') keys.write(text);
    if (reader.holds()) timer = setTimeout(() => keys.write(reader.rest()), REST_MS);
  };
  const stdin = Object.assign(keys, {
    isTTY: true,
    setRawMode: () => stdin,
    ref: () => stdin,
    unref: () => stdin,
  });
  let isTaken = false;
  return {
    // As much of a terminal as Ink uses.
    stdin: stdin as unknown as ReadStream,
    take: () => {
      if (isTaken) return;
      isTaken = true;
      source.setRawMode(true);
      source.ref();
      source.on('data', hear);
      source.resume();
    },
    release: () => {
      if (!isTaken) return;
      isTaken = false;
      clearTimeout(timer);
      source.off('data', hear);
      source.pause();
      source.setRawMode(false);
      source.unref();
    },
    struck: () => struck,
  };
}

const PASTE_START = '\u001b[200~';
const PASTE_END = '\u001b[201~';
/** The start of a sequence whose end has not come yet. */
const PART = /\u001b\[[\d;:]*$/;
/** In a paste Esc is no key: what follows it may be the end of the paste. */
const PART_OF_PASTE = /\u001b(?:\[[\d;:]*)?$/;

/** Gives keys in one encoding. What is pasted stays as it is. */
function createReader() {
  let held = '';
  let inPaste = false;
  const part = (text: string): string => {
    const at = text.indexOf(inPaste ? PASTE_END : PASTE_START);
    if (at === -1) return inPaste ? text : plainKeys(text);
    const end = at + PASTE_START.length;
    const first = inPaste ? text.slice(0, end) : plainKeys(text.slice(0, at)) + PASTE_START;
    inPaste = !inPaste;
    return first + part(text.slice(end));
  };
  return {
    read: (text: string): string => {
      const all = held + text;
      held = (endsInPaste(all, inPaste) ? PART_OF_PASTE : PART).exec(all)?.[0] ?? '';
      return part(all.slice(0, all.length - held.length));
    },
    // In a paste more is sure to come.
    holds: () => held !== '' && !inPaste,
    rest: (): string => {
      const rest = held;
      held = '';
      return rest;
    },
  };
}

function endsInPaste(text: string, beganInPaste: boolean): boolean {
  const [start, end] = [text.lastIndexOf(PASTE_START), text.lastIndexOf(PASTE_END)];
  return start === end ? beganInPaste : start > end;
}
