import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { middleOut } from '../cli/text.ts';
import { type IsSpent, type Line, linesBackwards, linesForwards } from './lines.ts';
import { type Earlier, taskText } from './task.ts';
import { addedId, type Entry, entryOf, rewoundTo } from './transcript-entry.ts';

/** What a transcript tells a reviewer. */
export interface Told {
  /** What the user asked for first and last, or why that is not known. */
  readonly task: string;
  /** The end of the conversation, oldest first. */
  readonly tail: string;
}

/** How much may be read, and for how long, from each side of the file. */
interface Budget {
  readonly bytes: number;
  readonly ms: number;
}

const BUDGET: Budget = { bytes: 2 * 1024 ** 3, ms: 10_000 };
const MAX_TAIL = 60_000;
/** Longer entries are not shown. */
const MAX_SHOWN = 1024 * 1024;
const MAX_PROMPT = 20_000;
/** The very last one may be no more than "go on". */
const MAX_PROMPTS = 3;

/** Reads a transcript of any size, piece by piece. What is left out, or was not found, is said. */
export async function readTranscript(
  path: string | undefined,
  signal: AbortSignal,
  budget = BUDGET,
): Promise<Told> {
  if (path === undefined) return unread('the host named no transcript');
  try {
    // Without O_NONBLOCK a pipe in its place would keep us waiting for ever.
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = await file.stat();
    if (!stat.isFile()) return unread('the transcript cannot be read: it is not a file');
    return await collect(file, stat.size, () => limit(budget, signal));
  } catch (error) {
    return unread(`the transcript cannot be read: ${(error as Error).message}`);
  }
}

const unread = (why: string): Told => ({ task: `(not known: ${why})`, tail: `(${why})` });

function limit({ bytes, ms }: Budget, signal: AbortSignal): IsSpent {
  const end = performance.now() + ms;
  return (spent) => signal.aborted || spent >= bytes || performance.now() > end;
}

async function collect(file: FileHandle, size: number, begin: () => IsSpent): Promise<Told> {
  const tail = tailOf();
  const last: string[] = [];
  let from = size;
  const undone = skipsUndone();
  for await (const line of linesBackwards(file, size, begin())) {
    // The rest of the tail may lead further back than the prompts that are kept.
    if (last.length < MAX_PROMPTS) from = line.at;
    if (undone.skips(line)) continue;
    const entry = !tail.isFull() || mayBePrompt(line) ? entryIn(line) : undefined;
    if (!entry) continue;
    tail.add(entry.text);
    if (entry.prompt !== undefined && last.length < MAX_PROMPTS)
      last.unshift(middleOut(entry.prompt, MAX_PROMPT));
    if (tail.isFull() && last.length === MAX_PROMPTS) break;
  }
  // What was taken back before the oldest prompt that is kept is found again from the other side.
  const gone = last.length < MAX_PROMPTS ? undone.until() : undefined;
  return { task: taskText(last, await firstPrompt(file, from, begin(), gone)), tail: tail.text() };
}

/** What the user took back is no part of the conversation; read from its end, that comes before it. */
function skipsUndone() {
  let until: string | undefined;
  return {
    /** The message that all was taken back to, as long as it was not met. */
    until: () => until,
    skips: (line: Line): boolean => {
      if (until === undefined) {
        until = rewoundIn(line);
        return until !== undefined;
      }
      if (addedIn(line) === until) until = undefined;
      return true;
    },
  };
}

const rewoundIn = (line: Line) => rewoundTo(textIf(line, REWOUND));
const addedIn = (line: Line) => addedId(textIf(line, ADDED));

const REWOUND = Buffer.from('{"is":"rewound"');
const ADDED = Buffer.from('{"is":"added"');

/** The text of a line that begins so; most do not, and some are long. */
const textIf = ({ bytes }: Line, mark: Buffer): string =>
  bytes?.subarray(0, mark.length).equals(mark) ? bytes.toString('utf8') : '';

/**
 * What the conversation began with, where the end of it did not lead back so far. In Wave it may have
 * been taken back later, which is written behind it: then the next one counts. From the message `gone`
 * on, all was.
 */
async function firstPrompt(
  file: FileHandle,
  end: number,
  isSpent: IsSpent,
  gone: string | undefined,
): Promise<Earlier> {
  const lines = linesForwards(file, end, isSpent);
  const ids = new Set<string>();
  let first: Earlier | undefined;
  for (;;) {
    const { done, value } = await lines.next();
    if (done) return first ?? (value ? 'none' : 'not found');
    const id = first && gone === undefined ? undefined : addedIn(value);
    if (id !== undefined && id === gone) return first ?? 'none';
    if (ids.has(rewoundIn(value) ?? '')) first = undefined;
    if (first || !mayBePrompt(value)) continue;
    if (id !== undefined) ids.add(id);
    const entry = entryIn(value);
    if (entry?.prompt !== undefined) first = { prompt: middleOut(entry.prompt, MAX_PROMPT) };
    // Only Wave takes back.
    if (first && id === undefined) return first;
  }
}

/**
 * Looked at before a line is parsed, which takes time and many times its memory. Inside of texts quotes
 * are escaped, so no text is taken for it.
 */
function mayBePrompt({ bytes, length }: Line): boolean {
  const marks = length > MAX_SHOWN ? ROLES : USERS;
  return !!bytes && marks.some((mark) => bytes.includes(mark)) && !bytes.includes(RESULT);
}

const USERS = [Buffer.from('"user"')];
/** As the hosts write it: what is long is parsed only when it is quite sure. */
const ROLES = ['"role":"user"', '"role": "user"'].map((text) => Buffer.from(text));
const RESULT = Buffer.from('"tool_result"');

function entryIn(line: Line): Entry | undefined {
  if (line.bytes && (line.length <= MAX_SHOWN || mayBePrompt(line)))
    return entryOf(line.bytes.toString('utf8'));
  return { text: `(an entry of ${line.length} bytes is left out)` };
}

/** The last entries, given from the end, as far as there is room. */
function tailOf() {
  const kept: string[] = [];
  let room = MAX_TAIL;
  let isFull = false;
  return {
    isFull: () => isFull,
    add: (entry: string) => {
      // Only a speaker stands at the margin: no text can put words into another one's mouth.
      const text = entry.replace(/\r\n?|[\n\v\f\u0085\u2028\u2029]/g, '\n  ');
      // Once something did not fit, nothing older may stand in its place.
      if (isFull) return;
      isFull = text.length > room;
      kept.unshift(isFull ? '(what came before is left out)' : text);
      room -= text.length + SEPARATOR.length;
    },
    text: () => kept.join(SEPARATOR) || '(the transcript is empty)',
  };
}

const SEPARATOR = '\n\n';
