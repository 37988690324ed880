import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { scriptsOf } from '../../src/scripts/scripts.ts';
import { tempDir } from '../helpers.ts';

/** A project with something for each way to start a program. */
function project(): string {
  const root = tempDir();
  const files: Record<string, string> = {
    'guard.sh': '#!/bin/sh\n',
    'other.sh': '#!/bin/sh\n',
    'rules.txt': 'rules',
    'sub/x.sh': '',
    'sub/guard.sh': '',
    'a.js': '',
    'both.js': '',
    'both/index.js': '',
    'data.json': '{}',
    'dir/index.js': '',
    'pack/package.json': '{"main":"./lib/start"}',
    'pack/lib/start.js': '',
    'py/__main__.py': '',
    'mod.py': '',
    'pkg/__init__.py': '',
    'pkg/tool.py': '',
    'g.py': '',
    'g.pl': '#!/usr/bin/perl -w\n',
    'sly.pl': '#!./guard.sh\n',
    'g.ts': '',
    'A=b': '',
    'bin/sh': '#!/bin/sh\n',
    'bin/node': '',
    'by-env': '#!/usr/bin/env node\n',
    'by-option': '#!/bin/sh -eu\n',
    'by-more': '#!/usr/bin/env -S node --import ./a.js\n',
    'by-own': '#!bin/sh\n',
    'by-lost': '#!/nowhere/sh\n',
    'by-other': '#!/usr/bin/env npx\n',
    'g.sh\u00a0x': '',
    inspect: '',
    'a b/g.sh': '',
    'real/deep/x': '',
    'real/guard.sh': '',
    'real/a.js': '',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text, { mode: 0o755 });
  }
  symlinkSync('guard.sh', join(root, 'link.sh'));
  symlinkSync('real/deep', join(root, 'link'));
  symlinkSync('loop', join(root, 'loop'));
  symlinkSync('/proc/self/cwd', join(root, 'there'));
  symlinkSync('./there', join(root, 'here'));
  return root;
}

type Row = [string, string[], 'full' | 'partial' | 'none', Record<string, string>?];

const TABLE: Row[] = [
  ['sh guard.sh', ['guard.sh'], 'full'],
  ['sh ./guard.sh --strict', ['./guard.sh'], 'full'],
  ['./guard.sh', ['./guard.sh'], 'full'],
  ['A=1 sh guard.sh', ['guard.sh'], 'full'],
  ['sh "$WAVE_PROJECT_DIR"/guard.sh', ['ROOT/guard.sh'], 'full'],
  ['sh guard.sh rules.txt', ['guard.sh', 'rules.txt'], 'full'],
  ['bash -eu guard.sh', ['guard.sh'], 'full'],
  ['sh guard.sh && ./other.sh', ['guard.sh', './other.sh'], 'partial'],
  ['sh guard.sh | tee log', ['guard.sh'], 'partial'],
  ['sh guard.sh $X', ['guard.sh'], 'partial'],
  ['sh guard.sh > rules.txt', ['guard.sh'], 'partial'],
  ['cat >> "$WAVE_PROJECT_DIR"/rules.txt', [], 'none'],
  ['sh guard.sh 2>&1 >rules.txt < other.sh', ['guard.sh', 'other.sh'], 'partial'],
  ['cat rules.txt', ['rules.txt'], 'partial'],
  ['sh -c "exit 0"', [], 'none'],
  ['sh -c ./guard.sh', ['./guard.sh'], 'partial'],
  ['echo no >&2; exit 2', [], 'none'],
  ['jq .', [], 'none'],
  [`node -e "${'x'.repeat(5000)}"`, [], 'none'],
  ['sh loop', ['loop'], 'partial'],
  ['sh /dev/stdin', [], 'none'],
  ['sh /proc/self/cwd/package.json', [], 'none'],
  ['sh ./here/package.json', [], 'none'],
  ['bash +x guard.sh', ['guard.sh'], 'partial'],
  ['PYTHONWARNINGS=error::mod.X python3 g.py', ['g.py'], 'partial'],
  // What is not there, or no file.
  ['./missing.sh', ['./missing.sh'], 'partial'],
  ['sh sub/missing.sh', ['sub/missing.sh'], 'partial'],
  ['sh missing.sh', ['missing.sh'], 'partial'],
  ['sh sub', [], 'none'],
  ['bin/missing/sh guard.sh', ['bin/missing/sh', 'guard.sh'], 'partial'],
  // A name alone is looked for in the search path, not here.
  ['guard.sh', [], 'none'],
  ['guard.sh rules.txt', ['rules.txt'], 'partial'],
  // Node.
  ['node a.js', ['a.js'], 'full'],
  ['node a', ['a', 'a.js'], 'full'],
  ['node ./a', ['./a', './a.js'], 'full'],
  ['node "$WAVE_PROJECT_DIR"/a', ['ROOT/a', 'ROOT/a.js'], 'full'],
  ['node both', ['both.js'], 'partial'],
  ['node data', ['data', 'data.js', 'data.json'], 'partial'],
  ['node dir', ['dir.js', 'dir.json', 'dir.node', 'dir/index.js'], 'partial'],
  [
    'node pack',
    ['pack.js', 'pack.json', 'pack.node', 'pack/package.json', 'pack/./lib/start.js'],
    'partial',
  ],
  ['node --env-file-if-exists=lost.env', ['lost.env'], 'partial'],
  ['node --env-file-if-exists lost.env', ['lost.env'], 'partial'],
  ['node lost', ['lost', 'lost.js', 'lost.json', 'lost.node'], 'partial'],
  ['node -r ./a guard', ['./a.js'], 'partial'],
  ['node --import ./a.js g.js', ['./a.js'], 'partial'],
  ['node --require=./a both.js', ['./a.js', 'both.js'], 'partial'],
  ['node --no-warnings a.js', ['a.js'], 'full'],
  ['node inspect a.js', ['a.js'], 'partial'],
  ['node link/../a.js', ['a.js'], 'full'],
  ['exec node a', ['a', 'a.js'], 'partial'],
  ['tsx g', ['g.ts'], 'partial'],
  ['bun run g.ts', ['g.ts'], 'partial'],
  ['deno run -A ./g.ts', ['./g.ts'], 'partial'],
  // Other interpreters.
  ['python3 g.py', ['g.py'], 'full'],
  ['python3.11 -u g.py', ['g.py'], 'full'],
  ['python3 py', ['py/__main__.py'], 'partial'],
  ['python3 -m mod', ['mod.py'], 'partial'],
  ['python3 -m pkg.tool', ['pkg/__init__.py', 'pkg/tool.py'], 'partial'],
  ['python3 -mmod', ['mod.py'], 'partial'],
  ['perl g.pl', ['g.pl'], 'full'],
  ['perl sly.pl', ['sly.pl'], 'partial'],
  ['perl -I. -Mx g.pl', ['g.pl'], 'partial'],
  ['ruby -r./mod g.pl', ['g.pl'], 'partial'],
  ['bin/node a', ['bin/node', 'a', 'a.js'], 'partial'],
  ['. ./other.sh', ['./other.sh'], 'partial'],
  // First lines.
  ['./by-env', ['./by-env'], 'full'],
  ['./by-option', ['./by-option'], 'full'],
  ['./by-more', ['./by-more'], 'partial'],
  ['./by-own', ['./by-own', 'bin/sh'], 'partial'],
  ['./by-lost', ['./by-lost', '/nowhere/sh'], 'partial'],
  ['./by-other', ['./by-other'], 'partial'],
  // Variables in front, and words that only look like them.
  ['BASH_ENV=other.sh bash guard.sh', ['other.sh', 'guard.sh'], 'partial'],
  ['BASH_ENV="$WAVE_PROJECT_DIR"/other.sh bash guard.sh', ['ROOT/other.sh', 'guard.sh'], 'partial'],
  ['LD_PRELOAD=./a.js:./rules.txt sh guard.sh', ['./a.js', './rules.txt', 'guard.sh'], 'partial'],
  ['NODE_OPTIONS="--import ./both" node a.js', ['./both.js', './both/index.js', 'a.js'], 'partial'],
  ['PATH=bin:/bin sh guard.sh', ['bin/sh', 'guard.sh'], 'partial'],
  ['eval "true"; sh guard.sh', ['guard.sh'], 'partial'],
  ['PYTHONPATH=py python3 g.py', ['g.py'], 'partial'],
  ['RULES=rules.txt sh guard.sh', ['guard.sh'], 'full'],
  ['sh guard.sh', ['guard.sh'], 'full', { LOG: 'rules.txt' }],
  ['sh $(pwd)/guard.sh', [], 'none'],
  ['$(git rev-parse --show-toplevel)/guard.sh', [], 'none'],
  ['A=$X sh guard.sh', ['guard.sh'], 'partial'],
  ['env BASH_ENV=other.sh bash guard.sh', ['other.sh', 'guard.sh'], 'partial'],
  ['sh A=b guard.sh', ['A=b', 'guard.sh'], 'full'],
  ["'A=./b' sh guard.sh", ['A=./b', 'guard.sh'], 'partial'],
  // Variables of the entry.
  ['sh "$HOME"/guard.sh', ['ROOT/sub/guard.sh'], 'partial', { HOME: 'ROOT/sub' }],
  ['sh ~/guard.sh', ['ROOT/sub/guard.sh'], 'partial', { HOME: 'ROOT/sub' }],
  ['sh "$D"/guard.sh', ['ROOT/sub/guard.sh'], 'full', { D: 'ROOT/sub' }],
  [
    'sh "$WAVE_PROJECT_DIR"/guard.sh',
    ['ROOT/guard.sh'],
    'full',
    { WAVE_PROJECT_DIR: '/nowhere/x' },
  ],
  ['sh "$PWD"/guard.sh', [], 'none', { PWD: 'ROOT/sub' }],
  ['sh "$WAVE_HOOK_WORKER"/guard.sh', [], 'none', { WAVE_HOOK_WORKER: 'sub' }],
  ['sh guard.sh', ['ROOT/bin/sh', 'guard.sh'], 'partial', { PATH: 'ROOT/bin:/bin' }],
  ['sh guard.sh', ['bin/sh', 'guard.sh'], 'partial', { PATH: 'bin:/bin' }],
  ['sh guard.sh', ['guard.sh'], 'partial', { PATH: '/bin' }],
  ['sh guard.sh', ['ROOT/other.sh', 'guard.sh'], 'partial', { BASH_ENV: 'ROOT/other.sh' }],
  ['sh guard.sh', ['guard.sh'], 'partial', { LD_LIBRARY_PATH: '/nowhere/x' }],
  ['node a.js', ['a.js'], 'full', { NODE_ENV: 'production' }],
  ['sh $D/g.sh', ['ROOT/a'], 'partial', { D: 'ROOT/a b' }],
  ['sh $D/guard.sh', [], 'none', { D: 'ROOT/s*' }],
  // Places.
  ['cd sub && sh x.sh', [], 'none'],
  ['cd sub && sh guard.sh', [], 'none'],
  ['cd "$WAVE_PROJECT_DIR" && node a', ['ROOT/a', 'ROOT/a.js'], 'partial'],
  ['cd "$WAVE_PROJECT_DIR"/sub && ./guard.sh', ['ROOT/sub/guard.sh'], 'partial'],
  ['(cd "$WAVE_PROJECT_DIR"/sub); ./guard.sh', [], 'none'],
  ['make -C sub -f guard.sh', [], 'none'],
  ['env -C sub sh guard.sh', [], 'none'],
  ['sh guard.sh -C sub', ['guard.sh'], 'full'],
  ['./guard.sh -C sub', ['./guard.sh'], 'full'],
  ['sh link/../guard.sh', ['link/../guard.sh'], 'full'],
  ['sh ./link.sh', ['./link.sh'], 'full'],
  // Only a shell, or another program, knows.
  ['sh $(echo guard.sh)', ['guard.sh'], 'partial'],
  ['sh `echo guard.sh`', ['guard.sh'], 'partial'],
  ['sh guard.s?', [], 'none'],
  ['sh {guard,other}.sh', [], 'none'],
  ['sh <<E\n./other.sh\nE', ['./other.sh'], 'partial'],
  ['echo guard.sh | xargs sh', ['guard.sh'], 'partial'],
  ['cat <<E\n./other.sh\nE', [], 'none'],
  ["bash -c './guard.sh && sh other.sh'", ['./guard.sh', 'other.sh'], 'partial'],
  ['if true; then ./guard.sh; fi', ['./guard.sh'], 'partial'],
  ['{ ./guard.sh; }', ['./guard.sh'], 'full'],
  ['sudo -u root ./guard.sh', ['./guard.sh'], 'partial'],
  ['D=$WAVE_PROJECT_DIR/sub; sh "$D"/guard.sh', ['ROOT/sub/guard.sh'], 'partial'],
  ['D=sub sh "$D"/guard.sh', [], 'none'],
  ["sh $'guard.sh'", [], 'none'],
  ['B=$A sh guard.sh A=x', ['guard.sh'], 'partial'],
  ['npm run guard', [], 'none'],
  ['npx guard', [], 'none'],
  ['sh g.sh\u00a0x', ['g.sh\u00a0x'], 'full'],
];

test.each(TABLE)('the scripts of %j are %j: %s', (command, files, coverage, env = {}) => {
  const root = project();
  const filled = (text: string) => text.replaceAll('ROOT', root);
  const own = Object.fromEntries(Object.entries(env).map(([name, at]) => [name, filled(at)]));
  const found = scriptsOf(command, root, '/nohome', own);
  expect(found).toEqual({ files: files.map(filled), coverage });
});

test('a program of the system is not pinned', () => {
  expect(scriptsOf('/bin/sh guard.sh', project()).files).toEqual(['guard.sh']);
  expect(scriptsOf('/bin/ls', project())).toEqual({ files: [], coverage: 'none' });
});

test('a program of the project is one under each of its names', () => {
  const root = project();
  const alias = join(tempDir(), 'alias');
  symlinkSync(root, alias);
  copyFileSync('/bin/sh', join(root, 'bin/dash'));
  for (const dir of [root, alias, `${root}/sub/..`]) {
    const found = scriptsOf(`${dir}/bin/dash guard.sh`, root);
    expect(found).toEqual({ files: [`${dir}/bin/dash`, 'guard.sh'], coverage: 'partial' });
  }
});

test('where the user’s own search path leads into the project, a name is not covered', () => {
  const root = project();
  const before = process.env['PATH'];
  onTestFinished(() => {
    process.env['PATH'] = before;
  });
  for (const dir of [join(root, 'bin'), 'node_modules/.bin', '']) {
    process.env['PATH'] = `${before}:${dir}`;
    expect(scriptsOf('sh guard.sh', root).coverage).toBe('partial');
    expect(scriptsOf('/bin/sh guard.sh', root).coverage).toBe('full');
  }
});
