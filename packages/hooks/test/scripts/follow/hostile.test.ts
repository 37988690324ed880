import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { processorTime } from '../../../../../test/processor-time.ts';
import { reachOf } from '../../../src/scripts/scripts.ts';
import { tempDir } from '../../helpers.ts';

/** Texts of a repository that nobody approved are read at the start: none of them may hold it up. */
const PIECES = [
  ...['\n', ' ', '\t ', '#', '.', '(', '$(', '"', "'", '`', '\\\n', 'a'],
  ...[
    'import ',
    'import {',
    'export * ',
    'require(',
    'require(/*',
    'import(`',
    'new URL( ',
    '__dirname ',
  ],
  ...['from . ', 'from ', '\nfrom a import (', ';import a', 'import_module( ', '\nimport a,'],
  ...['do ', 'require ', 'use lib ', 'open(', 'dirname( ', '$FindBin::Bin . ', 'require_relative '],
  ...[
    '<<A\n',
    '\nA=b',
    '\n. ./x',
    '\n. "$(dirname "$0")',
    '\nx()',
    '$(cd ',
    ';$a',
    '\nnode x.js',
    '${0%/*}',
  ],
  ...['createRequire ', '* import(', '//', '// ', 'a=1;', 'for a ', 'A="', '\n  # '],
];

const COMMANDS = ['node g', 'python3 g', 'sh g', 'perl g', 'ruby g', 'php g', 'lua g', 'tsx g'];

test.each(COMMANDS)(
  '%s: a long text takes little time, whatever it is',
  (command) => {
    const dir = realpathSync(tempDir());
    mkdirSync(join(dir, 'home'));
    const slow = PIECES.flatMap((piece) => {
      writeFileSync(join(dir, 'g'), piece.repeat(Math.ceil(250_000 / piece.length)));
      const took = processorTime(() => reachOf(command, dir, join(dir, 'home'), {}));
      return took > 2_000 ? [`${JSON.stringify(piece)}: ${Math.round(took)} ms`] : [];
    });
    expect(slow).toEqual([]);
  },
  120_000,
);
