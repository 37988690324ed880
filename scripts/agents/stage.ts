import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Model, startModel } from '../../packages/code/src/guard/trial/model.ts';
import type { Reply } from '../../packages/code/src/guard/trial/wire/reply.ts';
import type { Client, Stage } from './clients.ts';

/** Where entries of a project find Wave: `wave-guard` on the PATH. */
const BIN = fileURLToPath(new URL('../../packages/code/bin', import.meta.url));
const SERVER = fileURLToPath(new URL('mcp-server.mjs', import.meta.url));

/** What a command of the model prints, and what its tool writes. */
export const PRINTED = 'heron-3';

/** Longer than any of them needs; what hangs is ended by its id. */
const LIMIT_MS = 90_000;

export interface OpenStage extends Stage {
  readonly endpoint: Model;
  readonly env: Readonly<Record<string, string>>;
}

/** A directory for one stage, in the user's own cache: Codex keeps no helpers in a directory for temporary files. */
export function scratchDir(): string {
  const dir = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'wave-agents');
  mkdirSync(dir, { recursive: true });
  return realpathSync(mkdtempSync(join(dir, 'play-')));
}

/** A home and a project below `root`, a model on loopback, and an environment with nothing else in it. */
export async function openStage(
  client: Client,
  root: string,
  isOpen: boolean,
  script: (project: string) => readonly Reply[],
): Promise<OpenStage> {
  const [home, project] = [join(root, 'home'), join(root, 'project')];
  mkdirSync(project, { recursive: true });
  const endpoint = await startModel(client.wire, script(project));
  const server = [process.execPath, SERVER, join(project, 'made'), PRINTED];
  const stage = { home, project, model: endpoint.url, isOpen, server };
  for (const [file, text] of Object.entries(client.files?.(stage) ?? {}))
    put(join(home, file), text);
  const env = {
    PATH: `${BIN}:${process.env['PATH'] ?? ''}`,
    HOME: home,
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    ...client.env(stage),
  };
  return { ...stage, endpoint, env };
}

export function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

export interface RunOptions {
  /** Hears of its id. */
  readonly started?: (pid: number) => void;
  readonly limitMs?: number;
  /** What is said on stdin, which stays open until the program has said that all is over. */
  readonly talk?: { readonly say: string; readonly over: string };
}

/** Runs a program to its end, or to the limit, and ends what it left in its group. */
export function runProgram(
  [program = '', ...args]: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  { started = () => {}, limitMs = LIMIT_MS, talk }: RunOptions = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(program, args, {
    cwd,
    env,
    stdio: [talk ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    detached: true,
  });
  if (child.pid !== undefined) started(child.pid);
  let output = '';
  const take = (text: string) => {
    output += text;
    if (talk && output.includes(talk.over)) child.stdin?.end();
  };
  if (talk) child.stdin?.on('error', () => {}).write(`${talk.say}\n`);
  child.stdout?.setEncoding('utf8').on('data', take);
  child.stderr?.setEncoding('utf8').on('data', take);
  const timer = setTimeout(() => end(child.pid), limitMs);
  const leave = () => end(child.pid);
  process.on('exit', leave);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      process.off('exit', leave);
      end(child.pid);
      resolve({ code, output });
    });
  });
}

/** The group that it leads, and nothing else. */
function end(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}
