import { fstatSync, readFileSync, writeSync } from 'node:fs';
import type { Io } from './command.ts';

/**
 * The world as it is. Node's own stream objects for stdin and stdout take milliseconds to open, so
 * files and pipes are read and written directly; the streams come in only where that would block.
 */
export const processIo: Io = {
  out: write,
  err: (text) => process.stderr.write(text),
  readStdin: async () => (isTerminal(0) ? fromStream() : fromFile()),
  stdinIsTerminal: () => isTerminal(0),
  cwd: process.cwd(),
  get color() {
    return isTerminal(1) && !process.env['NO_COLOR'];
  },
};

function write(text: string): void {
  let rest = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(1, rest));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A reader that went away (`wave ... | head`) is no error.
    if (code === 'EPIPE') process.exit(0);
    if (code !== 'EAGAIN') throw error;
    process.stdout.write(rest);
  }
}

async function fromFile(): Promise<string> {
  try {
    return readFileSync(0, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return '';
    return fromStream();
  }
}

async function fromStream(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

/** Only a character device can be a terminal, and only then is it worth asking further. */
function isTerminal(fd: number): boolean {
  try {
    return fstatSync(fd).isCharacterDevice() && process.getBuiltinModule('node:tty').isatty(fd);
  } catch {
    return false;
  }
}
