import { accessSync, constants, readFileSync, realpathSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { isAmbient } from './start.ts';

/** Who asks: an agent's entry, by what its program sends before the event. */
export interface Caller {
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** What the program says about itself goes along as variables, which no hook sees. */
const OWN = 'wave_guard_says_';

/**
 * Reads the caller's environment as the system keeps it: `NAME=value`, each with a zero byte after it.
 * Undefined for a caller whose answer this process cannot give as one of its own would: another directory
 * tree, another Node, another mask for new files. It is then answered by a process of its own.
 */
export function callerOf(block: Buffer): Caller | undefined {
  if (block.at(-1) !== 0) return undefined;
  const pairs = block
    .toString('utf8')
    .split('\0')
    .slice(0, -1)
    .map((pair) => splitAt(pair, pair.indexOf('=')));
  const said = new Map(
    pairs
      .filter(([name]) => name.startsWith(OWN))
      .map(([name, value]) => [name.slice(OWN.length), value]),
  );
  const env = Object.fromEntries(pairs.filter(([name]) => name !== '' && !name.startsWith(OWN)));
  const cwd = realOf(said.get('CWD'));
  const bin = realOf(said.get('BIN'));
  const isSame =
    Number.parseInt(said.get('UMASK') ?? '', 8) === process.umask() &&
    said.get('MOUNTS') === firstMount() &&
    nodeOf(said.get('NODE'), env, cwd ?? '/') === realOf(process.execPath) &&
    hasOurAmbience(env);
  if (!isSame || cwd === undefined || bin === undefined) return undefined;
  return {
    words: (said.get('WORDS') ?? '').split(' '),
    env: asStarted(env, bin, said.get('NODE')),
    cwd,
  };
}

const splitAt = (text: string, at: number): [string, string] =>
  at < 0 ? ['', ''] : [text.slice(0, at), text.slice(at + 1)];

/** As `bin/start.cjs` changes the environment of a process of its own. */
function asStarted(env: Readonly<Record<string, string>>, bin: string, node?: string) {
  const { PATH } = env;
  return {
    ...env,
    ...(PATH && !PATH.split(delimiter).includes(bin) ? { PATH: `${PATH}${delimiter}${bin}` } : {}),
    // Bash says here which program it starts.
    ...(env['_'] !== undefined && /\/(perl|curl)$/.test(env['_'])
      ? { _: node || process.execPath }
      : {}),
    WAVE_NODE: process.execPath,
  };
}

const hasOurAmbience = (env: Readonly<Record<string, string>>): boolean =>
  [...Object.keys(env), ...Object.keys(process.env)]
    .filter((name) => isAmbient(name))
    .every((name) => env[name] === process.env[name]);

/** The Node that the caller would start: the one it names, else the first on its path. */
function nodeOf(
  named: string | undefined,
  { PATH = '' }: Readonly<Record<string, string>>,
  cwd: string,
) {
  if (named) return realOf(named);
  const file = PATH.split(delimiter)
    .map((dir) => resolve(cwd, dir, 'node'))
    .find(canRun);
  return realOf(file);
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function realOf(path: string | undefined): string | undefined {
  try {
    return path ? realpathSync(path) : undefined;
  } catch {
    return undefined;
  }
}

/** Tells one container from another that has the same home. Empty where the system has no such list. */
function firstMount(): string {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8').split('\n', 1)[0] ?? '';
  } catch {
    return '';
  }
}
