import { type Encoded, linesOf } from '../answer/encode.ts';
import type { HookContext } from '../event/input.ts';
import { writeSync } from './node.ts';
import { readEvent } from './stdin.ts';

/** A hook at work. */
export interface Answering {
  readonly failClosed: boolean;
  answer(raw: object, context: HookContext): Promise<Encoded>;
}

/** Who answers an event, or, while there is none, who stands for all. */
export type Choose = (raw?: object) => Answering;

export const codeOf = ({ failClosed }: Answering) => (failClosed ? 2 : 1);

/** Reads the event, has it answered, writes one JSON document, exits. Every other end says why. */
export function runAsProcess(choose: Choose): void {
  let chosen: Answering | undefined;
  const code = () => codeOf(chosen ?? choose());
  const fail = (error: unknown): never => {
    done = true;
    write(2, `hook failed: ${textOf(error)}\n`);
    process.exit(code());
  };
  let done = false;
  keepStdout();
  process.on('uncaughtException', fail);
  // A handler that waits for nothing that will come ends the process in silence.
  process.on('exit', (ended) => {
    if (done || ended !== 0) return;
    write(2, 'hook failed: the process ended before the handler answered\n');
    process.exitCode = code();
  });
  // Later, so that what stands below the call in the hook's file is there.
  setImmediate(() => {
    readEvent()
      .then((raw) => {
        chosen = choose(raw);
        return chosen.answer(raw, ENDLESS);
      })
      .then((encoded) => {
        for (const note of encoded.notes) write(2, `hook: ${note}\n`);
        write(1, linesOf(encoded));
        done = true;
        process.exit(0);
      })
      .catch(fail);
  });
}

/** Made when asked for: few handlers look at it, and it costs half a millisecond. */
export const ENDLESS: HookContext = {
  get signal() {
    return new AbortController().signal;
  },
};

/** stdout belongs to the answer: what is logged or written there goes to stderr. */
export function keepStdout(): void {
  const { error } = console;
  for (const name of ['log', 'info', 'debug'] as const) console[name] = error;
  // Replaced, not opened: opening the stream would cost a hook milliseconds.
  Object.defineProperty(process, 'stdout', { configurable: true, get: () => process.stderr });
}

/** Written at once, since the process ends right after. A reader that went away is no error. */
export function write(fd: 1 | 2, text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0)
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      // A full pipe: its reader needs a moment.
      pause();
    }
}

export const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);

export function textOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return 'it threw something that cannot be shown';
  }
}
