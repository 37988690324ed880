import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { mayWrite } from '../../src/permissions/may-write.ts';
import { bash } from '../../src/tools/shell/bash.ts';
import type { Tool } from '../../src/vocabulary/tool.ts';
import { tempDir } from '../talk.ts';

const tool = (effect: Tool['effect'], files?: readonly string[]): Tool => ({
  ...{ name: 'T', description: '', input: z.object({}), effect },
  ...(files ? { files: () => files } : {}),
  run: async () => ({ success: true, text: '' }),
});

test.each([
  ['cat a', {}, false],
  ['ls | wc -l', {}, false],
  ['cat a', { run_in_background: true }, true],
  ['cat a > b', {}, true],
  ['npm test', {}, true],
  ['$X', {}, true],
])('Bash: %s %j: %s', (command, more, may) => {
  const dir = tempDir();
  writeFileSync(join(dir, 'a'), '');
  const place = { projectDir: dir, cwd: dir };
  expect(mayWrite(bash as unknown as Tool, { command, ...more }, place)).toBe(may);
});

test('other tools: by what they say of themselves', () => {
  const place = { projectDir: '/p', cwd: '/p' };
  const all = [tool('read'), tool('none'), tool('run'), tool('edit'), tool('edit', ['/p/a'])];
  expect(all.map((one) => mayWrite(one, {}, place))).toEqual([false, false, true, true, false]);
});
