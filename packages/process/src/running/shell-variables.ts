import type { Ending } from '../basics/outcome.ts';
import { shellProgram } from '../environment/shell-program.ts';
import type { Start } from './start.ts';

/** Where a piece of shell text is read. */
export interface ReadingPlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly start: Start;
  readonly signal?: AbortSignal;
}

export interface ShellVariables {
  /** What it exports that was not so before. */
  readonly set: Readonly<Record<string, string>>;
  /** What went wrong, in words. What is in `set` holds all the same. */
  readonly problem?: string;
}

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 1024 * 1024;

/**
 * The environment before and after, told apart by an entry without a name, which no variable can be. What
 * the text itself prints goes nowhere.
 */
const SCRIPT = '/usr/bin/env -0; eval "$1" >/dev/null; printf "=%s\\0" "$?"; exec /usr/bin/env -0';

/** What a shell changes by itself. */
const ITS_OWN = /^(_|SHLVL|PWD|OLDPWD)$/;

/** Reads shell text as a shell does, by running it, and says which variables it exports. Never rejects. */
export async function shellVariables(text: string, place: ReadingPlace): Promise<ShellVariables> {
  const { cwd, env, start, signal } = place;
  const ending = await start({
    file: shellProgram(),
    args: ['-c', SCRIPT, 'sh', text],
    cwd,
    env,
    stdin: Buffer.alloc(0),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    signal,
  }).ended;
  const entries = ending.stdout.split('\0');
  const middle = entries.findIndex((entry) => entry.startsWith('='));
  if (ending.outcome.is !== 'exit' || middle < 0)
    return { set: {}, problem: `it did not come to its end: ${howOf(ending)}` };
  const before = new Set(entries.slice(0, middle));
  const added = entries.slice(middle + 1).filter((entry) => !before.has(entry));
  const status = entries[middle]?.slice(1);
  return {
    set: Object.fromEntries(added.flatMap(pairOf)),
    ...(status === '0' ? {} : { problem: `it failed: ${wordsOf(ending, `exit ${status}`)}` }),
  };
}

function pairOf(entry: string): [string, string][] {
  const [, name = '', value = ''] = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(entry) ?? [];
  return name === '' || ITS_OWN.test(name) ? [] : [[name, value]];
}

function howOf(ending: Ending): string {
  const { outcome } = ending;
  if (outcome.is === 'exit') return wordsOf(ending, `exit ${outcome.code}`);
  if (outcome.is === 'timeout') return `it took longer than ${outcome.ms / 1000} s`;
  return outcome.is === 'start' ? outcome.error : outcome.is;
}

const wordsOf = ({ stderr }: Ending, otherwise: string): string =>
  stderr.trim().slice(0, 500) || otherwise;
