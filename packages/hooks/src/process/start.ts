import type { ChildProcess } from 'node:child_process';
import { closeSync } from 'node:fs';
import type { Ending, Outcome } from '../outcome.ts';
import { stopwatch } from '../stopwatch.ts';
import { type Captured, capture } from './capture.ts';
import { drain } from './drain.ts';
import { feed } from './feed.ts';
import { endGroup } from './group.ts';
import { inputFile } from './input.ts';
import { limitsOf } from './limits.ts';
import { release, remember } from './survivors.ts';
import { findIfKilled } from './warden.ts';

/** A program to run and the bounds it runs in. */
export interface ProcessSpec {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Buffer;
  /** Covers everything from the start to the last byte. */
  readonly timeoutMs: number;
  /** How many bytes of each stream are kept. */
  readonly maxBytes: number;
  /** What happens to a program that prints more: by default it goes on, and the rest is dropped. */
  readonly whenCut?: 'go on' | 'end';
  readonly signal?: AbortSignal | undefined;
}

/** Where a process is started can change without its users knowing: they hold only this. */
export interface ProcessHandle {
  readonly pid: number | undefined;
  /** Never rejects. */
  readonly ended: Promise<Ending>;
}

export type Start = (spec: ProcessSpec) => ProcessHandle;

/** Starts a program in a process group of its own. */
export const start: Start = (spec) => {
  const ms = stopwatch();
  const end = (outcome: Outcome, stdout = '', stderr = ''): Ending => ({
    outcome,
    stdout,
    stderr,
    ms: ms(),
  });
  if (spec.signal?.aborted)
    return { pid: undefined, ended: Promise.resolve(end({ is: 'cancelled' })) };
  const input = inputFile(spec.stdin);
  const known = input === undefined ? undefined : findIfKilled(input);
  const child = launch(spec, input);
  known?.();
  if (!(child instanceof Error) && child.pid !== undefined) remember(child.pid);
  if (input !== undefined) closeSync(input);
  if (child instanceof Error)
    return { pid: undefined, ended: Promise.resolve(end({ is: 'start', error: child.message })) };
  const flood = new AbortController();
  const onCut = () => spec.whenCut === 'end' && flood.abort();
  const stdout = capture(child.stdout, spec.maxBytes, onCut);
  const stderr = capture(child.stderr, spec.maxBytes, onCut);
  const signal =
    spec.whenCut === 'end' && spec.signal
      ? AbortSignal.any([spec.signal, flood.signal])
      : (spec.signal ?? flood.signal);
  feed(child.stdin, spec.stdin);
  const ended = live(child, { ...spec, signal }).then((outcome) => {
    const isFlood = flood.signal.aborted && !spec.signal?.aborted;
    return end(cutOf(outcome, isFlood, stdout, stderr), stdout.text(), stderr.text());
  });
  return { pid: child.pid, ended };
};

/** spawn throws for some faults (a NUL byte in the command) and emits others. */
function launch(spec: ProcessSpec, input: number | undefined): ChildProcess | Error {
  try {
    // Loaded with the first process: a command that starts none does not pay for it.
    const { spawn } = process.getBuiltinModule('node:child_process');
    return spawn(spec.file, spec.args, {
      cwd: spec.cwd,
      env: spec.env,
      detached: true,
      stdio: [input ?? 'pipe', 'pipe', 'pipe'],
    });
  } catch (error) {
    return error as Error;
  }
}

/** Waits for the end, whichever comes first, and leaves nothing behind. */
async function live(child: ChildProcess, spec: ProcessSpec): Promise<Outcome> {
  const exited = exitOf(child);
  const limits = limitsOf(spec.timeoutMs, spec.signal);
  const first = await Promise.race([exited, limits.reached]);
  limits.clear();
  if ((first.is === 'timeout' || first.is === 'cancelled') && child.pid !== undefined)
    await endGroup(child.pid, exited);
  if (child.pid !== undefined) release(child.pid);
  if (first.is !== 'start') await drain(child);
  return first;
}

function exitOf(child: ChildProcess): Promise<Outcome> {
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ is: 'start', error: error.message }));
    child.once('exit', (code, signal) =>
      resolve(signal ? { is: 'signal', signal } : { is: 'exit', code: code ?? -1 }),
    );
  });
}

/** A program that printed past the bound, and ended by itself or for that, has an end of its own. */
function cutOf(outcome: Outcome, isFlood: boolean, stdout: Captured, stderr: Captured): Outcome {
  if (outcome.is !== 'exit' && !isFlood) return outcome;
  if (stdout.cut()) return { is: 'cut', stream: 'stdout' };
  return stderr.cut() ? { is: 'cut', stream: 'stderr' } : outcome;
}
