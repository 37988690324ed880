import type { ReadStream } from 'node:tty';
import { openKeyboard } from './keyboard.ts';
import { type Asked, keyboardModes } from './modes.ts';

/** The terminal, as long as it is the screen's. */
export interface Hold {
  /** Where keys come from. */
  readonly stdin: ReadStream;
  /** Asks for the keys that only newer terminals tell apart. */
  tellKeysApart(): void;
  /** Gives it to somebody else meanwhile, as it was. */
  lend(work: () => Promise<void>): Promise<void>;
  isLent(): boolean;
  /** When a key was struck last. */
  struck(): number;
  /** Gives it back for good, as it was; more than once does nothing. */
  close(): void;
}

/** Takes the terminal. Whatever ends the process, the terminal is as it was. */
export function holdTerminal(
  source: ReadStream,
  terminal: Asked,
  write: (text: string) => void,
): Hold {
  const keyboard = openKeyboard(source);
  const modes = keyboardModes(terminal, write);
  let isLent = false;
  const close = () => {
    process.off('exit', close);
    modes.off();
    keyboard.release();
  };
  process.on('exit', close);
  keyboard.take();
  return {
    stdin: keyboard.stdin,
    tellKeysApart: modes.on,
    lend: async (work) => {
      modes.off();
      keyboard.release();
      isLent = true;
      try {
        await work();
      } finally {
        isLent = false;
        keyboard.take();
        modes.on();
      }
    },
    isLent: () => isLent,
    struck: keyboard.struck,
    close,
  };
}
