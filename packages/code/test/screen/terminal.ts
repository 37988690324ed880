import '../../../../test/built.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { type IPty, spawn } from '@lydell/node-pty';
import headless from '@xterm/headless';
import { onTestFinished } from 'vitest';
import { PATIENCE_MS } from '../../../../test/until.ts';
import { type Place, place, WAVE } from '../helpers.ts';

/** What a terminal sends for a key. */
const KEYS = {
  enter: '\r',
  escape: '\u001b',
  tab: '\t',
  'shift-tab': '\u001b[Z',
  up: '\u001b[A',
  down: '\u001b[B',
  right: '\u001b[C',
  left: '\u001b[D',
  home: '\u001b[H',
  end: '\u001b[F',
  'page-up': '\u001b[5~',
  'page-down': '\u001b[6~',
  backspace: '\u007f',
  'alt-enter': '\u001b\r',
  'alt-d': '\u001bd',
  'ctrl-a': '\u0001',
  'ctrl-c': '\u0003',
  'ctrl-d': '\u0004',
  'ctrl-j': '\n',
  'ctrl-g': '\u0007',
  'ctrl-k': '\u000b',
  'ctrl-l': '\u000c',
  'ctrl-o': '\u000f',
  'ctrl-r': '\u0012',
  'ctrl-u': '\u0015',
  'ctrl-w': '\u0017',
  'ctrl-y': '\u0019',
  'ctrl-_': '\u001f',
  'ctrl-z': '\u001a',
} as const;

type KeyName = keyof typeof KEYS;

export interface TerminalOptions {
  readonly args?: readonly string[];
  /** What runs in the terminal instead of wave. */
  readonly program?: readonly [string, ...string[]];
  readonly where?: Place;
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** The colour that the terminal tells when it is asked, e.g. `ffff/ffff/ffff`. */
  readonly background?: string;
  /** The same for its text. */
  readonly text?: string;
  /** Flags of the kitty protocol that are on; the terminal knows it then. */
  readonly kitty?: number;
}

/** The built `wave` in a pseudo-terminal, and an emulator that shows what a user would see. */
export interface Terminal {
  readonly where: Place;
  readonly pid: number;
  type(text: string): void;
  press(...keys: KeyName[]): void;
  /** A paste as terminals announce it. */
  paste(text: string): void;
  /** Waits until it is open and takes keys. */
  ready(): Promise<void>;
  /** Types, waits until it stands in the input box, and sends. */
  send(text: string): Promise<void>;
  /** Waits until a list takes keys, and strikes one. */
  answer(key: string): Promise<void>;
  /** Waits until the text is on the screen or in its scrollback; gives all of both. */
  waitFor(wanted: string | RegExp): Promise<string>;
  /** Waits until the text is nowhere on the visible screen. */
  waitForGone(wanted: string | RegExp): Promise<void>;
  /** What can be seen now. */
  screen(): string;
  /** Scrollback and screen. */
  all(): string;
  /** Every byte that came so far. */
  raw(): string;
  cursorHidden(): boolean;
  /** Where the terminal's own cursor stands: row and column of the screen, and the line there. */
  cursor(): { readonly row: number; readonly column: number; readonly line: string };
  /** How many lines have scrolled out of sight. */
  scrolled(): number;
  /** The title of the window, and how often the bell rang. */
  title(): string;
  bells(): number;
  /** The program may learn of it later than the terminal has done it, as in tmux. */
  resize(columns: number, rows: number, lateMs?: number): void;
  /** Resizes it, and waits until it is drawn for the new size. */
  resized(columns: number, rows: number): Promise<void>;
  /** The exit code, once it ended by itself. */
  exit(): Promise<number>;
  /** The terminal itself goes away, as a window that is closed. */
  hangUp(): void;
  /** Kills it, and waits until it is gone. */
  end(): Promise<void>;
}

const PASTES_ON = '\u001b[?2004h';

/** A frame may come in two pieces: what is not there between them is not gone. */
const FRAME_MS = 50;
/** A resize is drawn in more than one write: it is done when none comes for that long, or what moves goes on moving. */
const DRAWN_MS = 250;
const MOVING_MS = 2_000;

export function openTerminal({
  args = [],
  program = [process.execPath, WAVE, ...args],
  where = place(),
  columns = 100,
  rows = 40,
  env = {},
  background,
  text: textColour,
  kitty,
}: TerminalOptions = {}): Terminal {
  const plain = args.includes('--plain');
  const [file, ...words] = program;
  const child = spawn(file, words, {
    name: 'xterm-256color',
    cols: columns,
    rows,
    cwd: where.project,
    env: { ...cleanEnv(), HOME: where.home, ...env },
  });
  const emulator = new headless.Terminal({
    cols: columns,
    rows,
    scrollback: 20_000,
    allowProposedApi: true,
  });
  // Questions of the program to its terminal are answered, as a terminal does.
  emulator.onData((answer) => child.write(answer));
  for (const [code, colour] of [
    [10, textColour],
    [11, background],
  ] as const)
    if (colour)
      emulator.parser.registerOscHandler(code, () => {
        child.write(`\u001b]${code};rgb:${colour}\u001b\\`);
        return true;
      });
  if (kitty !== undefined)
    emulator.parser.registerCsiHandler({ prefix: '?', final: 'u' }, () => {
      child.write(`\u001b[?${kitty}u`);
      return true;
    });
  let title = '';
  emulator.onTitleChange((text) => {
    title = text;
  });
  let bells = 0;
  emulator.onBell(() => {
    bells += 1;
  });
  let raw = '';
  child.onData((text) => {
    raw += text;
    emulator.write(text);
  });
  const ended = new Promise<number>((resolve) => child.onExit(({ exitCode }) => resolve(exitCode)));
  let gone = false;
  void ended.then(() => {
    gone = true;
  });
  const textFrom = (start: number) => linesFrom(emulator, start).join('\n');
  const screen = () => textFrom(emulator.buffer.active.baseY);
  const all = () => textFrom(0);
  /** What it printed last may still be on its way into the emulator. */
  const settled = () => new Promise<void>((resolve) => emulator.write('', resolve));
  const until = async (isSo: () => boolean, what: string) => {
    for (const limit = Date.now() + PATIENCE_MS; !isSo(); await sleep(10)) {
      if (Date.now() < limit && !gone) continue;
      await settled();
      if (isSo()) return;
      const why = gone ? 'it ended' : `not within ${PATIENCE_MS} ms`;
      throw new Error(`waiting for ${what}: ${why}. The terminal shows:\n${all()}\n`);
    }
  };
  const end = async () => {
    if (!gone) child.kill('SIGKILL');
    await ended;
    emulator.dispose();
  };
  onTestFinished(end);
  const resize = (toColumns: number, toRows: number, lateMs = 0) => {
    emulator.resize(toColumns, toRows);
    if (lateMs === 0) child.resize(toColumns, toRows);
    else setTimeout(() => gone || child.resize(toColumns, toRows), lateMs);
  };
  const type = (text: string) => child.write(text);
  return {
    where,
    pid: child.pid,
    type,
    press: (...keys) => {
      for (const key of keys) child.write(KEYS[key]);
    },
    paste: (text) => paste(child, text),
    // Before it has asked for pastes to be announced, the terminal itself still edits lines.
    ready: () =>
      until(() => /^>/m.test(screen()) && (plain || raw.includes(PASTES_ON)), 'the input box'),
    send: async (text) => {
      type(text);
      await until(() => inputOf(screen()).includes(text.slice(-30)), `the input "${text}"`);
      child.write(KEYS.enter);
    },
    answer: async (key) => {
      await until(() => /^│ *❯/m.test(screen()), 'a list that takes keys');
      type(key);
    },
    waitFor: async (wanted) => {
      await until(() => has(all(), wanted), String(wanted));
      return all();
    },
    waitForGone: (wanted) => {
      let since: number | undefined;
      const isGone = () => {
        since = has(screen(), wanted) ? undefined : (since ?? Date.now());
        return since !== undefined && Date.now() - since >= FRAME_MS;
      };
      return until(isGone, `no ${wanted}`);
    },
    screen,
    all,
    raw: () => raw,
    cursorHidden: () => raw.lastIndexOf('\u001b[?25l') > raw.lastIndexOf('\u001b[?25h'),
    cursor: () => {
      const { baseY, cursorX: column, cursorY: row } = emulator.buffer.active;
      return { row, column, line: linesFrom(emulator, 0)[baseY + row] ?? '' };
    },
    scrolled: () => emulator.buffer.active.baseY,
    title: () => title,
    bells: () => bells,
    resize,
    resized: async (toColumns, toRows) => {
      const before = raw.length;
      resize(toColumns, toRows);
      await until(() => raw.length > before, `a picture of ${toColumns} columns`);
      const limit = Date.now() + MOVING_MS;
      for (let seen = 0; seen < raw.length && Date.now() < limit; ) {
        seen = raw.length;
        await sleep(DRAWN_MS);
      }
    },
    exit: async () => {
      await until(() => gone, 'its end');
      await settled();
      return ended;
    },
    // Not in its types: closes our side of it.
    hangUp: () => (child as IPty & { destroy(): void }).destroy(),
    end,
  };
}

/** Nothing of the machine's own: no build machine, no colours, no keys, no theme. */
function cleanEnv(): Record<string, string> {
  const { PATH = '', LANG = 'C.UTF-8', TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const own = { PATH, LANG, SHELL: '/bin/sh', TERM: 'xterm-256color' };
  const places = {
    ...(TMPDIR ? { TMPDIR } : {}),
    ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}),
  };
  return { ...own, ...places };
}

const paste = (child: IPty, text: string) =>
  child.write(`\u001b[200~${text.replaceAll('\n', '\r')}\u001b[201~`);

const has = (text: string, wanted: string | RegExp) =>
  typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text);

/** What stands in the input box, its lines joined. */
export function inputOf(screen: string): string {
  const lines = screen.split('\n');
  const rule = lines.findLastIndex((line) => /^─{5,}$/.test(line));
  return lines
    .slice(rule + 1)
    .map((line) => line.replace(/^[>] ?| {2}/, ''))
    .join('');
}

function linesFrom(emulator: InstanceType<typeof headless.Terminal>, start: number): string[] {
  const { active } = emulator.buffer;
  const lines: string[] = [];
  for (let at = start; at < active.length; at++)
    lines.push(active.getLine(at)?.translateToString(true) ?? '');
  return lines;
}
