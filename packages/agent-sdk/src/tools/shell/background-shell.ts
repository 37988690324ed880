import { statSync } from 'node:fs';
import { type Outcome, shellProgram } from '@wavehooks/process';
import type { BackgroundShell, Left, ToolContext, ToolMemory } from '../../vocabulary/tool.ts';
import { openScratch } from './end-mark.ts';
import { followFile } from './follow-file.ts';
import { keepLeft, LEFT_RUNNING } from './left-running.ts';
import { backgroundScript } from './script.ts';

/** The longest a timer can wait; a background shell has no other limit in time. */
const NO_LIMIT_MS = 2_147_483_647;
/** A shell that prints more is ended: its output is a file on the user's disk. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
const LOOK_MS = 200;

/** Starts a command that outlives its call. Its id is what BashOutput and KillShell take. */
export function startShell(command: string, dir: string, context: ToolContext): string {
  const shell = launch(command, dir, context);
  const id = freshName(context.memory);
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

function launch(command: string, dir: string, context: ToolContext): BackgroundShell {
  const output = openScratch('output');
  const stop = new AbortController();
  const running = context.start({
    file: shellProgram(),
    args: ['-c', backgroundScript(command, output.file)],
    cwd: dir,
    env: context.shellEnv ?? context.env,
    stdin: Buffer.alloc(0),
    timeoutMs: NO_LIMIT_MS,
    maxBytes: 4096,
    signal: stop.signal,
  });
  const tooMuch = watchSize(output.file, () => stop.abort());
  const follow = followFile(output.file);
  let outcome: Outcome | undefined;
  let left: Left | undefined;
  const over = running.ended.then(async (ending) => {
    left = await keepLeft(running.pid, context.memory);
    outcome = ending.outcome;
    tooMuch.clear();
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

function watchSize(file: string, tooMuch: () => void) {
  let reached = false;
  const timer = setInterval(() => {
    reached = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_FILE_BYTES;
    if (!reached) return;
    clearInterval(timer);
    tooMuch();
  }, LOOK_MS);
  timer.unref();
  return { reached: () => reached, clear: () => clearInterval(timer) };
}

/** An id is never given twice in a session, also when its shell is gone. */
function freshName(memory: ToolMemory): string {
  const number = (given.get(memory) ?? 0) + 1;
  given.set(memory, number);
  return `bash_${number}`;
}

const given = new WeakMap<ToolMemory, number>();
