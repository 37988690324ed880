import { spawnSync } from 'node:child_process';
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { isPythonLibrary } from '../../../src/pins/python-library.ts';
import { adviceFor } from '../../../src/scripts/advice.ts';
import { reachOf } from '../../../src/scripts/scripts.ts';
import { tempDir } from '../../helpers.ts';

const D = '"$WAVE_PROJECT_DIR"';

function projectWith(files: Readonly<Record<string, string>>): string {
  const dir = realpathSync(tempDir());
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text, { mode: 0o755 });
  }
  return dir;
}

interface Row {
  readonly name: string;
  readonly command: string;
  readonly files: Readonly<Record<string, string>>;
  /** The files that are reached beside the first, by content or as missing. */
  readonly more?: readonly string[];
  readonly gaps?: readonly string[];
}

const PACKAGES = 'loads packages from node_modules (lodash)';
const COMPUTED = 'loads a file whose name it works out at run time';
const CACHE = 'loads modules that Python keeps compiled in __pycache__, which is not covered';

const ROWS: readonly Row[] = [
  {
    name: 'modules of Node, from one to the next, each once',
    command: `node ${D}/h/g.mjs`,
    files: {
      'h/g.mjs': `import './a.mjs'; import fs from 'node:fs'; import path from 'path';`,
      'h/a.mjs': `export * from '../lib/b.mjs'; import './g.mjs';`,
      'lib/b.mjs': '',
    },
    more: ['h/a.mjs', 'lib/b.mjs', 'h/g.mjs'],
  },
  {
    name: 'a module that is missing, and must not appear',
    command: `node ${D}/h/g.mjs`,
    files: { 'h/g.mjs': `try { await import('./rules.mjs') } catch {}` },
    more: ['h/rules.mjs'],
  },
  {
    name: 'what require tries before it finds',
    command: `node ${D}/h/g.cjs`,
    files: { 'h/g.cjs': `require('./rules')`, 'h/rules.json': '{}' },
    more: ['h/rules', 'h/rules.js', 'h/rules.json'],
  },
  {
    name: 'a directory that require takes',
    command: `node ${D}/h/g.cjs`,
    files: {
      'h/g.cjs': `require('./lib')`,
      'h/lib/package.json': '{"main":"m"}',
      'h/lib/m.js': '',
    },
    more: [
      ...['h/lib.js', 'h/lib.json', 'h/lib.node', 'h/lib.mjs', 'h/lib.cjs'],
      ...['h/lib/index.js', 'h/lib/package.json', 'h/lib/m.js'],
    ],
  },
  {
    name: 'packages',
    command: `node ${D}/h/g.mjs`,
    files: { 'h/g.mjs': `import 'lodash/fp';` },
    gaps: [PACKAGES],
  },
  {
    name: 'names with escapes, and behind names in quotes',
    command: `node ${D}/h/g.mjs`,
    files: {
      'h/g.mjs': String.raw`import "./\u0073.mjs"; import { "a;b" as c } from './u.mjs';`,
      'h/u.mjs': '',
    },
    more: ['h/u.mjs'],
    gaps: [COMPUTED, String.raw`may load more than its text names (\u0073)`],
  },
  {
    name: 'a name that is worked out',
    command: `node ${D}/h/g.mjs`,
    files: { 'h/g.mjs': `await import(process.argv[2])` },
    gaps: ['may load more than its text names (import()'],
  },
  {
    name: 'a link, whose target decides what lies beside it',
    command: `node ${D}/h/link.mjs`,
    files: { 'real/g.mjs': `import './a.mjs'`, 'real/a.mjs': '', 'h/a.mjs': '' },
    more: ['real/a.mjs'],
  },
  {
    name: 'a shell script that reads one beside it, which reads another',
    command: `sh ${D}/h/g.sh`,
    files: {
      'h/g.sh': '. "$(dirname "$0")/a.sh"\ncat | grep -q x && exit 2',
      'h/a.sh': `. ${D}/lib/b.sh`,
      'lib/b.sh': 'x() { true; }',
    },
    more: ['h/a.sh', 'lib/b.sh'],
  },
  {
    name: 'a shell script that reads others by other words',
    command: `sh ${D}/h/g.sh`,
    files: {
      'h/g.sh': `builtin source ${D}/h/a.sh\ncommand . ${D}/h/b.sh\n\\. ${D}/h/c.sh`,
      'h/a.sh': '',
      'h/b.sh': '',
      'h/c.sh': '',
    },
    more: ['h/a.sh', 'h/b.sh', 'h/c.sh'],
  },
  {
    name: 'a shell script that runs others',
    command: `${D}/h/g.sh`,
    files: {
      'h/g.sh': `#!/bin/sh\nset -e\nnode ${D}/h/a.mjs\n"$(dirname "$0")/b.sh" x\nexit 0`,
      'h/a.mjs': `import './c.mjs'`,
      'h/c.mjs': '',
      'h/b.sh': '#!/bin/sh\necho x',
    },
    more: ['h/a.mjs', 'h/b.sh', 'h/c.mjs'],
  },
  {
    name: 'a shell script with what nobody can tell',
    command: `sh ${D}/h/g.sh`,
    files: { 'h/g.sh': 'f() { :; }\nf\n. "$1"\neval "$2"\nnpm test\n' },
    gaps: [
      COMPUTED,
      'runs npm, which may load more',
      'runs code that it puts together at run time',
    ],
  },
  {
    name: 'modules beside a Python script, and packages',
    command: `python3 ${D}/h/g.py`,
    files: {
      'h/g.py': 'import json\nfrom rules import check\nfrom pack import deep',
      'h/rules.py': 'from pack.other import x',
      'h/pack/__init__.py': '',
      'h/pack/deep.py': 'from . import third',
      'h/pack/third.py': '',
      'h/pack/other.py': '',
    },
    more: [
      ...['h/rules.py', 'h/pack/__init__.py', 'h/pack/deep.py'],
      ...['h/pack/other.py', 'h/pack/third.py'],
    ],
    gaps: [CACHE],
  },
  {
    name: 'a module that stands in for one of the library, whoever wants it',
    command: `python3 ${D}/h/g.py`,
    files: { 'h/g.py': 'import json', 'h/re.py': 'import mine', 'h/mine.py': '' },
    more: ['h/re.py', 'h/mine.py'],
    gaps: [CACHE],
  },
  {
    name: 'Python that looks in its library alone',
    command: `python3 -I ${D}/h/g.py`,
    files: { 'h/g.py': 'import json, rules', 'h/rules.py': '', 'h/json.py': '' },
    gaps: [`imports rules, which is not of Python's library`],
  },
  {
    name: 'Python that changes where it looks',
    command: `python3 -I ${D}/h/g.py`,
    files: { 'h/g.py': 'import sys\nsys.path.insert(0, "x")\nimport json' },
    gaps: ['may load more than its text names (sys.path)'],
  },
  {
    name: 'names of Python in other letters, as Python reads them',
    command: `python3 ${D}/h/g.py`,
    files: { 'h/g.py': 'import ﬁx\nimport hélper', 'h/fix.py': '', 'h/hélper.py': '' },
    more: ['h/fix.py', 'h/hélper.py'],
    gaps: [CACHE],
  },
  {
    name: 'Perl',
    command: `perl ${D}/h/g.pl`,
    files: {
      'h/g.pl': `use FindBin; use lib "$FindBin::Bin/lib"; use strict; do "$FindBin::Bin/a.pl"; require "./b.pl";`,
      'h/a.pl': '1;',
      'h/lib/Rules.pm': '1;',
      'b.pl': '1;',
    },
    more: ['h/a.pl', 'h/lib.pl', 'h/lib.pm', 'h/lib/Rules.pm', './b.pl'],
  },
  {
    name: 'Ruby',
    command: `ruby ${D}/h/g.rb`,
    files: {
      'h/g.rb': `require 'json'\nrequire_relative 'a'`,
      'h/a.rb': `require_relative "b.rb"`,
      'h/b.rb': '',
    },
    more: ['h/a', 'h/a.rb', 'h/b.rb'],
  },
  {
    name: 'files that arguments name',
    command: `node ${D}/h/g.mjs --rules=${D}/r.json ${D}/a.txt:${D}/b.txt ${D}/h/d`,
    files: { 'h/g.mjs': '', 'r.json': '', 'a.txt': '', 'b.txt': '', 'h/d/x': '', 'h/d/e/y': '' },
    more: ['r.json', 'a.txt', 'b.txt', 'h/d/x', 'h/d/e/y'],
  },
];

const MORE = /^may load more than its text names \(.+\)$/;

/** Ways to load what no name in the text tells: each is a gap, wherever it is mentioned. */
test.each<[string, 'all' | 'more']>([
  ['from importlib import import_module as im\nim("opt")', 'more'],
  ['from importlib import import_module\nlist(map(import_module, ["opt"]))', 'more'],
  ['imp = __import__\nimp("opt")', 'more'],
  ['import importlib as i\ni.import_module("json")', 'more'],
  ['import importlib\nimportlib.import_module(".x", "pack")', 'more'],
  ['import logging.config\nlogging.config.fileConfig("hooks/l.ini")', 'more'],
  ['from logging import config as c\nc.fileConfig("hooks/l.ini")', 'more'],
  ['import pickle\npickle.load(open("x", "rb"))', 'more'],
  ['import json, ctypes as c\nc.CDLL("./x.so")', 'more'],
  ['from runpy import run_path as r\nr("x")', 'more'],
  ['import site\nsite.main()', 'more'],
  ['import builtins\nbuiltins.__dict__["ev" + "al"]("1")', 'more'],
  ['e = eval\ne("1")', 'more'],
  ['list(map(exec, ["x"]))', 'more'],
  ['c = compile\n', 'more'],
  ['from sys import path\npath.insert(0, "x")', 'more'],
  ['import sys as s\ns.path.insert(0, "x")', 'more'],
  ['import sys\ns = sys\ns.path.insert(0, "x")', 'more'],
  ['import os\no = os\no.system("./x")', 'more'],
  ['import os\ngetattr(os, "sys" + "tem")("./x")', 'more'],
  ['# coding: utf-7\nprint(1)', 'more'],
  ['import importlib\nimportlib.import_module("json")', 'all'],
  ['import re, sys, os\nre.compile("x")\nsys.exit(0)', 'all'],
])('Python in its library alone, that loads more: %j', (text, found) => {
  const dir = projectWith({ 'h/g.py': text });
  const reach = reachOf(`python3 -I ${D}/h/g.py`, dir, dir, {});
  expect([reach.gaps, reach.coverage]).toEqual(
    found === 'all' ? [[], 'full'] : [[expect.stringMatching(MORE)], 'partial'],
  );
});

test.each<[string, 'all' | 'more']>([
  ['const r = require; r("./opt")', 'more'],
  ['(0,require)("./opt")', 'more'],
  ['require?.("./opt")', 'more'],
  ['["./opt"].map(require)', 'more'],
  ['const o = { require: 1 }; o', 'more'],
  ['const { require: r } = module; r("./opt")', 'more'],
  ['requ\\u0069re(x)', 'more'],
  ['const m = module; m["req" + "uire"]("./opt")', 'more'],
  ['module["req" + "uire"]("./opt")', 'more'],
  ['import M from "node:module"; M.createRequire("/x/")("./opt")', 'more'],
  ['process.mainModule.require("./" + x)', 'more'],
  ['module.constructor._load("./opt")', 'more'],
  ['[].map.constructor("return 1")()', 'more'],
  ['process.dlopen(m, "./x.node")', 'more'],
  ['new Worker("./x.mjs")', 'more'],
  ['import/**/"./opt.mjs"', 'more'],
  ['const e = eval; e("1")', 'more'],
  ['Function("return 1")()', 'more'],
  ['import(`child_process`)', 'more'],
  [
    'const fs = require("fs"); module.exports = { a: process.argv }; class A { constructor() {} }',
    'all',
  ],
  [
    'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    'all',
  ],
  ['if (require.main === module) process.exit(0)', 'all'],
  ["export const SAYS = 'taken from'; // away from 'main'", 'all'],
  ["import a, * as b from 'node:fs'; import c from'node:path'; Array.from('x')", 'all'],
])('a module of Node that loads more: %j', (text, found) => {
  const dir = projectWith({ 'h/g.js': text });
  const reach = reachOf(`node ${D}/h/g.js`, dir, dir, {});
  expect([reach.gaps, reach.coverage]).toEqual(
    found === 'all' ? [[], 'full'] : [[expect.stringMatching(MORE)], 'partial'],
  );
});

const TOGETHER = 'runs code that it puts together at run time';
const PATH_SET = 'sets PATH, which can make programs load more';

test.each<[string, readonly string[]]>([
  ['PATH=bin:$PATH\ngrep x', [PATH_SET]],
  ['export PATH="$WAVE_PROJECT_DIR/bin:$PATH"\ngrep x', [PATH_SET]],
  ['env PATH=./bin grep x', [PATH_SET]],
  ['PATH=$PATH:\ngrep x', [PATH_SET]],
  ['PATH="$(pwd)/bin:$PATH" grep x', [PATH_SET]],
  ['read PATH\ngrep x', [PATH_SET]],
  ['PATH+=:bin\ngrep x', [PATH_SET]],
  ['hash -p ./x grep\ngrep x', [COMPUTED]],
  ['export BASH_ENV=x\ngrep x', ['sets BASH_ENV, which can make programs load more']],
  ['. "$1"', [COMPUTED]],
  ['if true; then command eval "$x"; fi', [TOGETHER]],
  ["trap '. ./x.sh' EXIT", [COMPUTED]],
  ['PATH=/usr/bin:/bin:$PATH\ngrep x', [PATH_SET]],
  ['echo "cannot read it: is it on the PATH?"', []],
  ['while IFS= read -r line; do echo "$PATH"; done', []],
])('a shell script that loads more: %j', (text, gaps) => {
  const dir = projectWith({ 'h/g.sh': text });
  const reach = reachOf(`sh ${D}/h/g.sh`, dir, dir, {});
  expect([reach.gaps, reach.coverage]).toEqual([gaps, gaps.length > 0 ? 'partial' : 'full']);
});

test.each(ROWS)('followed: $name', ({ command, files, more = [], gaps = [] }) => {
  const dir = projectWith(files);
  const first = Object.keys(files).find((file) => /\/g\.\w+$/.test(file)) ?? '';
  if (command.includes('link.mjs')) {
    mkdirSync(join(dir, 'h'), { recursive: true });
    symlinkSync('../real/g.mjs', join(dir, 'h/link.mjs'));
  }
  const reach = reachOf(command, dir, dir, {});
  const named = reach.files.map((file) => file.replace(`${dir}/`, ''));
  const started = command.includes('link.mjs') ? 'h/link.mjs' : first;
  const expected = [...new Set([started, ...more])].sort();
  expect({ files: named.sort(), gaps: [...reach.gaps].sort() }).toEqual({
    files: expected,
    gaps: [...gaps].sort(),
  });
  if (!/^(perl|ruby|"\$WAVE)/.test(command))
    expect(reach.coverage).toBe(gaps.length === 0 ? 'full' : 'partial');
});

/** Where Python looks first, by how it is started, and what the advice calls that place. */
test.each([
  [`python3 ${D}/h/g.py`, 'h', 'beside the script'],
  ['python3 -c "import json"', '.', "in the directory it runs in (the project's root)"],
  ['python3 -m json.tool', '.', "in the directory it runs in (the project's root)"],
  ['python3', '.', "in the directory it runs in (the project's root)"],
  [`cd ${D}/h && python3 -W ignore -`, 'h', 'in the directory it runs in (h)'],
  [`python3 -I ${D}/h/g.py`, undefined, undefined],
  ['python3 -I -c "import json"', undefined, undefined],
  ['python3 -Pm json.tool', undefined, undefined],
  ['python3 --version', undefined, undefined],
])('%s looks for modules in %s', (command, searched, words) => {
  const dir = projectWith({ 'h/g.py': 'import json' });
  const reach = reachOf(command, dir, dir, {});
  const [mark] = reach.marks.filter(({ of }) => of === 'modules');
  expect(mark && (relative(dir, resolve(dir, mark.path)) || '.')).toBe(searched);
  const advice = adviceFor(reach, dir);
  expect(advice?.text).toBe(
    words && `Python looks for every module ${words} first, also for those of its library`,
  );
  expect(advice?.fix).toEqual(words && expect.stringContaining('python3 -I'));
});

test('what holds too much is said not to be covered', () => {
  const many = Object.fromEntries(
    Array.from({ length: 260 }, (_, at) => [`h/m${at}.mjs`, `import './m${at + 1}.mjs'`]),
  );
  const dir = projectWith({ ...many, 'h/g.mjs': `import './m0.mjs'` });
  const { gaps, coverage } = reachOf(`node ${D}/h/g.mjs`, dir, dir, {});
  expect([gaps, coverage]).toEqual([['loads more files than are looked into'], 'partial']);
  const wide = projectWith({
    'g.mjs': '',
    ...Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`d/${at}`, ''])),
  });
  expect(reachOf(`node ${D}/g.mjs ${D}/d`, wide, wide, {})).toMatchObject({
    gaps: [expect.stringContaining('which holds more than 300 files')],
    coverage: 'partial',
  });
  // The whole project is where a hook works, not what it is made of.
  expect(reachOf(`node ${D}/g.mjs ${D}`, wide, wide, {})).toMatchObject({ coverage: 'full' });
});

test('the names of Python’s library are those that the Python here knows', () => {
  const code = 'import sys; print(" ".join(getattr(sys, "stdlib_module_names", [])))';
  const { stdout } = spawnSync('python3', ['-I', '-c', code], { encoding: 'utf8' });
  const names = (stdout ?? '').trim().split(' ').filter(Boolean);
  expect(names.filter((name) => !isPythonLibrary(name))).toEqual([]);
});
