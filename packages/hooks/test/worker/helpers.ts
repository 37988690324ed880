import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest';
import { shareLauncher } from '../../../process/src/launcher/share.ts';
import type { Hooks } from '../../src/checking/hooks.ts';
import { createEngine, type Engine } from '../../src/engine/engine.ts';
import type { EngineOptions } from '../../src/engine/engine-options.ts';
import type { Verdict } from '../../src/vocabulary/verdict.ts';
import { quote, tempDir } from '../helpers.ts';

export type Step = [name: string, value?: unknown];

export interface Stage {
  readonly engine: Engine;
  readonly dir: string;
  readonly entry: Record<string, unknown>;
  /** Has the worker do these steps for one event. */
  act(steps: readonly Step[], signal?: AbortSignal): Promise<Verdict>;
  /** What the worker wrote down, a line each; `start` lines without the number. */
  journal(): string[];
  pids(): number[];
}

/** Whether the engines of these tests have a launcher, and which process starts their workers. */
let launched = false;
let parent: number | undefined = process.pid;

export const workersParent = () => parent;

/** Defines tests twice: whoever starts a worker, it answers in the same way. */
export function eachWay(define: () => void): void {
  describe('started directly', define);
  describe('started by the launcher', () => {
    const launcher = shareLauncher();
    beforeAll(async () => {
      launcher.warm();
      expect(await launcher.ready()).toBe(true);
      [launched, parent] = [true, launcher.pid];
    });
    afterAll(() => {
      expect(launcher.pid, 'it lived through it all').toBe(parent);
      [launched, parent] = [false, process.pid];
      launcher.close();
    });
    define();
  });
}

const ACTOR = fileURLToPath(new URL('./actor.mjs', import.meta.url));

/** An engine with one worker on UserPromptSubmit, where plain text counts as well. */
export async function stage(
  more: Record<string, unknown> = {},
  options: EngineOptions = {},
  manner = '',
): Promise<Stage> {
  const dir = tempDir();
  const file = join(dir, 'journal');
  const command = `exec ${[process.execPath, ACTOR, file].map(quote).join(' ')} ${manner}`;
  const entry = { type: 'worker', name: 'actor', command, timeout: 20, ...more };
  const engine = await createEngine({
    hooks: { UserPromptSubmit: [{ hooks: [entry] }] } as Hooks,
    projectDir: dir,
    outputDir: join(dir, 'outputs'),
    launcher: launched,
    ...options,
  });
  onTestFinished(() => engine.close());
  const lines = () => read(file).split('\n').filter(Boolean);
  return {
    engine,
    dir,
    entry,
    act: (steps, signal) =>
      engine.fire(
        { hook_event_name: 'UserPromptSubmit', prompt: JSON.stringify(steps) },
        signal ? { signal } : {},
      ),
    journal: () => lines().map((line) => line.replace(/^start .*/, 'start')),
    pids: () =>
      lines()
        .flatMap((line) => /^start (\d+)/.exec(line)?.[1] ?? [])
        .map(Number),
  };
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** What an event came to, for comparing. */
export const seen = ({ decision, context, toUser, runs }: Verdict) => ({
  decision,
  context: context.map(({ text }) => text),
  toUser: toUser.map(({ text }) => text),
  outcomes: runs.map(({ outcome }) => outcome),
});

/** Whether a process runs; a dead one that nobody reaped does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  const stat = read(`/proc/${pid}/stat`);
  return stat !== '' && !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
}
