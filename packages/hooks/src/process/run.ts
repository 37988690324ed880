import type { ChildProcess } from 'node:child_process';
import { closeSync } from 'node:fs';
import type { Outcome } from '../outcome.ts';
import { bound } from './bound.ts';
import { drain } from './drain.ts';
import { feed } from './feed.ts';
import { endGroup } from './group.ts';
import { inputFile } from './input.ts';
import { limitsOf } from './limits.ts';
import type { ProcessSpec } from './start.ts';
import { release, remember } from './survivors.ts';
import { findIfKilled } from './warden.ts';

export type StreamName = 'stdout' | 'stderr';

/** How a process ended, and which of its streams held more than was passed on. */
export interface End {
  readonly outcome: Outcome;
  readonly cut: readonly StreamName[];
}

export interface Running {
  readonly pid: number | undefined;
  /** Never rejects. */
  readonly ended: Promise<End>;
}

/** Runs a program in a process group of its own; what it prints goes to `keep` as it comes. */
export function runProcess(
  spec: ProcessSpec,
  keep: (stream: StreamName, chunk: Buffer) => void,
): Running {
  // Taken out one by one: what lasts as long as the process must not hold its input.
  const { signal, maxBytes, whenCut, timeoutMs } = spec;
  if (signal?.aborted) return over({ is: 'cancelled' });
  const input = inputFile(spec.stdin);
  const known = input === undefined ? undefined : findIfKilled(input);
  const child = launch(spec, input);
  known?.();
  if (!(child instanceof Error) && child.pid !== undefined) remember(child.pid);
  if (input !== undefined) closeSync(input);
  if (child instanceof Error) return over({ is: 'start', error: child.message });
  const flood = new AbortController();
  const onCut = () => whenCut === 'end' && flood.abort();
  const isCut = {
    stdout: bound(child.stdout, maxBytes, (chunk) => keep('stdout', chunk), onCut),
    stderr: bound(child.stderr, maxBytes, (chunk) => keep('stderr', chunk), onCut),
  };
  feed(child.stdin, spec.stdin);
  const until = whenCut === 'end' && signal ? AbortSignal.any([signal, flood.signal]) : signal;
  const ended = live(child, timeoutMs, until ?? flood.signal).then((outcome) => {
    const cut = STREAMS.filter((name) => isCut[name]());
    const isFlood = flood.signal.aborted && !signal?.aborted;
    return { outcome: cutOf(outcome, isFlood, cut), cut };
  });
  return { pid: child.pid, ended };
}

const STREAMS = ['stdout', 'stderr'] as const;

const over = (outcome: Outcome): Running => ({
  pid: undefined,
  ended: Promise.resolve({ outcome, cut: [] }),
});

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
async function live(child: ChildProcess, timeoutMs: number, signal: AbortSignal): Promise<Outcome> {
  const exited = exitOf(child);
  const limits = limitsOf(timeoutMs, signal);
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
function cutOf(outcome: Outcome, isFlood: boolean, [stream]: readonly StreamName[]): Outcome {
  if (outcome.is !== 'exit' && !isFlood) return outcome;
  return stream ? { is: 'cut', stream } : outcome;
}
