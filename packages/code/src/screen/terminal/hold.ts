import { readlinkSync } from 'node:fs';
import type { ReadStream } from 'node:tty';
import { writeIfKilled } from '@wavehooks/process';
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
  let callOff = () => {};
  const on = () => {
    modes.on();
    callOff = writeIfKilled(terminalOf(), CLEARED + modes.undo);
  };
  const off = () => {
    callOff();
    modes.off();
  };
  const close = () => {
    process.off('exit', close);
    off();
    keyboard.release();
  };
  process.on('exit', close);
  keyboard.take();
  return {
    stdin: keyboard.stdin,
    tellKeysApart: on,
    lend: async (work) => {
      off();
      keyboard.release();
      isLent = true;
      try {
        await work();
      } finally {
        isLent = false;
        keyboard.take();
        on();
      }
    },
    isLent: () => isLent,
    struck: keyboard.struck,
    close,
  };
}

/** The cursor shown, and nothing below it: the prompt of the shell has a line of its own, before or behind this. */
const CLEARED = '\u001b[?25h\u001b[J';

/** Its file; where that is not known, nothing is written there. */
function terminalOf(): string {
  try {
    return readlinkSync('/proc/self/fd/0');
  } catch {
    return '/dev/null';
  }
}
