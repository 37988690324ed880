import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scriptsOf } from '../../src/trust/scripts.ts';
import { splitWords } from '../../src/trust/words.ts';
import { tempDir } from '../helpers.ts';

const variables = { WAVE_PROJECT_DIR: '/p', HOME: '/h' };
const words = (command: string) => splitWords(command, variables).words.map(({ text }) => text);

test.each([
  ['a b  c', ['a', 'b', 'c']],
  [`sh "a b" 'c d' e\\ f`, ['sh', 'a b', 'c d', 'e f']],
  ['"$WAVE_PROJECT_DIR"/x.sh', ['/p/x.sh']],
  ['${WAVE_PROJECT_DIR}/x.sh', ['/p/x.sh']],
  [`'$WAVE_PROJECT_DIR'/x`, ['$WAVE_PROJECT_DIR/x']],
  ['~/bin/x a~b', ['/h/bin/x', 'a~b']],
  ['$OTHER/x', [undefined]],
  ['"$OTHER"/x y', [undefined, 'y']],
  ['sh *.sh', ['sh', undefined]],
  ['`which x`', [undefined, undefined]],
  ['a;b|c&&d>e', ['a', 'b', 'c', 'd', 'e']],
  [`'unclosed`, [undefined]],
])('the words of %j', (command, expected) => {
  expect(words(command)).toEqual(expected);
});

test.each([
  ['sh guard.sh', ['guard.sh'], 'full'],
  ['sh ./guard.sh --strict', ['./guard.sh'], 'full'],
  ['./guard.sh', ['./guard.sh'], 'full'],
  ['A=1 sh guard.sh', ['guard.sh'], 'full'],
  ['sh "$WAVE_PROJECT_DIR"/guard.sh', ['ROOT/guard.sh'], 'full'],
  ['sh guard.sh rules.txt', ['guard.sh', 'rules.txt'], 'full'],
  ['./missing.sh', ['./missing.sh'], 'full'],
  ['sh sub/missing.sh', ['sub/missing.sh'], 'full'],
  ['sh guard.sh && ./other.sh', ['guard.sh', './other.sh'], 'partial'],
  ['sh guard.sh | tee log', ['guard.sh'], 'partial'],
  ['sh guard.sh $X', ['guard.sh'], 'partial'],
  ['sh guard.sh > rules.txt', ['guard.sh'], 'partial'],
  ['cat >> "$WAVE_PROJECT_DIR"/rules.txt', [], 'none'],
  ['sh guard.sh 2>&1 >rules.txt < other.sh', ['guard.sh', 'other.sh'], 'partial'],
  ['cat rules.txt', ['rules.txt'], 'partial'],
  ['sh -c "exit 0"', [], 'none'],
  ['echo no >&2; exit 2', [], 'none'],
  ['jq .', [], 'none'],
  ['cd sub && sh x.sh', [], 'none'],
])('the scripts of %j', (command, files, coverage) => {
  const root = tempDir();
  mkdirSync(join(root, 'sub'));
  for (const name of ['guard.sh', 'other.sh', 'rules.txt', 'sub/x.sh'])
    writeFileSync(join(root, name), '#!/bin/sh\n');
  chmodSync(join(root, 'guard.sh'), 0o755);
  const found = scriptsOf(command, root, '/nohome');
  expect(found).toEqual({ files: files.map((f) => f.replace('ROOT', root)), coverage });
});

test('a program of the system is not pinned', () => {
  expect(scriptsOf('/bin/sh guard.sh', tempDir())).toEqual({ files: [], coverage: 'none' });
});
