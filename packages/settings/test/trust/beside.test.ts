import { cpSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { needsOf } from '../../../../test/needs.ts';
import { makeLoads } from '../../../hooks/src/scripts/loaded.ts';
import { INPUTS, tempDir, texts } from '../../../hooks/test/helpers.ts';
import { approve } from '../../src/trust/approve.ts';
import { openSettings } from '../../src/trust/open.ts';
import { openHooks } from '../../src/trust/session.ts';

const D = '"$WAVE_PROJECT_DIR"';
const PY =
  'import json, sys\njson.load(sys.stdin)\nprint("guarded", file=sys.stderr)\nsys.exit(2)\n';
const JS = `const { text } = require('./rules'); process.stderr.write(text); process.exitCode = 2;\n`;
const MJS = `import { text } from './rules.mjs'; process.stderr.write(text); process.exitCode = 2;\n`;

async function project(command: string, files: Readonly<Record<string, string>>) {
  const root = realpathSync(tempDir());
  const [home, dir] = [join(root, 'home'), join(root, 'project')];
  mkdirSync(home);
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  const hooks = { PreToolUse: [{ hooks: [{ type: 'command', name: 'guard', command }] }] };
  write('.wave/settings.json', JSON.stringify({ hooks }));
  const options = { home, projectDir: dir };
  await approve(home, dir, openSettings(options).items);
  const session = await openHooks(options, { launcher: false });
  const said = async () => {
    const verdict = await session.engine.fire({ ...INPUTS.PreToolUse, cwd: dir });
    return `${verdict.decision}: ${texts(verdict.toAgent).join()}`;
  };
  const { entries } = session.engine;
  const asks = (name: string) =>
    makeLoads(() => entries.flatMap(({ pins }) => pins), dir)(join(dir, name), dir);
  return { dir, write, said, asks, close: () => session.engine.close() };
}

type Project = Awaited<ReturnType<typeof project>>;

interface Attack {
  readonly name: string;
  readonly command: string;
  readonly files: Readonly<Record<string, string>>;
  readonly act: (project: Project) => void;
  /** What is asked about, had a tool done it. */
  readonly asked: readonly string[];
}

const ATTACKS: readonly Attack[] = [
  {
    name: 'a package beside a Python guard, for a module that the library imports',
    command: `python3 ${D}/h/g.py`,
    files: { 'h/g.py': PY },
    act: ({ write }) => write('h/re/__init__.py', 'import sys\nsys.exit(0)\n'),
    asked: ['h/re/__init__.py', 'h/re', 'h/re.py', 'h/_json.abi3.so', 'h'],
  },
  {
    name: 'a name that require tries first',
    command: `node ${D}/h/g.cjs`,
    files: { 'h/g.cjs': JS, 'h/rules.json': '{"text":"guarded"}' },
    act: ({ write }) => write('h/rules.js', 'process.exit(0)'),
    asked: ['h/rules', 'h/rules.js', 'h/rules.json', 'h/g.cjs'],
  },
  {
    name: 'a package.json that makes another kind of module of it',
    command: `node ${D}/h/g.js`,
    files: { 'h/g.js': JS, 'h/rules.js': `exports.text = 'guarded'` },
    act: ({ write }) => write('h/package.json', '{"type":"module"}'),
    asked: ['h/package.json', 'package.json'],
  },
  {
    name: 'a link to the same text in another place',
    command: `node ${D}/h/g.mjs`,
    files: { 'h/g.mjs': MJS, 'h/rules.mjs': `export const text = 'guarded'` },
    act: ({ dir, write }) => {
      write('evil/rules.mjs', 'process.exit(0)');
      cpSync(join(dir, 'h/g.mjs'), join(dir, 'evil/g.mjs'));
      rmSync(join(dir, 'h/g.mjs'));
      symlinkSync('../evil/g.mjs', join(dir, 'h/g.mjs'));
    },
    asked: ['h/g.mjs', 'h/rules.mjs'],
  },
  {
    name: 'a file more in a directory that it is given',
    command: `sh ${D}/h/g.sh ${D}/h/lists`,
    files: { 'h/g.sh': 'cat "$1"/* >&2; exit 2\n', 'h/lists/a': 'guarded' },
    act: ({ write }) => write('h/lists/b', 'let it pass'),
    asked: ['h/lists/a', 'h/lists/b', 'h/lists/c/d'],
  },
  {
    name: 'a module in the directory where Python runs a text',
    command: `python3 -c "import json, sys; json.load(sys.stdin); print('guarded', file=sys.stderr); sys.exit(2)"`,
    files: {},
    act: ({ write }) => write('json.py', 'import sys\nsys.exit(0)\n'),
    asked: ['json.py', 're/__init__.py'],
  },
  {
    name: 'a module in the directory where Python runs a module',
    command: 'python3 -m guards.check',
    files: { 'guards/__init__.py': '', 'guards/check.py': `import rules\n${PY}`, 'rules.py': '' },
    act: ({ write }) => write('json.py', 'import sys\nsys.exit(0)\n'),
    asked: ['json.py', 're.py', 'rules.py', 'guards/check.py'],
  },
  {
    name: 'a module in the directory where Python reads its text',
    command: `python3 - <<'E'\nimport json, sys\nprint("guarded", file=sys.stderr)\nsys.exit(2)\nE`,
    files: {},
    act: ({ write }) => write('json.py', 'import sys\nsys.exit(0)\n'),
    asked: ['json.py'],
  },
  {
    name: 'a module in the directory to which a command moves',
    command: `cd ${D}/h && python3 -m g`,
    files: { 'h/g.py': PY },
    act: ({ write }) => write('h/json.py', 'import sys\nsys.exit(0)\n'),
    asked: ['h/json.py', 'h/g.py'],
  },
  {
    name: 'a module in the directory where a shell guard runs Python',
    command: `sh ${D}/h/g.sh`,
    files: { 'h/g.sh': `python3 -m json.tool >/dev/null || exit 0; echo guarded >&2; exit 2\n` },
    act: ({ write }) => write('json/__init__.py', 'import sys\nsys.exit(1)\n'),
    asked: ['json.py', 'json/__init__.py'],
  },
  {
    name: 'a file that Node takes before a directory',
    command: 'node h',
    files: { 'h/index.js': `process.stderr.write('guarded'); process.exitCode = 2;\n` },
    act: ({ write }) => write('h.js', 'process.exit(0)'),
    asked: ['h.js', 'h.json', 'h.node', 'h/index.js'],
  },
  {
    name: 'a module in a directory that an option has Perl look in',
    command: `perl -I ${D}/lib -Imore ${D}/h/g.pl`,
    files: { 'h/g.pl': 'use strict; print STDERR "guarded"; exit 2;\n', 'lib/Rules.pm': '1;' },
    act: ({ write }) => write('lib/strict.pm', 'exit 0;'),
    asked: ['lib/strict.pm', 'lib/Rules.pm', 'more/strict.pm'],
  },
  {
    name: 'a module in a directory that a variable has Perl look in',
    command: `PERL5LIB=lib perl ${D}/h/g.pl`,
    files: { 'h/g.pl': 'use strict; print STDERR "guarded"; exit 2;\n', 'lib/Rules.pm': '1;' },
    act: ({ write }) => write('lib/strict.pm', 'exit 0;'),
    asked: ['lib/strict.pm'],
  },
  {
    name: 'a module in a directory that a variable has Python look in',
    command: `PYTHONPATH=${D}/lib python3 ${D}/h/g.py`,
    files: { 'h/g.py': PY, 'lib/rules.py': '' },
    act: ({ write }) => write('lib/json.py', 'import sys\nsys.exit(0)\n'),
    asked: ['lib/json.py', 'lib/rules.py', 'lib/sitecustomize.py'],
  },
];

for (const attack of ATTACKS) {
  const tags = needsOf(attack.command, ...Object.values(attack.files));
  test(`found before it runs: ${attack.name}`, { tags }, () => isFound(attack));
}

async function isFound({ command, files, act, asked }: Attack) {
  const one = await project(command, files);
  expect(await one.said()).toMatch(/^block: guarded/);
  expect(asked.filter((name) => !one.asks(name))).toEqual([]);
  act(one);
  expect(await one.said()).toMatch(/^block: .*guard changed since approval/s);
  await one.close();
}

test('what Python cannot load is not asked about, and changes nothing', {
  tags: 'python3',
}, async () => {
  const files = { 'h/i.py': PY, 'package.json': '{}' };
  const alone = await project(`python3 -I ${D}/h/i.py`, files);
  const free = ['h/json.py', 'h/re/__init__.py', 'h/README.md', 'package.json', 'src', '.'];
  expect(free.filter(alone.asks)).toEqual([]);
  alone.write('h/json.py', 'import sys\nsys.exit(0)\n');
  expect(await alone.said()).toBe('block: guarded');
  await alone.close();
});

test('what Node cannot load is not asked about, and changes nothing', async () => {
  const typed = await project(`node ${D}/h/g.js`, {
    'h/g.js': JS,
    'h/rules.js': `exports.text = 'guarded'`,
    'package.json': '{"version":"1"}',
  });
  // Only how Node reads the script matters of this one.
  typed.write('package.json', '{"version":"2","dependencies":{}}');
  expect(await typed.said()).toBe('block: guarded');
  await typed.close();
  const packages = await project(`node ${D}/h/g.mjs`, { 'h/g.mjs': `import 'lodash'` });
  expect(['node_modules/lodash/x.js', 'h/node_modules/y', 'src/x'].map(packages.asks)).toEqual([
    true,
    true,
    false,
  ]);
  await packages.close();
});

test('a file of variables that Node reads if it is there may not appear', async () => {
  const command = `node --env-file-if-exists=${D}/h/on.env ${D}/h/g.cjs`;
  const text = `process.stderr.write('guarded'); process.exitCode = 2;\n`;
  const one = await project(command, { 'h/g.cjs': text });
  expect([await one.said(), one.asks('h/on.env')]).toEqual([
    expect.stringMatching(/^block: .*guarded$/s),
    true,
  ]);
  one.write('h/on.env', 'A=1');
  expect(await one.said()).toMatch(/^block: .*guard changed since approval/s);
  await one.close();
});
