import { Transform } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** Asks the terminal to announce pastes, and not to any more. */
export const PASTES_ON = '\u001b[?2004h';
export const PASTES_OFF = '\u001b[?2004l';

const START = '\u001b[200~';
const END = '\u001b[201~';

/** A key that begins like an announcement is a key after this; a paste whose end got lost has ended. */
const KEY_MS = 50;
const PASTE_MS = 1_000;

/**
 * Keys on their way to readline, which would take each line of a paste for one that was typed. A paste
 * goes to `onPaste` as one text; what that gives stands in its place.
 */
export function pastesApart(onPaste: (text: string) => string): Transform {
  const decoder = new StringDecoder('utf8');
  const reader = createReader(onPaste);
  let timer: NodeJS.Timeout | undefined;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      clearTimeout(timer);
      this.push(reader.read(decoder.write(chunk)));
      const wait = reader.waits();
      if (wait > 0) timer = setTimeout(() => this.push(reader.end()), wait);
      done();
    },
    flush(done) {
      clearTimeout(timer);
      done(null, reader.end());
    },
    destroy(error, done) {
      clearTimeout(timer);
      done(error);
    },
  });
}

interface Reader {
  /** What is left for readline of what came. */
  read(text: string): string;
  /** How long to wait for the rest of something; 0 where nothing is open. */
  waits(): number;
  end(): string;
}

function createReader(onPaste: (text: string) => string): Reader {
  let paste: string | undefined;
  let held = '';
  const taken = (text: string) => {
    paste = undefined;
    return onPaste(text.replace(/\r\n?/g, '\n').replace(/\n$/, ''));
  };
  const read = (text: string): string => {
    const all = held + text;
    const wanted = paste === undefined ? START : END;
    const at = all.indexOf(wanted);
    if (at === -1) {
      held = startOf(wanted, all);
      const rest = all.slice(0, all.length - held.length);
      if (paste === undefined) return rest;
      paste += rest;
      return '';
    }
    held = '';
    const before = all.slice(0, at);
    const after = all.slice(at + wanted.length);
    if (paste !== undefined) return taken(paste + before) + read(after);
    paste = '';
    return before + read(after);
  };
  return {
    read,
    waits: () => (paste !== undefined ? PASTE_MS : held === '' ? 0 : KEY_MS),
    end: () => {
      const rest = held;
      held = '';
      return paste === undefined ? rest : taken(paste + rest);
    },
  };
}

/** As much of the end of a text as may be the start of what is looked for. */
function startOf(wanted: string, text: string): string {
  for (let length = Math.min(wanted.length - 1, text.length); length > 0; length--)
    if (text.endsWith(wanted.slice(0, length))) return wanted.slice(0, length);
  return '';
}
