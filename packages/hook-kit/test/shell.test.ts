import '../../../test/built.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandsIn, hasOption, type ShellCommand } from '@wavehooks/hook-kit/shell';
import * as shell from '@wavehooks/shell';
import { expect, test } from 'vitest';

const dist = join(import.meta.dirname, '../dist');
const importsOf = (file: string) =>
  [...readFileSync(join(dist, file), 'utf8').matchAll(/\bfrom\s*["']([^"']+)["']/g)].map(
    ([, from]) => from,
  );

test('the kit reads commands as @wavehooks/shell does', () => {
  const text = `sudo bash -c 'git push -uf origin "$B"'; eval "$X"`;
  expect(commandsIn(text)).toEqual(shell.commandsIn(text));
  const isForced = (command: ShellCommand) => hasOption(command, '-f', '--force');
  expect(commandsIn(text).commands.map(isForced)).toEqual([false, false, true, undefined]);
});

test('it brings the reader along, and a hook without it loads none of that', () => {
  expect(new Set(importsOf('shell.js'))).toEqual(new Set(['node:path']));
  expect(importsOf('index.js').filter((from) => !from?.startsWith('node:'))).toEqual([]);
  expect(importsOf('shell/index.d.ts').every((from) => from?.startsWith('./'))).toBe(true);
});
