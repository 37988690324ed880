import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { PASTES_OFF, PASTES_ON } from '../../terminal/pastes.ts';
import { createEcho, nowhere } from './echo.ts';
import { pastesApart } from './pastes.ts';

/** The line that the user types. What is written takes its place; it comes back behind that. */
export interface Input {
  readonly line: string;
  /** The number of the keys that are read now: those that came together share one. */
  readonly batch: number;
  /** Shows the prompt, with what is typed. */
  show(): void;
  /** Takes it off the screen. */
  hide(): void;
  /** Puts a text into the line. */
  put(text: string): void;
  empty(): void;
  /** Arrow up finds this line first. */
  remember(line: string): void;
  /** Arrow up does not find a line any more. */
  forget(isIt: (line: string) => boolean): void;
  /** Gives the terminal to another program meanwhile. */
  lend(work: () => Promise<void>): Promise<void>;
  isLent(): boolean;
  close(): void;
}

interface InputParts {
  readonly write: (text: string) => void;
  readonly onLine: (line: string) => void;
  /** Gives what stands in the line for a text that was pasted. */
  readonly onPaste: (text: string) => string;
  /** After every key. */
  readonly onKey: () => void;
  readonly onInterrupt: () => void;
  readonly onClose: () => void;
  /** Ctrl-R: gives the line of something that was sent before and has this in it, so many further back. */
  readonly onSearch: (typed: string, passed: number) => string | undefined;
  /** Ctrl-G: has the user's own editor change the line. */
  readonly onEditor: (line: string) => void;
}

const PROMPT = '> ';

export function openInput(parts: InputParts): Input {
  const { write } = parts;
  const { stdin, stdout } = process;
  // A terminal that says so of itself understands no sequences.
  const isDumb = process.env['TERM'] === 'dumb';
  const announce = (pastes: string) => void (isDumb || write(pastes));
  const setRawMode = (on: boolean) => stdin.isTTY && stdin.setRawMode(on);
  const keys = Object.assign(pastesApart(parts.onPaste), { setRawMode });
  const echo = isDumb ? createEcho(write, PROMPT) : undefined;
  // The readline of callbacks edits nothing in such a terminal; this one does everywhere.
  const lines = createInterface({
    input: keys,
    output: isDumb ? nowhere() : stdout,
    terminal: true,
    prompt: PROMPT,
  });
  let recalled: string[] = [];
  let batch = 0;
  let isShown = false;
  let isClosed = false;
  const show = () => {
    if (isShown || isClosed) return;
    isShown = true;
    lines.prompt(true);
    if (!echo) return;
    echo.erase('');
    write(PROMPT);
    echo.follow(lines.line);
  };
  const hide = () => {
    if (!isShown && lines.line === '') return;
    const before = isShown ? PROMPT : '';
    isShown = false;
    if (echo) return echo.erase(before);
    const { rows } = lines.getCursorPos();
    write(`\r${rows > 0 ? `\u001b[${rows}A` : ''}\u001b[J`);
  };
  let isLent = false;
  const lend = async (work: () => Promise<void>) => {
    if (isLent) return;
    isLent = true;
    hide();
    announce(PASTES_OFF);
    stdin.unpipe(keys);
    stdin.pause();
    setRawMode(false);
    try {
      await work();
    } finally {
      isLent = false;
      setRawMode(true);
      stdin.pipe(keys);
      announce(PASTES_ON);
      isShown = false;
      show();
    }
  };
  /** As programs of a shell do; where no shell could bring it back, it is not stopped. */
  const suspend = async () => {
    announce(PASTES_OFF);
    setRawMode(false);
    process.kill(0, 'SIGTSTP');
    await sleep(100);
    setRawMode(true);
    announce(PASTES_ON);
    isShown = false;
    show();
  };
  /** Once more goes further back, as long as nothing else is typed. */
  let search = { typed: '', found: '', passed: 0 };
  const searchBack = () => {
    const isOn = search.found !== '' && search.found === lines.line;
    const [typed, passed] = isOn ? [search.typed, search.passed + 1] : [lines.line, 0];
    const found = parts.onSearch(typed, passed);
    if (found === undefined) return;
    search = { typed, found, passed };
    hide();
    setLine(found);
    show();
  };
  /** Without the keys that would write it: it is shown once, with the prompt. */
  const setLine = (line: string) => Object.assign(lines, { line, cursor: line.length });
  const off = () => announce(PASTES_OFF);
  lines.on('history', (history) => {
    recalled = history;
  });
  lines.on('line', (line) => {
    isShown = false;
    echo?.end();
    parts.onLine(line);
  });
  // Before readline takes the first of them.
  keys.prependListener('data', () => {
    batch += 1;
  });
  // Behind the listener of readline: the line is what the key made of it.
  keys.on('keypress', (_text, key?: { ctrl?: boolean; name?: string }) => {
    if (key?.ctrl && key.name === 'r') searchBack();
    if (key?.ctrl && key.name === 'g') parts.onEditor(lines.line);
    // Where the cursor cannot be moved it stays at the end, and so does what is typed.
    if (echo) setLine(lines.line);
    echo?.follow(lines.line);
    parts.onKey();
  });
  lines.on('SIGINT', parts.onInterrupt);
  lines.on('SIGTSTP', () => void suspend());
  lines.on('close', () => {
    isClosed = true;
    parts.onClose();
  });
  process.once('exit', off);
  announce(PASTES_ON);
  stdin.pipe(keys);
  return {
    get line() {
      return lines.line;
    },
    get batch() {
      return batch;
    },
    show,
    hide,
    lend,
    isLent: () => isLent,
    put: (text) => {
      hide();
      setLine(text);
    },
    empty: () => {
      hide();
      setLine('');
    },
    remember: (line) => void recalled.unshift(line),
    forget: (isIt) => {
      for (let at = recalled.length - 1; at >= 0; at--)
        if (isIt(recalled[at] ?? '')) recalled.splice(at, 1);
    },
    close: () => {
      hide();
      process.off('exit', off);
      off();
      lines.close();
      stdin.unpipe(keys);
      stdin.pause();
      keys.destroy();
    },
  };
}
