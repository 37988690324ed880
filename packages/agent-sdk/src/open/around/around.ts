import { release } from 'node:os';
import { basename } from 'node:path';
import { type Start, shellProgram } from '@wavehooks/process';
import { gitHead } from './git-head.ts';
import { gitState } from './git-state.ts';
import { treeOf } from './tree.ts';

/** What the agent finds where it works. It is looked at once: a system prompt that changes costs its cache. */
export interface Around {
  /** For the model; empty until it is known. Then it stays as it is. */
  readonly text: string;
  /** Settles when it is known, after a bounded time. Never rejects. */
  readonly known: Promise<void>;
}

export interface AroundParts {
  readonly cwd: string;
  readonly projectDir: string;
  readonly start: Start;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** What rules keep from the agent. */
  readonly hides: (path: string) => boolean;
  readonly now?: Date;
}

/** No start waits for it, only the first request; what is slower than this is left out. */
const TIME_MS = 2_000;

export function lookAround(parts: AroundParts): Around {
  let text = '';
  const known = Promise.all([
    Promise.resolve(machine(parts.now ?? new Date())),
    inTime(gitLine(parts), parts.signal),
    inTime(files(parts), parts.signal),
  ]).then((pieces) => {
    text = [HEAD, ...pieces.flatMap((piece) => piece ?? [])].join('\n');
  });
  return {
    get text() {
      return text;
    },
    known,
  };
}

const HEAD = 'As it was when the session began:';

function machine(now: Date): string[] {
  const two = (part: number) => String(part).padStart(2, '0');
  const date = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return [
    `- Date: ${date}`,
    `- Platform: ${process.platform} ${process.arch}, ${release()}`,
    `- Shell: ${basename(shellProgram())}`,
  ];
}

async function gitLine(parts: AroundParts): Promise<string[]> {
  const found = gitHead(parts.cwd);
  if (!found) return ['- Git: no repository'];
  const state = await gitState(found, parts);
  const head = found.head.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').slice(0, 100);
  return [`- Git branch: ${head}${state === undefined ? '' : ` (${state})`}`];
}

async function files({ projectDir, hides }: AroundParts): Promise<string[]> {
  const rows = await treeOf(projectDir, hides);
  if (rows.length === 0) return ['- Files: none'];
  return ['- Files of the project, in short:', ...bounded(rows).map((row) => `  ${row}`)];
}

const MOST_CHARS = 4_000;

function bounded(rows: readonly string[]): string[] {
  let chars = 0;
  const kept = rows.filter((row) => {
    chars += row.length;
    return chars <= MOST_CHARS;
  });
  return kept.length === rows.length ? kept : [...kept, '... and more'];
}

/** Undefined where it fails, or does not come in time. */
async function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, TIME_MS, undefined);
  timer.unref();
  const stop = () => resolve(undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work.catch(() => undefined), promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
