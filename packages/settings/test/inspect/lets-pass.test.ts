import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkHooks } from '@wavehooks/hooks';
import { expect, onTestFinished, test } from 'vitest';
import { letsPass } from '../../src/inspect/lets-pass.ts';
import { listChecked } from '../../src/inspect/list.ts';

/** What the entry of a hook comes to, as a row of the list. */
function rowOf(entry: object, event = 'PreToolUse') {
  const projectDir = mkdtempSync(join(tmpdir(), 'wave-row-'));
  onTestFinished(() => rmSync(projectDir, { recursive: true, force: true }));
  writeFileSync(join(projectDir, 'guard.mjs'), "if (bad) deny('no');\n");
  writeFileSync(join(projectDir, 'notes.sh'), 'echo "$1" >> notes.txt\n');
  const hooks = { [event]: [{ hooks: [{ type: 'command', ...entry }] }] };
  const sources = [{ name: 'user', hooks }];
  const where = { projectDir, path: process.env['PATH'] ?? '' };
  const [row] = listChecked(checkHooks(sources), where);
  if (!row) throw new Error('no row');
  return letsPass(row, projectDir);
}

test.each<readonly [what: string, entry: object, event: string, open: boolean]>([
  ['exit 2 in the command', { command: 'grep -q x && exit 2' }, 'PreToolUse', true],
  ['an answer in the command', { command: `echo '{"decision":"block"}'` }, 'PreToolUse', true],
  ['the kit in its script', { command: 'node "$WAVE_PROJECT_DIR"/guard.mjs' }, 'PreToolUse', true],
  ['another permission', { command: 'exit 2' }, 'PermissionRequest', true],
  ['one that only writes', { command: 'sh "$WAVE_PROJECT_DIR"/notes.sh' }, 'PreToolUse', false],
  ['one that blocks', { command: 'exit 2', onError: 'block' }, 'PreToolUse', false],
  ['by its other name', { command: 'exit 2', onFailure: 'block' }, 'PreToolUse', false],
  ['one that chose it', { command: 'exit 2', onError: 'continue' }, 'PreToolUse', false],
  ['one that is off', { command: 'exit 2', enabled: false }, 'PreToolUse', false],
  ['one nobody waits for', { command: 'exit 2', async: true }, 'PreToolUse', false],
  ['after the tool', { command: 'exit 2' }, 'PostToolUse', false],
  ['at the end', { command: 'exit 2' }, 'Stop', false],
])('%s', (_what, entry, event, open) => {
  expect(rowOf(entry, event)).toBe(open);
});
