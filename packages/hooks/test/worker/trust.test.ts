import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { approve } from '../../../settings/src/trust/approve.ts';
import { openSettings } from '../../../settings/src/trust/open.ts';
import { openHooks } from '../../../settings/src/trust/session.ts';
import { INPUTS, tempDir, texts } from '../helpers.ts';

/** Counts the events it was asked, dies when told, and blocks them all. */
const GUARD = `n=0
while read -r line; do
  n=$((n + 1))
  case $line in *die*) exit 1 ;; esac
  echo "{\\"id\\":\\"$n\\",\\"exit_code\\":2,\\"stderr\\":\\"guarded $n\\"}"
done
`;

/** A project whose approved guard is a worker named by a relative path. */
async function guarded() {
  const root = tempDir();
  const [home, projectDir, elsewhere] = ['home', 'project', 'elsewhere'].map((name) => {
    mkdirSync(join(root, name));
    return join(root, name);
  }) as [string, string, string];
  const write = (text: string) => writeFileSync(join(projectDir, 'guard.sh'), text);
  const hooks = [{ type: 'worker', name: 'guard', command: 'sh ./guard.sh' }];
  mkdirSync(join(projectDir, '.wave'));
  writeFileSync(
    join(projectDir, '.wave/settings.json'),
    JSON.stringify({ hooks: { PreToolUse: [{ hooks }] } }),
  );
  write(GUARD);
  const options = { home, projectDir };
  const openEngine = async () => {
    const { engine } = await openHooks(options);
    onTestFinished(() => engine.close());
    return engine;
  };
  const open = async () => {
    const engine = await openEngine();
    return (command: string, cwd = projectDir) =>
      engine.fire({ ...INPUTS.PreToolUse, tool_input: { command }, cwd });
  };
  return {
    home,
    open,
    openEngine,
    write,
    elsewhere,
    allow: () => approve(home, projectDir, openSettings(options).items),
  };
}

test('it does not start before it is approved', async () => {
  const { open, allow } = await guarded();
  expect(await (await open())('ls')).toMatchObject({ decision: 'none', runs: [] });
  await allow();
  expect(texts((await (await open())('ls')).toAgent)).toEqual(['guarded 1']);
});

test('it runs in the project, wherever the agent went', async () => {
  const { open, allow, elsewhere } = await guarded();
  await allow();
  const fire = await open();
  expect(texts((await fire('ls', elsewhere)).toAgent)).toEqual(['guarded 1']);
  expect(texts((await fire('ls')).toAgent)).toEqual(['guarded 2']);
});

test('a script that changes blocks, and mended it goes on', async () => {
  const { open, allow, write } = await guarded();
  await allow();
  const fire = await open();
  await fire('ls');
  write(`${GUARD}# changed\n`);
  expect(await fire('ls')).toMatchObject({
    decision: 'block',
    runs: [{ outcome: { is: 'start', error: expect.stringContaining('guard changed') } }],
  });
  write(GUARD);
  expect(texts((await fire('ls')).toAgent)).toEqual(['guarded 2']);
});

test('an entry that needs no approval has a process of its own: changed code never answers for what was approved', async () => {
  const { openEngine, allow, write, home } = await guarded();
  await allow();
  mkdirSync(join(home, '.wave'), { recursive: true });
  const hooks = [{ type: 'worker', name: 'mine', command: 'sh ./guard.sh' }];
  writeFileSync(
    join(home, '.wave/settings.json'),
    JSON.stringify({ hooks: { PostToolUse: [{ hooks }] } }),
  );
  const engine = await openEngine();
  const before = () => engine.fire(INPUTS.PreToolUse);
  const after = () => engine.fire(INPUTS.PostToolUse);
  write(GUARD.replace('guarded', 'changed'));
  expect(texts((await after()).toAgent)).toEqual(['changed 1']);
  write(GUARD);
  expect(texts((await before()).toAgent)).toEqual(['guarded 1']);
  expect(texts((await after()).toAgent)).toEqual(['changed 2']);
});

test('one that changes while a start waits is not started, and blocks', async () => {
  const { open, allow, write } = await guarded();
  await allow();
  const fire = await open();
  // Until the wait before the next start is long.
  for (const _ of [1, 2, 3, 4]) expect(await fire('die')).toMatchObject({ decision: 'none' });
  const waiting = fire('ls');
  write('echo "{\\"id\\":\\"1\\"}"\n');
  expect(await waiting).toMatchObject({
    decision: 'block',
    runs: [{ outcome: { is: 'start', error: expect.stringContaining('guard changed') } }],
  });
});
