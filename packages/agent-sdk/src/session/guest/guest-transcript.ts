import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { removeIfKilled } from '@wavehooks/process';
import { freshId } from '@wavehooks/process/files';
import type { Change } from '../../conversation/conversation.ts';
import type { Message } from '../../vocabulary/messages.ts';
import { createFacts, type Facts } from './facts.ts';
import { linesOf, type Whose } from './lines.ts';
import { type Fresh, newsIn } from './news.ts';

/**
 * The conversation as hooks written for Claude Code read it. Nothing is written before a hook is about to
 * run; then what is new since the last time.
 */
export interface GuestTranscript {
  readonly file: string;
  hear(change: Change, isPast?: boolean): void;
  /** Brings the file up to all that was said. Never throws. */
  write(): void;
}

export interface GuestOptions extends Omit<Whose, 'cwd'> {
  readonly messages: () => readonly Message[];
  readonly cwd: () => string;
  /** Told once. */
  readonly onProblem: (problem: string) => void;
}

/** How the file was when it was last written. */
interface Written {
  readonly messages: readonly Message[];
  readonly inode: number;
  readonly bytes: number;
  /** Its last line. */
  readonly last: string | null;
}

export function createGuest(file: string, options: GuestOptions): GuestTranscript {
  const facts = createFacts(options.cwd);
  let written: Written | undefined;
  let told = false;
  const lines = (fresh: readonly Fresh[], before: string | null, put: (text: string) => void) => {
    const whose = { ...options, cwd: options.cwd() };
    let last = before;
    for (const [piece, message] of fresh) {
      const next = linesOf(piece, message, facts, whose, last);
      put(next.text);
      last = next.last;
    }
    return last;
  };
  const bringUp = () => {
    const messages = [...options.messages()];
    const as = written && isAsWritten(file, written) ? written : undefined;
    const news = as && newsIn(as.messages, messages);
    // Nothing of a file that cannot be gone on with is known to be right.
    written = undefined;
    written =
      as && news
        ? append(file, as, messages, (put) => lines(news, as.last, put))
        : replace(file, messages, (put) => lines(newsIn([], messages) ?? [], null, put));
  };
  /** What an earlier process wrote is made anew with the next hook. */
  const takeBack = () => (written ? bringUp() : rmSync(file, { force: true }));
  const attempt = (act: () => void) => {
    try {
      act();
    } catch (error) {
      if (told) return;
      told = true;
      options.onProblem(
        `The transcript for hooks could not be written: ${(error as Error).message}`,
      );
    }
  };
  return {
    file,
    hear: (change, isPast) => {
      const isBack = !isPast && takesBack(change, facts);
      facts.hear(change, isPast);
      if (isBack) attempt(takeBack);
    },
    write: () => attempt(bringUp),
  };
}

/** What is taken back, or replaced by a redacted text, must not wait for the next hook to be gone. */
const takesBack = (change: Change, facts: Facts): boolean =>
  change.is === 'rewound' ||
  change.is === 'imageless' ||
  (change.is === 'tool' &&
    change.patch.result !== undefined &&
    facts.of(change.call) !== undefined);

/** A hook may have changed it, or taken it away. */
function isAsWritten(file: string, { inode, bytes }: Written): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats?.ino === inode && stats.size === bytes;
}

/** Puts lines somewhere, and says which was the last. */
type Fill = (put: (text: string) => void) => string | null;

function append(file: string, as: Written, messages: readonly Message[], fill: Fill): Written {
  const texts: string[] = [];
  const last = fill((text) => texts.push(text));
  if (texts.length === 0) return { ...as, messages };
  const fd = openSync(file, 'a', 0o600);
  try {
    return { ...as, messages, last, bytes: as.bytes + writeAll(fd, texts.join('')) };
  } finally {
    closeSync(fd);
  }
}

/** Whoever reads it meanwhile has the old one or the new one, never a part. */
function replace(file: string, messages: readonly Message[], fill: Fill): Written {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const temp = `${file}.${freshId()}.tmp`;
  const made = removeIfKilled(temp);
  const fd = openSync(temp, 'wx', 0o600);
  try {
    let bytes = 0;
    const last = fill((text) => {
      bytes += writeAll(fd, text);
    });
    renameSync(temp, file);
    return { messages, inode: fstatSync(fd).ino, bytes, last };
  } finally {
    closeSync(fd);
    rmSync(temp, { force: true });
    made();
  }
}

function writeAll(fd: number, text: string): number {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
  return bytes.length;
}
