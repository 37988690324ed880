import { shellProgram } from '@wavehooks/process';
import * as z from 'zod';
import {
  done,
  failed,
  type Tool,
  type ToolContext,
  type ToolResult,
} from '../../vocabulary/tool.ts';
import { startShell } from './background-shell.ts';
import { MAX_BYTES, reportOf } from './command-report.ts';
import { openScratch, readMark } from './end-mark.ts';
import { keepLeft, LEFT_RUNNING } from './left-running.ts';
import { foregroundScript } from './script.ts';
import { settleDirectory, startDirectory } from './shell-directory.ts';

const input = z.strictObject({
  command: z.string().min(1).describe('The command, as a shell reads it'),
  timeout: z
    .number()
    .positive()
    .max(600_000)
    .optional()
    .describe('In milliseconds, at most 600000; 120000 without it'),
  description: z.string().optional().describe('What the command does, in five to ten words'),
  run_in_background: z
    .boolean()
    .optional()
    .describe('Returns at once with an id; read the output with BashOutput'),
});
type Input = z.infer<typeof input>;

const response = z.strictObject({
  stdout: z.string().optional().describe('What it printed; a long one without its middle'),
  stderr: z.string().optional().describe('The same for stderr'),
  exitCode: z.int().nullable().optional().describe('Null if it did not exit by itself'),
  interrupted: z.boolean().optional().describe('Whether you interrupted it'),
  shellId: z
    .string()
    .optional()
    .describe('Only with run_in_background: its id, and none of the other fields'),
});

const DEFAULT_TIMEOUT_MS = 120_000;

export const bash: Tool<Input> = {
  name: 'Bash',
  description:
    'Runs a shell command and returns its output and exit code. The working directory is kept between calls; variables are not. Input is empty, so nothing can be typed into a program. Use Read, Edit, Write, Glob and Grep rather than cat, sed, find and grep. Quote paths with spaces.',
  input,
  response,
  effect: 'run',
  subject: ({ command }) => command,
  run: async (given, context) => {
    const start = startDirectory(context);
    if (!start.ok) return failed(start.text);
    const { dir, note } = start;
    return given.run_in_background
      ? inBackground(given, dir, note, context)
      : inForeground(given, dir, note, context);
  },
};

async function inForeground(
  given: Input,
  dir: string,
  note: string | undefined,
  context: ToolContext,
): Promise<ToolResult> {
  const scratch = openScratch('mark');
  try {
    const running = context.start({
      file: shellProgram(),
      args: ['-c', foregroundScript(given.command, scratch.file)],
      cwd: dir,
      env: context.shellEnv ?? context.env,
      stdin: Buffer.alloc(0),
      timeoutMs: given.timeout ?? DEFAULT_TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      signal: context.signal,
    });
    const ending = await running.ended;
    const left = (await keepLeft(running.pid, context.memory)) && LEFT_RUNNING;
    const mark = readMark(scratch.file);
    return reportOf(ending, mark, [note, left, settleDirectory(mark, dir, context)]);
  } finally {
    scratch.remove();
  }
}

function inBackground(
  { command }: Input,
  dir: string,
  note: string | undefined,
  context: ToolContext,
): ToolResult {
  if (context.signal.aborted) return failed('Nothing was started: the user ended the turn.');
  const id = startShell(command, dir, context);
  const text = `Started in the background as ${id}. Read its output with BashOutput, end it with KillShell.`;
  return done([text, note].filter(Boolean).join('\n'), { shellId: id });
}
