import { PassThrough } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { ReadStream } from 'node:tty';
import { plainKeys } from './encodings.ts';
import { PASTE_END, PASTE_START, pasteReader } from './pastes.ts';

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

export function openKeyboard(source: ReadStream): Keyboard {
  const decoder = new StringDecoder('utf8');
  const reader = pasteReader({
    keys: plainKeys,
    // What is pasted stays as it is.
    paste: (text) => PASTE_START + text + PASTE_END,
    // Esc alone is a key at once.
    held: /\u001b\[[\d;:]*$/,
  });
  const keys = new PassThrough();
  let timer: NodeJS.Timeout | undefined;
  let struck = Date.now();
  const hear = (bytes: Buffer | string) => {
    clearTimeout(timer);
    struck = Date.now();
    const text = reader.read(typeof bytes === 'string' ? bytes : decoder.write(bytes));
    if (text !== '') keys.write(text);
    const wait = reader.waits();
    if (wait > 0) timer = setTimeout(() => keys.write(reader.end()), wait);
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
