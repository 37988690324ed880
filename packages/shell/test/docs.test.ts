import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandsIn } from '../src/index.ts';

const page = readFileSync(new URL('../../../docs/shell.md', import.meta.url), 'utf8');

test('docs/shell.md shows what is printed, and names every field', () => {
  const [, printed = ''] = /```json\n([\s\S]*?)```/.exec(page) ?? [];
  const found = commandsIn(`sudo bash -c 'git push -uf origin "$B"'`);
  const asJson = JSON.stringify(found, (_, one) => (one === undefined ? null : one));
  expect(JSON.parse(printed)).toEqual(JSON.parse(asJson));
  const named = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(named).toEqual(Object.keys(found.commands[0] ?? {}));
});
