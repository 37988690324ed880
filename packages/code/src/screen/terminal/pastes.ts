/** Asks the terminal to announce pastes, and not to any more. */
export const PASTES_ON = '\u001b[?2004h';
export const PASTES_OFF = '\u001b[?2004l';

export const PASTE_START = '\u001b[200~';
export const PASTE_END = '\u001b[201~';

/** A key that begins like a sequence is a key after this; a paste whose end got lost has ended. */
const KEY_MS = 50;
const PASTE_MS = 1_000;

export interface PasteReader {
  /** What comes of a text, as far as that is known. */
  read(text: string): string;
  /** How long to wait for the rest of something; 0 where nothing is open. */
  waits(): number;
  end(): string;
}

interface ReaderParts {
  /** What keys come to. */
  readonly keys: (text: string) => string;
  /** What stands in the place of a paste. */
  readonly paste: (text: string) => string;
  /** As much of the end of keys as may be the start of a sequence. */
  readonly held: RegExp;
}

/** Keys and pastes apart, however they come in pieces. */
export function pasteReader({ keys, paste: taken, held: part }: ReaderParts): PasteReader {
  let paste: string | undefined;
  let held = '';
  const ended = (text: string) => {
    paste = undefined;
    return taken(text);
  };
  const read = (text: string): string => {
    const all = held + text;
    const at = all.indexOf(paste === undefined ? PASTE_START : PASTE_END);
    if (at === -1) {
      held = (paste === undefined ? part : PART_OF_END).exec(all)?.[0] ?? '';
      const rest = all.slice(0, all.length - held.length);
      if (paste === undefined) return keys(rest);
      paste += rest;
      return '';
    }
    held = '';
    const after = all.slice(at + PASTE_START.length);
    if (paste !== undefined) return ended(paste + all.slice(0, at)) + read(after);
    paste = '';
    return keys(all.slice(0, at)) + read(after);
  };
  return {
    read,
    waits: () => (paste !== undefined ? PASTE_MS : held === '' ? 0 : KEY_MS),
    end: () => {
      const rest = held;
      held = '';
      return paste === undefined ? rest : ended(paste + rest);
    },
  };
}

/** In a paste Esc is no key: what follows it may be its end. */
const PART_OF_END = /\u001b(\[(2(0(1)?)?)?)?$/;
