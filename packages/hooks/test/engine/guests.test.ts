import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Source } from '../../src/checking/source.ts';
import { createEngine } from '../../src/engine/engine.ts';
import { runsOf } from '../../src/handlers/index.ts';
import { INPUTS, tempDir } from '../helpers.ts';

// What hooks written for Claude Code find in their environment.

const NAMES = ['CLAUDE_PROJECT_DIR', 'CLAUDECODE', 'CLAUDE_PLUGIN_ROOT', 'CLAUDE_PLUGIN_DATA'];
const TELLS = `cat >/dev/null; echo "${NAMES.map((name) => `\${${name}-unset}`).join(' ')}"`;

async function engineOf(sources: readonly Source[], projectDir: string) {
  const engine = await createEngine({ sources, projectDir, launcher: false });
  onTestFinished(() => engine.close());
  return engine;
}

const hooksOf = (...hooks: object[]) => ({ UserPromptSubmit: [{ hooks }] });

test('a command is told the project and that it runs under Claude Code', async () => {
  const dir = tempDir();
  const hooks = hooksOf({ type: 'command', command: TELLS });
  const engine = await engineOf([{ name: 'a', hooks }], dir);
  const { context } = await engine.fire(INPUTS.UserPromptSubmit);
  expect(context.map(({ text }) => text.trim())).toEqual([`${dir} 1 unset unset`]);
});

test('two plugins with the same command are two hooks, each with its own directories', async () => {
  const dir = tempDir();
  const plugin = (name: string): Source => ({
    name,
    hooks: hooksOf({ type: 'command', command: TELLS }),
    plugin: { root: join(dir, name), data: join(dir, name, 'data') },
  });
  const engine = await engineOf([plugin('a'), plugin('b')], dir);
  const { context } = await engine.fire(INPUTS.UserPromptSubmit);
  expect(context.map(({ text }) => text.trim())).toEqual([
    `${dir} 1 ${dir}/a ${dir}/a/data`,
    `${dir} 1 ${dir}/b ${dir}/b/data`,
  ]);
});

test('workers of two plugins are two processes, each with its own variables', async () => {
  const dir = tempDir();
  const command = `while read -r line; do printf '%s\\n' "{\\"wave\\":\\"answer\\",\\"id\\":1}"; done; : "$CLAUDE_PLUGIN_ROOT"`;
  const log = join(dir, 'log');
  const worker = {
    type: 'worker',
    command: `echo "$CLAUDECODE $CLAUDE_PLUGIN_ROOT" >>'${log}'; ${command}`,
    timeout: 2,
  };
  const plugin = (name: string): Source => ({
    name,
    hooks: hooksOf(worker),
    plugin: { root: `/${name}`, data: '' },
  });
  const engine = await engineOf([plugin('a'), plugin('b')], dir);
  await engine.fire(INPUTS.UserPromptSubmit);
  expect(readFileSync(log, 'utf8').trim().split('\n').sort()).toEqual(['1 /a', '1 /b']);
});

test('what approval and the look for missing files follow knows the variables of the plugin', async () => {
  const dir = tempDir();
  const root = join(dir, 'plugin');
  const hooks = hooksOf({ type: 'command', command: '"${CLAUDE_PLUGIN_ROOT}"/guard.sh' });
  const engine = await engineOf([{ name: 'a', hooks, plugin: { root, data: '/d' } }], dir);
  const [entry] = engine.entries;
  expect(entry && runsOf(entry)?.env).toEqual({
    inherit: true,
    set: { CLAUDE_PLUGIN_ROOT: root, CLAUDE_PLUGIN_DATA: '/d' },
  });
  expect(engine.missing(INPUTS.UserPromptSubmit).join()).toContain(`there is no ${root}/guard.sh`);
  mkdirSync(root);
  writeFileSync(join(root, 'guard.sh'), '#!/bin/sh\n', { mode: 0o755 });
  expect(engine.missing(INPUTS.UserPromptSubmit)).toEqual([]);
});
