import type { Ending, Outcome, Printed } from '@wavehooks/process';
import { boundBoth } from '../../base/text.ts';
import type { BackgroundShell, CommandOutput, ToolContext } from '../../vocabulary/tool.ts';
import { freshName, NO_LIMIT_MS } from './background-shell.ts';
import { endText } from './command-report.ts';
import type { Scratch } from './end-mark.ts';
import { keepLeft } from './left-running.ts';
import { tailText, telling } from './live-output.ts';

type Running = ReturnType<ToolContext['start']>;

/** A command that its caller waits for, until the user sends it to the background. */
export interface Movable {
  /** What it starts with: its time is counted here, because it ends when the command moves. */
  readonly start: {
    readonly timeoutMs: number;
    readonly signal: AbortSignal;
    onOutput(printed: Printed): void;
  };
  /** How it ended, or the id that it has in the background from now on. */
  result(running: Running): Promise<Ending | { readonly shellId: string }>;
}

interface MovableCommand {
  readonly command: string;
  readonly timeoutMs: number;
  readonly scratch: Scratch;
}

export function movable(
  { command, timeoutMs, scratch }: MovableCommand,
  context: ToolContext,
): Movable {
  const { memory, signal, output } = context;
  const stop = new AbortController();
  const cancel = () => stop.abort();
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    cancel();
  }, timeoutMs);
  const stay = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  };
  let shell: CommandOutput['shell'];
  let printed: Printed = { bytes: 0, tail: Buffer.alloc(0) };
  let last: CommandOutput = { tail: '', bytes: 0, ms: 0 };
  const told = telling({
    output: (said) => {
      last = shell ? { ...said, shell } : said;
      output?.(last);
    },
  });
  const moved = Promise.withResolvers<{ readonly shellId: string }>();
  const move = () => {
    stay();
    memory.running.delete(move);
    shell = { id: freshName(memory), command };
    // It may print nothing more for long.
    output?.({ ...last, shell });
    moved.resolve({ shellId: shell.id });
  };
  return {
    start: {
      timeoutMs: NO_LIMIT_MS,
      signal: stop.signal,
      onOutput: (said) => {
        printed = said;
        told.onOutput?.(said);
      },
    },
    result: (running) => {
      memory.running.add(move);
      const ended = running.ended.then((ending) => {
        stay();
        memory.running.delete(move);
        if (shell) output?.(lastOf(ending, shell));
        return isLate ? { ...ending, outcome: { is: 'timeout', ms: timeoutMs } as const } : ending;
      });
      void moved.promise.then(({ shellId }) => {
        const own = { command, running, ended, printed: () => printed, stop: cancel, scratch };
        memory.shells.set(shellId, shellOf(own, context));
      });
      return Promise.race([ended, moved.promise]);
    },
  };
}

const lastOf = (
  { stdout, stderr, outcome, ms }: Ending,
  shell: NonNullable<CommandOutput['shell']>,
): CommandOutput => {
  const all = Buffer.from([stdout, stderr].filter(Boolean).join('\n'));
  return {
    tail: tailText(all.subarray(-LAST_BYTES), false),
    bytes: all.length,
    ms,
    shell,
    ended: true,
    how: endText(outcome),
  };
};

const LAST_BYTES = 8 * 1024;

interface Moved {
  readonly command: string;
  readonly running: Running;
  readonly ended: Promise<Ending>;
  readonly printed: () => Printed;
  readonly stop: () => void;
  readonly scratch: Scratch;
}

/** While it runs, what is new in the end of its output; all of it once it has ended. */
function shellOf(
  { command, running, ended, printed, stop, scratch }: Moved,
  { memory }: ToolContext,
): BackgroundShell {
  let outcome: Outcome | undefined;
  let rest = '';
  let seen = 0;
  const over = ended.then(async (ending) => {
    await keepLeft(running.pid, memory);
    rest = boundBoth(ending.stdout.trimEnd(), ending.stderr.trimEnd()).filter(Boolean).join('\n');
    outcome = ending.outcome;
    scratch.remove();
  });
  return {
    command,
    outcome: () => outcome,
    read: () => {
      const { bytes, tail } = printed();
      const fresh = Math.min(bytes - seen, tail.length);
      const gap = bytes - seen > fresh ? '[earlier output is shown once it has ended]\n' : '';
      const text = outcome ? rest : fresh > 0 ? gap + tailText(tail.subarray(-fresh), false) : '';
      seen = bytes;
      if (outcome) rest = '';
      return text;
    },
    kill: async () => {
      stop();
      await over;
    },
  };
}
