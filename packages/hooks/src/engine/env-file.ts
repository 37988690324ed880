import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ReadingPlace, removeIfKilled, shellVariables } from '@wavehooks/process';
import { freshId, readRegularFile } from '@wavehooks/process/files';

/** A private file in which one run of a hook may export variables. */
export interface EnvFile {
  /** What names it for the hook. */
  readonly variables: Readonly<Record<string, string>>;
  /** What the hook wrote, once: the file is gone then. */
  take(): Exports;
}

/** What a hook exports, as shell text, or why that is not known. */
export type Exports = { readonly text: string } | { readonly problem: string };

/** A shell gets it as one argument, and those are bounded. */
const MAX_BYTES = 100_000;

/** A text where there is no room for one. */
export function openEnvFile(): EnvFile | string {
  try {
    const dir = join(tmpdir(), `wave-env-${freshId()}`);
    const file = join(dir, 'variables');
    const duties = [dir, file].map(removeIfKilled);
    mkdirSync(dir, { mode: 0o700 });
    writeFileSync(file, '', { mode: 0o600, flag: 'wx' });
    const remove = () => {
      rmSync(dir, { recursive: true, force: true });
      for (const done of duties) done();
    };
    return {
      variables: { CLAUDE_ENV_FILE: file, WAVE_ENV_FILE: file },
      take: () => {
        try {
          return exportsIn(readRegularFile(file));
        } catch (error) {
          return { problem: (error as Error).message };
        } finally {
          remove();
        }
      },
    };
  } catch (error) {
    return (error as Error).message;
  }
}

const exportsIn = (bytes: Buffer): Exports =>
  bytes.length > MAX_BYTES
    ? { problem: `expected at most ${MAX_BYTES} bytes, got ${bytes.length}` }
    : { text: bytes.toString('utf8') };

/** What would tell Wave, or hooks, where they are: only Wave says that. */
const STEERING = /^(WAVE_\w*|CLAUDECODE|CLAUDE_(PROJECT_DIR|ENV_FILE|PLUGIN_\w*))$/;

export interface Sets {
  readonly set: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
}

/** What one hook's text sets, read on top of what the hooks before it set. */
export async function readExports(exports: Exports, place: ReadingPlace): Promise<Sets> {
  if ('problem' in exports) return { set: {}, problems: [NOT_READ(exports.problem)] };
  if (exports.text.trim() === '') return { set: {}, problems: [] };
  const { set, problem } = await shellVariables(exports.text, place);
  const [steering, own] = [true, false].map((is) =>
    Object.entries(set).filter(([name]) => STEERING.test(name) === is),
  );
  return {
    set: Object.fromEntries(own ?? []),
    problems: [
      ...(problem === undefined ? [] : [NOT_READ(problem)]),
      ...(steering ?? []).map(([name]) => `${name} is not set: only Wave sets it`),
    ],
  };
}

const NOT_READ = (why: string) => `what it wrote to its file of variables: ${why}`;
