import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { bundled } from '../../../../test/bundled.ts';
import { until } from '../../../../test/until.ts';
import { openUndo } from '../../src/session/open-undo.ts';
import { sessionFile, sessionsDir } from '../../src/session/transcript/session-files.ts';
import { readTranscript } from '../../src/session/transcript/transcript.ts';
import { tempDir } from '../talk.ts';
import { treeBefore } from './commands-of.ts';
import { filesBefore } from './edits-of.ts';
import { treeOf } from './sequences.ts';

const SCRIPT = bundled(join(import.meta.dirname, 'killed.ts'));
const COMMANDS = bundled(join(import.meta.dirname, 'killed-commands.ts'));

/** Starts a session that is killed: so many milliseconds after it began, or by what is loaded into it. */
async function killed(how: {
  ms?: number;
  by?: string;
  script?: string;
  /** The time counts from when this file is there. */
  after?: string;
  files?: Readonly<Record<string, string>>;
}): Promise<{ dir: string; home: string; id: string }> {
  const dir = tempDir();
  const home = tempDir();
  for (const [name, text] of Object.entries(how.files ?? {})) writeFileSync(join(dir, name), text);
  const first =
    how.by === undefined ? [] : ['--import', `data:text/javascript,${encodeURIComponent(how.by)}`];
  const child = spawn(process.execPath, [...first, how.script ?? SCRIPT, dir, home], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(child.stdout, 'data');
  const id = String(line).trim();
  // A session without a prompt leaves no file behind.
  await until(() => promptsIn(sessionFile(sessionsDir(home, dir), id)).length > 0);
  if (how.ms !== undefined) {
    const { after } = how;
    if (after) await until(() => existsSync(join(dir, after)));
    await sleep(how.ms);
    child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  return { dir, home, id };
}

const promptsIn = (file: string) =>
  existsSync(file)
    ? readTranscript(file).changes.filter(
        (change) => change.is === 'added' && change.message.from === 'prompt',
      )
    : [];

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
    const written = promptsIn(file);
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
  60_000,
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
});

/** Every prompt of a killed session of commands can be gone back to. */
async function allComesBack({ dir, home, id }: Awaited<ReturnType<typeof killed>>): Promise<void> {
  await ended(dir);
  const undo = openUndo(home, dir, id);
  const all = undo.checkpoints();
  for (const n of [all.length - 1, Math.floor(all.length / 2), 0]) {
    if (n < 0 || n >= undo.checkpoints().length) continue;
    expect(await undo.undo(all[n]?.id ?? '')).toMatchObject({ prompt: `P${n}`, skipped: [] });
    expect(treeOf(dir)).toEqual(treeBefore(n));
  }
  undo.close();
  // Nothing of the note stays but what the next session starts with.
  const names = readdirSync(sessionsDir(home, dir));
  const left = names.filter((name) => /\.tree$|\.tmp$/.test(name) && name !== 'latest.tree');
  expect([all.length > 0, left]).toEqual([true, []]);
}

const commands = { script: COMMANDS, files: { first: 'first' } };

test.each([9, 31, 77, 124, 171, 236, 333])(
  'killed %d ms after the first command began: every prompt can be gone back to',
  async (ms) => allComesBack(await killed({ ...commands, ms, after: 'a' })),
  60_000,
);

/** Ends the process by force at the nth call of a function on a file, before it or right after it. */
const killAt = (name: string, file: string, nth: number, when: 'before' | 'after') => `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const real = fs.${name};
  let calls = 0;
  fs.${name} = (...args) => {
    const isIt = args.some((one) => String(one).endsWith(${JSON.stringify(file)})) && ++calls === ${nth};
    if (isIt && ${when === 'before'}) process.kill(process.pid, 'SIGKILL');
    const result = real(...args);
    if (isIt) process.kill(process.pid, 'SIGKILL');
    return result;
  };
  syncBuiltinESMExports();`;

test.each(
  [1, 2, 5].flatMap((nth) => [
    { name: 'renameSync', file: '.tree/tree', nth, when: 'before' as const },
    { name: 'renameSync', file: '.tree/tree', nth, when: 'after' as const },
    { name: 'renameSync', file: '.tree/calls', nth, when: 'before' as const },
    { name: 'renameSync', file: '.tree/calls', nth, when: 'after' as const },
  ]),
)(
  'killed $when write $nth of $file: every prompt can be gone back to',
  async (at) => {
    const by = killAt(at.name, at.file, at.nth, at.when);
    await allComesBack(await killed({ ...commands, by }));
  },
  60_000,
);

/** The warden ends what a killed agent left running: until then a command may still write. */
async function ended(dir: string): Promise<void> {
  for (let tries = 0, last = ''; tries < 200; tries++) {
    const now = JSON.stringify(treeOf(dir));
    if (now === last && tries > 5) return;
    last = now;
    await sleep(30);
  }
}

const isTemporary = (name: string) => name.endsWith('.tmp');
