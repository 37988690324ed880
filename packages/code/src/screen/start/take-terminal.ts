import type { Io } from '../../cli/command.ts';
import { onSignals } from '../../cli/signals.ts';
import { themeOf } from '../text/theme.ts';
import { askTerminal, type Told } from './ask-terminal.ts';

declare const WAVE_VERSION: string;

/** The terminal, ours before the screen is loaded. */
export interface Taken {
  /** What the terminal says of itself. Keys that were struck meanwhile wait for whoever reads next. */
  readonly told: Promise<Told>;
  /** The first line goes with the next thing that is drawn, in one write: nothing flickers. */
  replaceLine(): void;
  /** From now on somebody else hears signals. */
  heard(): void;
  /** The terminal as it was, unless somebody else has it by now; more than once does nothing. */
  close(): void;
}

/**
 * Takes the terminal, asks it what it knows and shows a first line, all before the large part of the screen is
 * loaded: what is typed from here on is kept, and nothing of it is echoed. Undefined for the plain mode, in which the
 * terminal itself edits lines.
 */
export function takeTerminal(args: readonly string[], { out }: Pick<Io, 'out'>): Taken | undefined {
  const { stdin, stdout, env } = process;
  if (args.includes('--plain') || env['TERM'] === 'dumb') return undefined;
  let isShown = false;
  let isOpen = true;
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    ignore();
    process.off('exit', close);
    if (isShown) out(ERASE);
    isShown = false;
    stdin.setRawMode(false);
  };
  // Before the terminal is changed: whoever ends us meanwhile gets it back as it was.
  const ignore = onSignals((_, signal) => {
    close();
    process.kill(process.pid, signal);
  });
  process.on('exit', close);
  stdin.setRawMode(true);
  const told = askTerminal(stdin, out, themeOf(env) === undefined);
  // With options there may be something to say first.
  if (args.length === 0 && stdout.columns > firstLine().length) {
    out(firstLine());
    isShown = true;
  }
  return {
    told,
    replaceLine: () => {
      if (isShown) withNextWrite(stdout, ERASE);
      isShown = false;
    },
    heard: () => {
      ignore();
      process.off('exit', close);
      isOpen = false;
    },
    close,
  };
}

/** What the welcome begins with. Without a line break: it can move nothing up. */
const firstLine = () => `≈ wave ${WAVE_VERSION}`;
/** The line alone: tmux keeps a screen that is erased from its first row on in the scrollback. */
const ERASE = '\r\u001b[2K';

function withNextWrite(stream: NodeJS.WriteStream, before: string): void {
  const { write } = stream;
  stream.write = ((text: string | Uint8Array, ...rest: []) => {
    stream.write = write;
    if (typeof text !== 'string') write.call(stream, before);
    return write.call(stream, typeof text === 'string' ? before + text : text, ...rest);
  }) as typeof write;
}
