import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bundled } from '../../../../test/bundled.ts';
import { scene } from './box.ts';

const AGENT = bundled(join(import.meta.dirname, 'boxed-agent.ts'));

/** Bubblewrap needs about 10 ms to mount, and longer where others mount too: most kills are within or around that. */
const ROUNDS = 3;
const AT_ONCE = 4;
const MOST_MS = 30;

describe('with bubblewrap', { tags: 'bubblewrap' }, () => {
  test.each([
    ['an agent that starts it', 'itself', 'agent'],
    ['an agent whose launcher starts it', 'launcher', 'agent'],
    ['an agent together with its launcher', 'launcher', 'both'],
  ] as const)(
    '%s is killed at any moment: nothing of it runs on, and nothing is left in the project',
    async (_, by, whom) => {
      const { root, project, plan } = scene();
      onTestFinished(() => {
        for (const pid of naming(root)) endQuietly(Number(pid));
      });
      const killOne = async () => {
        const args = [AGENT, by, project, `sleep 300; : ${root}`, JSON.stringify(plan())];
        const agent = spawn(process.execPath, ['--no-warnings', ...args], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        onTestFinished(() => void agent.kill('SIGKILL'));
        const [starter] = (await once(agent.stdout, 'data')) as [Buffer];
        await wait(Math.random() * MOST_MS);
        if (whom === 'both') endQuietly(Number(String(starter)));
        agent.kill('SIGKILL');
      };
      for (let round = 0; round < ROUNDS; round++) {
        await Promise.all(Array.from({ length: AT_ONCE }, killOne));
        await expect.poll(() => naming(root)).toEqual([]);
      }
      await expect.poll(() => readdirSync(project)).toEqual(['.git']);
    },
    120_000,
  );
});

/** The processes that name something in their arguments; bubblewrap names all that it mounts. */
const naming = (text: string): readonly string[] =>
  readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && argumentsOf(pid).includes(text));

/** It may have ended just now. */
function endQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {}
}

function argumentsOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
