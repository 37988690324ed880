import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Trial } from './agents.ts';
import { startModel } from './model.ts';

/** What became of the one call that the agent was told to make. */
export interface Tried {
  readonly is: 'refused' | 'not asked' | 'ran' | 'not installed' | 'no call';
  /** The end of what the agent printed. */
  readonly output: string;
}

/** Ends an agent that hangs. */
const LIMIT_MS = 120_000;

/**
 * Starts the agent as its user has set it up, with a model that makes one harmless call, and a hook that refuses
 * it. Only an entry that the agent really runs can say no.
 */
export async function tryAgent(
  { wire, program, args, env, file, call }: Trial,
  cwd: string,
): Promise<Tried> {
  // Gemini CLI reads no settings where others may write, as they may beside files for a while.
  const own = join(homedir(), '.wave', 'guard');
  mkdirSync(own, { recursive: true, mode: 0o700 });
  const dir = mkdtempSync(join(own, 'trial-'));
  const at = { ran: join(dir, 'ran'), asked: join(dir, 'asked'), settings: join(dir, 'settings') };
  const command = `cat > '${at.asked}'; echo "wave guard refused it, as it was asked to" >&2; exit 2`;
  const hook = { type: 'command', name: 'trial', command, onError: 'block' };
  writeFileSync(at.settings, JSON.stringify({ hooks: { PreToolUse: [{ hooks: [hook] }] } }));
  const model = await startModel(wire, [call(`echo trial > '${at.ran}'`)]);
  try {
    if (file) writeFileSync(join(dir, file[0]), file[1](model.url));
    const output = await outputOf(program, args(model.url, dir), cwd, {
      ...process.env,
      ...env(model.url, dir),
      WAVE_GUARD_SETTINGS: at.settings,
    });
    if (output === undefined) return { is: 'not installed', output: '' };
    const end = output.trim().slice(-2_000);
    if (existsSync(at.ran)) return { is: existsSync(at.asked) ? 'ran' : 'not asked', output: end };
    if (existsSync(at.asked)) return { is: 'refused', output: end };
    return { is: 'no call', output: end };
  } finally {
    await model.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Undefined where there is no such program. */
function outputOf(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const child = spawn(program, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  const end = () => endGroup(child.pid);
  const timer = setTimeout(end, LIMIT_MS);
  process.on('exit', end);
  return new Promise((resolve) => {
    const over = (text: string | undefined) => {
      clearTimeout(timer);
      process.off('exit', end);
      resolve(text);
    };
    child.on('error', () => over(undefined));
    child.on('close', () => {
      end();
      over(output);
    });
  });
}

/** The group that it leads, and nothing else. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}
