import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { sessionFile, sessionsDir } from '../../src/session/place.ts';
import { readTranscript } from '../../src/session/transcript.ts';
import { openUndo } from '../../src/session/undo.ts';
import { tempDir } from '../talk.ts';
import { filesBefore } from './edits-of.ts';

const SCRIPT = fileURLToPath(new URL('killed.ts', import.meta.url));

/** Starts a session and kills it, so many milliseconds after it began. */
async function killedAfter(ms: number): Promise<{ dir: string; home: string; id: string }> {
  const dir = tempDir();
  const home = tempDir();
  const child = spawn(process.execPath, [SCRIPT, dir, home], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(child.stdout, 'data');
  await sleep(ms);
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  return { dir, home, id: String(line).trim() };
}

function filesIn(dir: string): Record<string, string> {
  const found = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name));
  return Object.fromEntries(found.map((file) => [file, readFileSync(file, 'utf8')]));
}

test.each([5, 23, 61, 97, 140, 210])(
  'killed after %d ms: every prompt can be gone back to, without force',
  async (ms) => {
    const { dir, home, id } = await killedAfter(ms);
    const file = sessionFile(sessionsDir(home, dir), id);
    const written = readTranscript(file).changes.filter(
      (change) => change.is === 'added' && change.message.from === 'prompt',
    );
    const undo = openUndo(home, dir, id);
    const all = undo.checkpoints();
    expect(all).toHaveLength(written.length);
    for (const n of [all.length - 1, Math.floor(all.length / 2), 0]) {
      if (n < 0 || n >= undo.checkpoints().length) continue;
      expect(await undo.undo(all[n]?.id ?? '')).toMatchObject({ prompt: `P${n}`, skipped: [] });
      expect(filesIn(dir)).toEqual(filesBefore(n, dir));
    }
    undo.close();
  },
  30_000,
);
