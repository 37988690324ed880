import { type Ending, shellProgram, traceVariables } from '@wavehooks/process';
import * as z from 'zod';
import { once } from '../../base/once.ts';
import type { Box } from '../../vocabulary/sandbox.ts';
import {
  done,
  failed,
  type Tool,
  type ToolContext,
  type ToolResult,
} from '../../vocabulary/tool.ts';
import { INPUT_SCHEMAS } from '../schemas/input-schemas.generated.ts';
import { startShell } from './background-shell.ts';
import { MAX_BYTES, reportOf } from './command-report.ts';
import { openScratch, readMark } from './end-mark.ts';
import { notBoxed, planOf, withSandbox } from './in-sandbox.ts';
import { runInTerminal } from './in-terminal.ts';
import { keepLeft, LEFT_RUNNING } from './left-running.ts';
import { movable } from './movable.ts';
import { foregroundScript } from './script.ts';
import { settleDirectory, startDirectory } from './shell-directory.ts';

const input = once(() =>
  z.strictObject({
    command: z.string().min(1).describe('The command, as a shell reads it'),
    timeout: z
      .number()
      .positive()
      .max(600_000)
      .optional()
      .describe('In milliseconds, at most 600000; 120000 without it'),
    description: z.string().optional().describe('What the command does, in five to ten words'),
    outside_sandbox: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Only where a sandbox made the command fail: the reason why it must run outside of it. The user is asked',
      ),
    run_in_background: z
      .boolean()
      .optional()
      .describe('Returns at once with an id; read the output with BashOutput'),
  }),
);
type Input = z.infer<ReturnType<typeof input>>;

const response = once(() =>
  z.strictObject({
    stdout: z.string().optional().describe('What it printed; a long one without its middle'),
    stderr: z.string().optional().describe('The same for stderr'),
    exitCode: z.int().nullable().optional().describe('Null if it did not exit by itself'),
    interrupted: z.boolean().optional().describe('Whether you interrupted it'),
    sandbox: z
      .string()
      .optional()
      .describe('The profile of the sandbox that it ran in; absent where it ran in none'),
    shellId: z
      .string()
      .optional()
      .describe('Only of a command in the background: its id, and none of the other fields'),
  }),
);

const DEFAULT_TIMEOUT_MS = 120_000;

export const bash: Tool<Input> = {
  name: 'Bash',
  description:
    'Runs a shell command and returns its output and exit code. The working directory is kept between calls; variables are not. Input is empty, so nothing can be typed into a program. Use Read, Edit, Write, Glob and Grep rather than cat, sed, find and grep. Quote paths with spaces.',
  get input() {
    return input();
  },
  inputSchema: INPUT_SCHEMAS.Bash,
  get response() {
    return response();
  },
  effect: 'run',
  subject: ({ command }) => command,
  run: async (given, context) => {
    const start = startDirectory(context);
    if (!start.ok) return failed(start.text);
    const { dir, note } = start;
    const box = boxOf(given, context);
    return given.run_in_background
      ? inBackground(given, dir, note, box, context)
      : inForeground(given, dir, note, box, context);
  },
};

/** Whoever asks to leave has been allowed to by now. */
const boxOf = ({ outside_sandbox }: Input, { box }: ToolContext): Box =>
  box?.({ outside: outside_sandbox !== undefined }) ?? { profile: 'off' };

async function inForeground(
  given: Input,
  dir: string,
  note: string | undefined,
  box: Box,
  context: ToolContext,
): Promise<ToolResult> {
  const scratch = openScratch('mark');
  let isMoved = false;
  const reported = (ending: Ending, isLeft: boolean): ToolResult => {
    const mark = readMark(scratch.file);
    const moved = settleDirectory(mark, dir, context);
    const report = reportOf(ending, mark, [note, isLeft ? LEFT_RUNNING : undefined, moved]);
    return withSandbox(report, box, ending);
  };
  try {
    const sandbox = await planOf(box, scratch);
    if (sandbox && 'fault' in sandbox) return failed(notBoxed(sandbox));
    const timeoutMs = given.timeout ?? DEFAULT_TIMEOUT_MS;
    const { command } = given;
    const shown = sandbox
      ? undefined
      : await runInTerminal({ command, dir, timeoutMs, scratch }, context);
    if (shown) return reported(shown.ending, shown.left);
    const waited = movable({ command, timeoutMs, scratch }, context);
    const running = context.start({
      file: shellProgram(),
      args: ['-c', foregroundScript(command, scratch.file)],
      cwd: dir,
      env: context.shellEnv ?? context.env,
      extra: context.trace && traceVariables(context.trace),
      stdin: Buffer.alloc(0),
      maxBytes: MAX_BYTES,
      sandbox,
      ...waited.start,
    });
    const ending = await waited.result(running);
    isMoved = 'shellId' in ending;
    if ('shellId' in ending) return movedTo(ending.shellId, note);
    return reported(ending, (await keepLeft(running.pid, context.memory)) !== undefined);
  } finally {
    if (!isMoved) scratch.remove();
  }
}

const movedTo = (shellId: string, note: string | undefined): ToolResult => {
  const text = `The user moved the command: it runs on in the background as ${shellId}. Read its output with BashOutput, end it with KillShell.`;
  return done([text, note].filter(Boolean).join('\n'), { shellId });
};

async function inBackground(
  { command }: Input,
  dir: string,
  note: string | undefined,
  box: Box,
  context: ToolContext,
): Promise<ToolResult> {
  const output = openScratch('output');
  const sandbox = await planOf(box, output);
  const stopped = sandbox && 'fault' in sandbox ? notBoxed(sandbox) : ABORTED;
  if ((sandbox && 'fault' in sandbox) || context.signal.aborted) {
    output.remove();
    return failed(stopped);
  }
  const id = startShell(command, dir, context, { output, sandbox });
  const text = `Started in the background as ${id}. Read its output with BashOutput, end it with KillShell.`;
  return done([text, note].filter(Boolean).join('\n'), {
    shellId: id,
    ...(box.profile === 'off' ? {} : { sandbox: box.profile }),
  });
}

const ABORTED = 'Nothing was started: the user ended the turn.';
