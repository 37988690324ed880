import { type Outcome, shellProgram, traceVariables } from '@wavehooks/process';
import type { SandboxPlan } from '@wavehooks/process/sandbox';
import type { BackgroundShell, Left, ToolContext, ToolMemory } from '../../vocabulary/tool.ts';
import { endText } from './command-report.ts';
import type { Scratch } from './end-mark.ts';
import { followFile } from './follow-file.ts';
import { keepLeft, LEFT_RUNNING } from './left-running.ts';
import { tellingOf } from './live-output.ts';
import { backgroundScript } from './script.ts';

/** The longest a timer can wait; a background shell has no other limit in time. */
export const NO_LIMIT_MS = 2_147_483_647;
/** A shell that prints more is ended: its output is a file on the user's disk. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
const LOOK_MS = 200;

/** Starts a command that outlives its call. Its id is what BashOutput and KillShell take. */
export function startShell(command: string, dir: string, context: ToolContext, into: Into): string {
  const id = freshName(context.memory);
  const shell = launch(id, command, dir, context, into);
  context.memory.shells.set(id, shell);
  return id;
}

/** Ends every background shell of a session, and what commands left running, and forgets them. */
export async function endShells(memory: ToolMemory): Promise<void> {
  const shells = [...memory.shells.values()];
  memory.shells.clear();
  await Promise.all(shells.map((shell) => shell.kill()));
  await Promise.all([...memory.left].map((left) => left.end()));
}

/** Where its output goes, and the sandbox that it runs in. */
interface Into {
  readonly output: Scratch;
  readonly sandbox: SandboxPlan | undefined;
}

function launch(
  id: string,
  command: string,
  dir: string,
  context: ToolContext,
  { output, sandbox }: Into,
): BackgroundShell {
  const stop = new AbortController();
  const running = context.start({
    file: shellProgram(),
    args: ['-c', backgroundScript(command, output.file)],
    cwd: dir,
    env: context.shellEnv ?? context.env,
    extra: context.trace && traceVariables(context.trace),
    stdin: Buffer.alloc(0),
    timeoutMs: NO_LIMIT_MS,
    maxBytes: 4096,
    signal: stop.signal,
    sandbox,
  });
  const live = tellingOf(output.file, { id, command }, context);
  const tooMuch = watchSize(live.look, () => stop.abort());
  const follow = followFile(output.file);
  let outcome: Outcome | undefined;
  let left: Left | undefined;
  const over = running.ended.then(async (ending) => {
    left = await keepLeft(running.pid, context.memory);
    outcome = ending.outcome;
    tooMuch.clear();
    live.end(endText(ending.outcome));
  });
  return {
    command,
    outcome: () => outcome,
    read: () =>
      follow(outcome !== undefined) +
      (tooMuch.reached() ? TOO_MUCH : '') +
      (left ? `\n[${LEFT_RUNNING}]` : ''),
    kill: async () => {
      stop.abort();
      await over;
      await left?.end();
      output.remove();
    },
  };
}

const TOO_MUCH = `\n[The shell printed more than ${MAX_FILE_BYTES / 1024 / 1024} MiB and was ended.]`;

function watchSize(size: () => number, tooMuch: () => void) {
  let reached = false;
  const timer = setInterval(() => {
    reached = size() > MAX_FILE_BYTES;
    if (!reached) return;
    clearInterval(timer);
    tooMuch();
  }, LOOK_MS);
  timer.unref();
  return { reached: () => reached, clear: () => clearInterval(timer) };
}

/** An id is never given twice in a session, also when its shell is gone. */
export function freshName(memory: ToolMemory): string {
  const number = (given.get(memory) ?? 0) + 1;
  given.set(memory, number);
  return `bash_${number}`;
}

const given = new WeakMap<ToolMemory, number>();
