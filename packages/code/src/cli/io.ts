import { fstatSync, readSync, writeSync } from 'node:fs';
import { leave } from '@wavehooks/process';
import { type Broken, type Io, UsageError } from './command.ts';
import { linesOf } from './lines-of.ts';

/**
 * The world as it is. Node's own stream objects for stdin and stdout take milliseconds to open, so
 * files and pipes are read and written directly; the streams come in only where that would block.
 */
export const processIo: Io = {
  out: write,
  whenBroken: (act) => {
    onBroken = act;
  },
  err: writeError,
  readStdin: async () => (isTerminal(0) ? fromStream() : fromFile()),
  readPiped: async (firstByteMs) => (isPipe(0) ? fromPipe(firstByteMs) : fromFile()),
  readLines: (signal) => linesOf(process.stdin, signal),
  stdinIsTerminal: () => isTerminal(0),
  stdoutIsTerminal: () => isTerminal(1),
  get cwd() {
    return currentDirectory();
  },
  get color() {
    return isTerminal(1) && !process.env['NO_COLOR'];
  },
};

/** Once a part had to go through the stream, all that follows goes there too, or it would overtake. */
let streaming = false;

/** Calls `act` once all of it has reached the system, so that it may end the process. */
export function whenWritten(act: () => void): void {
  if (streaming && !isBroken) process.stdout.write('', () => act());
  else act();
}

/** Nothing can be written any more: what still comes is dropped. */
let isBroken = false;
let onBroken: (broken: Broken) => void = endBroken;

function write(text: string): void {
  if (isBroken) return;
  let rest = Buffer.from(text);
  try {
    if (streaming) return void process.stdout.write(rest);
    while (rest.length > 0) rest = rest.subarray(writeSync(1, rest));
  } catch (error) {
    breakOff(error as NodeJS.ErrnoException);
    if (isBroken) return;
    streaming = true;
    process.stdout.on('error', breakOff).write(rest);
  }
}

/** Where nobody reads stderr there is nobody left to tell: the work goes on without. */
function writeError(text: string): void {
  if (process.stderr.listenerCount('error') === 0) process.stderr.on('error', () => {});
  process.stderr.write(text);
}

/** A reader that is slow is waited for. */
function breakOff({ code, message }: NodeJS.ErrnoException): void {
  if (code === 'EAGAIN' || isBroken) return;
  isBroken = true;
  onBroken(
    code === 'EPIPE'
      ? { is: 'unread' }
      : { is: 'failed', reason: `stdout: cannot be written: ${message}` },
  );
}

/** To a command that only prints, a reader that went away (`wave ... | head`) is no error. */
function endBroken(broken: Broken): void {
  if (broken.is === 'unread') leave(0);
  processIo.err(`wave: ${broken.reason}\n`);
  leave(1);
}

/** Reads directly while it can; what was read is kept when the rest has to come from the stream. */
async function fromFile(): Promise<string> {
  const chunks: Buffer[] = [];
  const buffer = Buffer.alloc(64 * 1024);
  try {
    for (let length = readSync(0, buffer); length > 0; length = readSync(0, buffer))
      chunks.push(Buffer.from(buffer.subarray(0, length)));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EAGAIN') return fromStream(chunks);
    if (code !== 'EOF' && code !== 'EBADF')
      throw new UsageError(`stdin: cannot be read: ${message}`);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function fromStream(chunks: Buffer[] = []): Promise<string> {
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

/** A pipe may stay open for ever without a word: who reads it directly hangs with it. */
function fromPipe(firstByteMs: number): Promise<string | undefined> {
  const { stdin } = process;
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    const done = (text: string | undefined) => {
      clearTimeout(timer);
      stdin.removeAllListeners().pause();
      // It must not keep the process alive for what nobody reads any more.
      (stdin as { unref?: () => void }).unref?.();
      resolve(text);
    };
    const timer = setTimeout(() => done(undefined), firstByteMs);
    const whole = () => done(Buffer.concat(chunks).toString('utf8'));
    stdin.on('end', whole).on('error', whole);
    stdin.on('data', (chunk: Buffer) => {
      clearTimeout(timer);
      chunks.push(chunk);
    });
  });
}

function isPipe(fd: number): boolean {
  const stats = fstatSync(fd);
  return stats.isFIFO() || stats.isSocket();
}

/** Only a character device can be a terminal, and only then is it worth asking further. */
function isTerminal(fd: number): boolean {
  try {
    return fstatSync(fd).isCharacterDevice() && process.getBuiltinModule('node:tty').isatty(fd);
  } catch {
    return false;
  }
}

function currentDirectory(): string {
  try {
    return process.cwd();
  } catch {
    throw new UsageError('the current directory is gone; change into another one');
  }
}
