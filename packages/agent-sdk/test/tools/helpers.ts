import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Start, start } from '@wavehooks/process';
import { afterFile } from '../../../../test/after-file.ts';
import { until } from '../../../../test/until.ts';
import { builtinTools } from '../../src/tools/builtin-tools.ts';
import { endShells } from '../../src/tools/shell/background-shell.ts';
import { parseInput } from '../../src/tools/tool-input.ts';
import type {
  AskUser,
  Tool,
  ToolContext,
  ToolMemory,
  ToolResult,
} from '../../src/vocabulary/tool.ts';

/** A fresh directory, its links followed, removed when the file's tests are over. */
export function tempDir(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'wave-test-')));
  afterFile(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** What a test has of an agent. */
export interface Rig {
  readonly dir: string;
  readonly memory: ToolMemory;
  readonly context: ToolContext;
  readonly abort: () => void;
  /** Where the agent is now. */
  cwd(): string;
  run(name: string, input: unknown): Promise<ToolResult>;
}

export function rig(
  options: { dir?: string; ask?: AskUser; hides?: (path: string) => boolean; start?: Start } = {},
): Rig {
  const dir = options.dir ?? tempDir();
  const memory: ToolMemory = {
    files: new Map(),
    shells: new Map(),
    running: new Set(),
    left: new Set(),
    todos: [],
  };
  const stop = new AbortController();
  let cwd = dir;
  const context: ToolContext = {
    projectDir: dir,
    get cwd() {
      return cwd;
    },
    setCwd: (to) => {
      cwd = to;
    },
    signal: stop.signal,
    env: process.env,
    start: options.start ?? start,
    memory,
    ask: options.ask,
    hides: options.hides,
  };
  const run = async (name: string, input: unknown) => {
    const parsed = parseInput(toolNamed(name), input);
    if (!parsed.ok) throw new Error(parsed.text);
    return toolNamed(name).run(parsed.input, context);
  };
  afterFile(() => endShells(memory));
  return { dir, memory, context, abort: () => stop.abort(), cwd: () => cwd, run };
}

export function toolNamed(name: string): Tool {
  const tool = builtinTools().find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool;
}

/** The number that a shell writes to a file. */
export const pidIn = (file: string): Promise<number> =>
  until(() => (existsSync(file) && Number(readFileSync(file, 'utf8'))) || undefined);

/** Whether a process of that id runs; a dead one that nobody reaped does not. */
export async function isAlive(pid: number): Promise<boolean> {
  const { outcome, stdout } = await start({
    file: '/bin/ps',
    args: ['-o', 'stat=', '-p', String(pid)],
    cwd: '/',
    env: process.env,
    stdin: Buffer.alloc(0),
    timeoutMs: 5000,
    maxBytes: 1000,
  }).ended;
  return outcome.is === 'exit' && outcome.code === 0 && !stdout.trim().startsWith('Z');
}
