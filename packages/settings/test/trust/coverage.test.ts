import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { needsOf } from '../../../../test/needs.ts';
import { seenFrom } from '../../../hooks/src/pins/pin.ts';
import { scriptsOf } from '../../../hooks/src/scripts/scripts.ts';
import { INPUTS, tempDir } from '../../../hooks/test/helpers.ts';
import { hookEnvironment } from '../../../process/src/environment/environment.ts';
import { approve } from '../../src/trust/approve.ts';
import { openSettings } from '../../src/trust/open.ts';
import { openHooks } from '../../src/trust/session.ts';

/** What files hold, by their kind: each says that it ran, by its place in the project. */
const TEXTS = {
  sh: (log: string, name: string) => `echo '${name}' >> '${log}'\n`,
  exec: (log: string, name: string) => `#!/bin/sh -e\necho '${name}' >> '${log}'\n`,
  own: (log: string, name: string) => `#!./bin/sh\necho '${name}' >> '${log}'\n`,
  env: (log: string, name: string) =>
    `#!/usr/bin/env node\nrequire('fs').appendFileSync('${log}', '${name}\\n');\n`,
  js: (log: string, name: string) => `require('fs').appendFileSync('${log}', '${name}\\n');\n`,
  py: (log: string, name: string) => `open('${log}', 'a').write('${name}\\n')\n`,
  pl: (log: string, name: string) => `open(F, '>>', '${log}'); print F "${name}\\n"; close F;\n`,
  sly: (log: string, name: string) => `#!./bin/sh\n#${log} ${name}\n`,
  main: () => '{"main":"lib/m"}',
};

const FILES: Record<string, keyof typeof TEXTS> = {
  ...{ 'g.sh': 'sh', 'sub/g.sh': 'sh', 'fake/g.sh': 'sh', 'real/g.sh': 'sh', 'a b/g.sh': 'sh' },
  ...{ a: 'sh', 'g.sh\u00a0x': 'sh', 'g.sh\\x': 'sh', 'A=b': 'sh', 'A=.': 'sh', run: 'exec' },
  ...{ 'sub/run': 'exec', own: 'own', 'by-env': 'env', 'bin/sh': 'exec', 'bin/run': 'exec' },
  ...{ 'n.js': 'js', 'sub/n.js': 'js', 'real/n.js': 'js', 'real/deep/x': 'sh', 'd/index.js': 'js' },
  ...{ 'p/package.json': 'main', 'p/lib/m.js': 'js', 'two/index.js': 'js', 'two.js': 'js' },
  ...{ 'g.py': 'py', 'py/__main__.py': 'py', 'mod.py': 'py', 'g.pl': 'pl', 'sly.pl': 'sly' },
  ...{ 'env.sh': 'sh', 'pre.js': 'js', inspect: 'js' },
};

function makeProject() {
  const root = realpathSync(tempDir());
  const dir = join(root, 'pro ject');
  const log = join(root, 'log');
  for (const [name, kind] of Object.entries(FILES)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), TEXTS[kind](log, name), { mode: 0o755 });
  }
  symlinkSync('g.sh', join(dir, 'l.sh'));
  symlinkSync('real/deep', join(dir, 'link'));
  /** Which files of the project ran since the last look. */
  const ran = () => {
    const names = existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : [];
    rmSync(log, { force: true });
    return names;
  };
  return { root, dir, ran };
}

const D = '"$WAVE_PROJECT_DIR"';

/** One of the usual, now and then one of the others. */
const mostly = <T>(usual: readonly T[], others: readonly T[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );

const fronts = mostly(
  ['', '', 'A=1 '],
  [
    ...[
      'BASH_ENV=./env.sh ',
      'HOME="$WAVE_PROJECT_DIR"/fake ',
      'B=$A ',
      'A=~/x ',
      '"A"=b ',
      'A\\=b ',
    ],
    ...[
      "'A=./b' ",
      'PATH=bin:$PATH ',
      'NODE_OPTIONS=--require=./pre ',
      'exec ',
      'env ',
      'cd sub && ',
    ],
    ...['! ', 'IFS=o; ', 'HOME=fake; ', 'true; ', 'env -C sub ', 'command ', 'A+=b ', '\\\n'],
  ],
);
const programs = mostly(
  ['', 'sh ', 'bash -e ', '/bin/sh ', 'node ', 'node --no-warnings ', 'python3 ', 'perl '],
  [
    ...[
      'bin/sh ',
      './bin/sh ',
      '. ',
      'sh -c ',
      'bash -o pipefail ',
      'node -r ./pre ',
      'python3 -m ',
    ],
    ...[
      'node --require=./pre ',
      'lost/sh ',
      '"sh" ',
      's\\h ',
      'sh <',
      'sh\u00a0',
      'xargs sh ',
      '$SHELL ',
    ],
    ...[
      'sh --rcfile ./env.sh ',
      'bash --init-file env.sh ',
      'sh -e -u ',
      'sh - ',
      'sh -- ',
      'node - ',
    ],
    ...[
      'sh "" ',
      'sh $EMPTY ',
      'bash +x ',
      'perl -w ',
      'perl -x ',
      'python3 -i ',
      'bash -l ',
      'bash -i ',
    ],
  ],
);
const dirs = mostly(
  ['', './', `${D}/`, '${WAVE_PROJECT_DIR}/', 'sub/', 'link/../'],
  [
    ...[
      '$WAVE_PROJECT_DIR/',
      '~/',
      `${D}/link/../`,
      'sub/../',
      '"$HOME"/',
      '$SUB/',
      '"$SUB"/',
      '$TWO/',
    ],
    ...[
      '"$PWD"/',
      '$EMPTY',
      '"$EMPTY"',
      '*/',
      "'a b'/",
      'a\\ b/',
      'a b/',
      '$GLOB/',
      '"~"/',
      './/sub//',
    ],
  ],
);
const names = mostly(
  ['g.sh', 'run', 'n', 'n.js', 'g.py', 'g.pl', 'two', 'l.sh', 'by-env'],
  [
    ...[
      'd',
      'p',
      'py',
      'mod',
      'sly.pl',
      'own',
      'A=b',
      'g.sh\u00a0x',
      '"g.sh\\x"',
      "'g.sh'",
      'g.s?',
    ],
    ...[
      'g.{sh,py}',
      'lost',
      'inspect',
      '`echo g.sh`',
      '$(echo g.sh)',
      'g\\\n.sh',
      '"g.sh',
      'n.*',
      'x',
      '',
    ],
  ],
);
const ends = mostly(
  ['', '', ' x', ' g.py', '\t', ' A=b'],
  [
    ...[' $X', ' # g.sh', '; sh sub/g.sh', ' && ./run', ' | cat', ' >out', '\n./run', ' &', '\r'],
    ...['\u00a0', ' <env.sh', ' <<E\nsh sub/g.sh\nE', '#x', '\u2028x', '\v'],
  ],
);
const envs = mostly<Record<string, string>>(
  [{}],
  [
    ...[{ HOME: 'DIR/fake' }, { PATH: 'DIR/bin:/usr/bin:/bin' }, { PWD: 'DIR/sub' }, { IFS: 'g' }],
    ...[
      { BASH_ENV: './env.sh' },
      { NODE_OPTIONS: '--require ./pre.js' },
      { PATH: 'bin:/usr/bin:/bin' },
    ],
    ...[{ WAVE_PROJECT_DIR: 'DIR/sub' }, { ENV: './env.sh' }, { PERL5OPT: '-d' }, { SUB: 'a b' }],
  ],
);
const FIXED = { SUB: 'sub', TWO: 'a b', EMPTY: '', GLOB: 's*' };

test('all that runs of a project is pinned, where a command is said to be covered', () => {
  const { dir, ran } = makeProject();
  const parts = fc.tuple(fronts, programs, dirs, names, ends);
  let covered = 0;
  fc.assert(
    fc.property(parts, envs, (words, own) => {
      const command = words.join('');
      const filled = Object.entries({ ...FIXED, ...own }).map(
        ([name, value]) => [name, value.replace('DIR', dir)] as const,
      );
      const set = Object.fromEntries(filled);
      const { files, coverage } = scriptsOf(command, dir, process.env['HOME'], set);
      if (coverage !== 'full') return;
      covered++;
      const env = hookEnvironment(process.env, dir, { inherit: true, set });
      // Through pipes: it has ended when what it left in the background has, too.
      const stdio = ['ignore', 'pipe', 'pipe'] as const;
      spawnSync('/bin/sh', ['-c', command], { cwd: dir, env: { ...env }, stdio: [...stdio] });
      const real = (name: string) => realpathSync(join(dir, name));
      // The other realpath takes `a/..` out before it looks.
      const pinned = files.map((file) => seenFrom(dir, file)).filter((file) => existsSync(file));
      expect(pinned.map((file) => realpathSync.native(file))).toEqual(
        expect.arrayContaining(ran().map(real)),
      );
    }),
    { numRuns: 800 },
  );
  expect(covered).toBeGreaterThan(40);
});

const entry = (command: string, env: Record<string, string> = {}) => ({ command, env });
type Entry = ReturnType<typeof entry>;

/** Covered commands, each with the file that runs. */
const COVERED: readonly [Entry, string][] = [
  [entry('sh g.sh'), 'g.sh'],
  [entry(`sh ${D}/g.sh x`), 'g.sh'],
  [entry('./run'), 'run'],
  [entry('./by-env'), 'by-env'],
  [entry(`node ${D}/n`), 'n.js'],
  [entry('node --no-warnings n.js'), 'n.js'],
  [entry('node link/../n.js'), 'n.js'],
  [entry('sh link/../g.sh'), 'real/g.sh'],
  [entry('bash -eu l.sh'), 'g.sh'],
  [entry('python3 -u g.py'), 'g.py'],
  [entry('perl g.pl'), 'g.pl'],
  [entry('sh A=b g.sh'), 'A=b'],
  [entry('sh "g.sh\\x"'), 'g.sh\\x'],
  [entry('sh "$SUB"/g.sh', { SUB: 'sub' }), 'sub/g.sh'],
  [entry('sh $TWO/g.sh', { TWO: 'a b' }), 'a'],
];
for (const [hook, runs] of COVERED) {
  const title = `${JSON.stringify(hook)}: changed in a session, what runs does not run`;
  test(title, { tags: needsOf(hook.command) }, () => isHeldOnceChanged(hook, runs));
}

async function isHeldOnceChanged(hook: Entry, runs: string) {
  const { root, dir, ran } = makeProject();
  const options = { home: join(root, 'home'), projectDir: dir };
  mkdirSync(join(dir, '.wave'));
  writeFileSync(
    join(dir, '.wave/settings.json'),
    JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', ...hook }] }] } }),
  );
  const { items } = openSettings(options);
  expect(items[0]?.scripts.coverage).toBe('full');
  await approve(options.home, dir, items);
  const { engine } = await openHooks(options, { launcher: false });
  const decision = async () =>
    (await engine.fire({ ...INPUTS.PreToolUse, cwd: dir } as never)).decision;
  expect([await decision(), ran()]).toEqual(['none', [runs]]);
  appendFileSync(join(dir, runs), '\n');
  expect([await decision(), ran()]).toEqual(['block', []]);
  await engine.close();
}

test.each([
  ['a file without the ending that Node would add', 'node n', 'n'],
  ['a script that was missing', 'sh lost.sh', 'lost.sh'],
  ['one that Node would find by its ending', 'node lost', 'lost.js'],
  ['a missing interpreter', 'lost/sh g.sh', 'lost/sh'],
])('%s appears in a session: it does not run', async (_name, command, file) => {
  const { root, dir, ran } = makeProject();
  const options = { home: join(root, 'home'), projectDir: dir };
  mkdirSync(join(dir, '.wave'));
  writeFileSync(
    join(dir, '.wave/settings.json'),
    JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] } }),
  );
  await approve(options.home, dir, openSettings(options).items);
  const { engine } = await openHooks(options, { launcher: false });
  mkdirSync(dirname(join(dir, file)), { recursive: true });
  const kind = command.startsWith('node') ? 'js' : 'exec';
  writeFileSync(join(dir, file), TEXTS[kind](join(root, 'log'), file), { mode: 0o755 });
  const { decision } = await engine.fire({ ...INPUTS.PreToolUse, cwd: dir } as never);
  expect([decision, ran()]).toEqual(['block', []]);
  await engine.close();
});

test('an approval from before a file was found to run asks again', async () => {
  const { root, dir, ran } = makeProject();
  const options = { home: join(root, 'home'), projectDir: dir };
  mkdirSync(join(dir, '.wave'));
  const hook = { type: 'command', command: 'node n' };
  writeFileSync(
    join(dir, '.wave/settings.json'),
    JSON.stringify({ hooks: { PreToolUse: [{ hooks: [hook] }] } }),
  );
  const [item] = openSettings(options).items;
  const pins = item?.pins.filter(({ path }) => path === 'n') ?? [];
  expect(pins).toEqual([{ path: 'n', hash: 'absent' }]);
  await approve(options.home, dir, item ? [{ ...item, pins }] : []);
  expect(openSettings(options).items).toMatchObject([
    {
      state: 'changed',
      why: ['n.js is not among what was approved', 'package.json is not among what was approved'],
    },
  ]);
  const { engine } = await openHooks(options, { launcher: false });
  const { decision } = await engine.fire({ ...INPUTS.PreToolUse, cwd: dir } as never);
  expect([decision, ran()]).toEqual(['block', []]);
  await engine.close();
});
