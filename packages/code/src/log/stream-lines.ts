import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { ageOf, logFile } from '@wavehooks/settings/log';

/** A line and where it is. A line without a text is too long to be one of ours. */
export interface StreamedLine {
  readonly text: string | undefined;
  readonly file: string;
  readonly line: number;
}

const PIECE = 256 * 1024;
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * All lines of the log, the oldest first. No more of it is in memory than a piece and a line. A file that
 * cannot be read costs only itself: `onProblem` hears of it.
 */
export function* streamLines(
  dir: string,
  onProblem: (problem: string) => void,
): Generator<StreamedLine> {
  const files = openLogFiles(dir, onProblem);
  try {
    for (const { fd, file } of files) yield* linesIn(fd, file, onProblem);
  } finally {
    for (const { fd } of files) closeSync(fd);
  }
}

/** A file of the log that is open. */
export interface OpenedFile {
  readonly fd: number;
  readonly file: string;
  /** Which file it is, whatever it is called. */
  readonly id: string;
  readonly age: number;
}

/**
 * The files of the log, the oldest first. The newest is opened first: what a rotation puts aside meanwhile
 * turns up again under its next name.
 */
export function openLogFiles(
  dir: string,
  onProblem: (problem: string) => void,
): readonly OpenedFile[] {
  const seen = new Set<string>();
  const opened: OpenedFile[] = [];
  for (const age of agesIn(dir)) {
    const file = logFile(dir, age);
    try {
      // A pipe of that name must not be waited for.
      const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
      const stats = fstatSync(fd);
      const id = `${stats.dev}:${stats.ino}`;
      if (!stats.isFile()) onProblem(`${file} could not be read: it is not a file`);
      if (seen.has(id) || !stats.isFile()) closeSync(fd);
      else opened.unshift({ fd, file, id, age });
      seen.add(id);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue;
      onProblem(`${file} could not be read: ${(error as Error).message}`);
    }
  }
  return opened;
}

function agesIn(dir: string): readonly number[] {
  try {
    const ages = readdirSync(dir).map(ageOf);
    return ages.filter((age) => age !== undefined).sort((a, b) => a - b);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function* linesIn(
  fd: number,
  file: string,
  onProblem: (problem: string) => void,
): Generator<StreamedLine> {
  const piece = Buffer.alloc(PIECE);
  let rest: Buffer = Buffer.alloc(0);
  let tooLong = false;
  let line = 0;
  for (;;) {
    const length = readPiece(fd, piece, file, onProblem);
    if (length === 0) break;
    const bytes = Buffer.concat([rest, piece.subarray(0, length)]);
    let from = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
      line += 1;
      const text = tooLong ? undefined : bytes.toString('utf8', from, end);
      if (text !== '') yield { text, file, line };
      tooLong = false;
      from = end + 1;
    }
    rest = bytes.subarray(from);
    if (rest.length <= MOST_BYTES) continue;
    tooLong = true;
    rest = Buffer.alloc(0);
  }
  if (rest.length > 0 || tooLong)
    yield { text: tooLong ? undefined : rest.toString('utf8'), file, line: line + 1 };
}

function readPiece(
  fd: number,
  piece: Buffer,
  file: string,
  onProblem: (problem: string) => void,
): number {
  try {
    return readSync(fd, piece, 0, piece.length, null);
  } catch (error) {
    onProblem(`${file} could not be read to its end: ${(error as Error).message}`);
    return 0;
  }
}
