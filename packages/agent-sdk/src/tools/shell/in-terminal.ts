import { basename, dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Ending,
  endNow,
  type Kin,
  kinOf,
  shellProgram,
  stopwatch,
  traceVariables,
} from '@wavehooks/process';
import { messageOf } from '../../base/error-text.ts';
import type { TerminalEnd, TerminalOrder, Terminals } from '../../vocabulary/terminals.ts';
import type { Left, ToolContext, ToolMemory } from '../../vocabulary/tool.ts';
import { MAX_BYTES } from './command-report.ts';
import type { Scratch } from './end-mark.ts';
import { SETTLE_MS } from './left-running.ts';
import { tailText } from './live-output.ts';
import { terminalScript } from './script.ts';

/** By this variable we find what a command started in a terminal of the host, whose child it is not. */
const VARIABLE = 'WAVE_TERMINAL';

/** A pager would wait for a key that nobody presses. */
const NO_PAGER = { PAGER: 'cat', GIT_PAGER: 'cat' };

export interface TerminalCommand {
  readonly command: string;
  readonly dir: string;
  readonly timeoutMs: number;
  readonly scratch: Scratch;
}

export interface InTerminal {
  readonly ending: Ending;
  /** Whether something that it started still runs; it ends with the session. */
  readonly left: boolean;
}

/** Runs a command in a terminal of the host. Undefined if the host has no terminal for it: nothing was started. */
export async function runInTerminal(
  { command, dir, timeoutMs, scratch }: TerminalCommand,
  { terminals, call, signal, memory, ...context }: ToolContext,
): Promise<InTerminal | undefined> {
  if (!terminals) return undefined;
  const env = defined(context.shellEnv ?? context.env);
  const mark = basename(dirname(scratch.file));
  const time = AbortSignal.timeout(timeoutMs);
  const ms = stopwatch();
  const end = await ask(terminals, {
    call,
    file: shellProgram(),
    args: ['-c', terminalScript(command, scratch.file, absentIn(env))],
    cwd: dir,
    env: { ...changedIn(env), ...placeIn(context), ...NO_PAGER, [VARIABLE]: mark },
    maxBytes: MAX_BYTES,
    signal: AbortSignal.any([signal, time]),
  });
  if (!end) return undefined;
  const kin = kinOf(undefined, `${VARIABLE}=${mark}`);
  const isEnded = signal.aborted || time.aborted;
  if (isEnded) endNow(kin);
  const [outcome, output] =
    'refusal' in end
      ? [{ is: 'start', error: end.refusal } as const, '']
      : [isEnded ? stopped(signal, timeoutMs) : outcomeOf(end), end.output];
  const stdout = tailText(Buffer.from(output), false);
  return {
    ending: { outcome, stdout, stderr: '', ms: ms() },
    left: !isEnded && (await keepKin(kin, memory)),
  };
}

/** However a host refuses, thrown at once or later, and whatever it throws. */
async function ask(
  terminals: Terminals,
  order: TerminalOrder,
): Promise<TerminalEnd | { readonly refusal: string } | undefined> {
  try {
    return await terminals.run(order);
  } catch (thrown) {
    return { refusal: messageOf(thrown) };
  }
}

const placeIn = ({ trace }: Pick<ToolContext, 'trace'>) => trace && traceVariables(trace);

const stopped = ({ aborted }: AbortSignal, ms: number) =>
  aborted ? ({ is: 'cancelled' } as const) : ({ is: 'timeout', ms } as const);

const outcomeOf = ({ code, signal }: TerminalEnd) =>
  code === undefined
    ? ({ is: 'signal', signal: signal ?? 'a signal' } as const)
    : ({ is: 'exit', code } as const);

/** The host has the environment that it gave us. So it gets only what differs, which leaves out its keys. */
const changedIn = (env: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter(([name, value]) => process.env[name] !== value));

/** It may also hold what ours leaves out. */
const absentIn = (env: Readonly<Record<string, string>>): readonly string[] =>
  Object.keys(process.env).filter((name) => !Object.hasOwn(env, name));

const defined = (env: ToolContext['env']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

async function keepKin(kin: Kin, { left }: ToolMemory): Promise<boolean> {
  if (!kin.lives()) return false;
  await wait(SETTLE_MS);
  if (!kin.lives()) return false;
  const one: Left = {
    end: async () => {
      endNow(kin);
      left.delete(one);
    },
  };
  left.add(one);
  return true;
}
