import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openUndo } from '../../src/session/open-undo.ts';
import { sessionFile, sessionsDir } from '../../src/session/transcript/session-files.ts';
import { readTranscript } from '../../src/session/transcript/transcript.ts';
import { tempDir } from '../talk.ts';
import { filesBefore } from './edits-of.ts';

const SCRIPT = fileURLToPath(new URL('killed.ts', import.meta.url));

/** Starts a session that is killed: so many milliseconds after it began, or by what is loaded into it. */
async function killed(how: {
  ms?: number;
  by?: string;
}): Promise<{ dir: string; home: string; id: string }> {
  const dir = tempDir();
  const home = tempDir();
  const first =
    how.by === undefined ? [] : ['--import', `data:text/javascript,${encodeURIComponent(how.by)}`];
  const child = spawn(process.execPath, [...first, SCRIPT, dir, home], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(child.stdout, 'data');
  if (how.ms !== undefined) {
    await sleep(how.ms);
    child.kill('SIGKILL');
  }
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
    const { dir, home, id } = await killed({ ms });
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

test('killed between the writing of a copy and its name: nothing of it stays', async () => {
  const { home } = await killed({
    by: `
      import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      const { renameSync } = fs;
      fs.renameSync = (from, to) => {
        if (!from.includes('.undo/')) return renameSync(from, to);
        fs.linkSync(from, process.argv[3] + '/witness');
        process.kill(process.pid, 'SIGKILL');
      };
      syncBuiltinESMExports();`,
  });
  const names = () => readdirSync(home, { recursive: true }).map(String);
  for (let tries = 0; tries < 500 && names().some(isTemporary); tries++) await sleep(20);
  expect(names()).toContain('witness');
  expect(names().filter(isTemporary)).toEqual([]);
}, 30_000);

const isTemporary = (name: string) => name.endsWith('.tmp');
