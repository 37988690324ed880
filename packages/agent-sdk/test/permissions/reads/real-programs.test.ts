import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowOptions } from '../../../../shell/src/look-up/row-options.ts';
import type { Reader } from '../../../../shell/src/readers/reader.ts';
import { READERS } from '../../../../shell/src/readers/readers.ts';
import { readingOf } from '../../../../shell/src/reads/reading.ts';
import { quote } from '../../../src/tools/shell/script.ts';
import { tempDir } from '../../tools/helpers.ts';
import { decisionIn, makeProject, PLAIN_ENV } from './project.ts';
import { THAT_READ } from './that-read.ts';

const BASH = '/bin/bash';
const { dir, outside } = makeProject();
const home = tempDir();
const tmp = tempDir();
mkdirSync(join(home, '.config'));
writeFileSync(join(home, '.bashrc'), '# mine\n');
const decide = decisionIn(dir);
const env = { ...PLAIN_ENV, HOME: home, TMPDIR: tmp, GIT_CONFIG_NOSYSTEM: '1' };

/** Programs that wait, or keep notes of their own in the home directory. */
const LEFT_OUT = /^(npm|pip3?|sleep|tail -[fF]|read)$/;

/** Everything that is in the places that a command could change: bytes, modes, times and links. */
function everything(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const walk = (at: string) => {
    const stats = lstatSync(at);
    const times = stats.isDirectory() ? stats.mtimeMs : `${stats.mtimeMs} ${stats.size}`;
    const content = stats.isSymbolicLink()
      ? readlinkSync(at)
      : stats.isFile()
        ? createHash('sha1').update(readFileSync(at)).digest('hex')
        : '';
    found.set(at, `${stats.mode} ${times} ${content}`);
    if (stats.isDirectory()) for (const name of readdirSync(at)) walk(join(at, name));
  };
  for (const root of [dir, outside, home, tmp]) walk(root);
  // git notes there which files it has looked at.
  for (const path of [join(dir, '.git'), join(dir, '.git/index')]) found.delete(path);
  // tac and sort keep what they read in a file that is gone again when they end.
  found.delete(tmp);
  return found;
}

const run = (command: string) =>
  spawnSync(BASH, ['-c', command], {
    cwd: dir,
    env,
    timeout: 120_000,
    input: 'a b\nfoo\n',
    maxBuffer: 1 << 26,
  });

/** What commands changed, of the files; and whether they told what only a file outside has. */
function changedBy(commands: readonly string[], before: ReadonlyMap<string, string>) {
  const each = commands.map((one) => `( eval ${quote(one)} ) <<< foo`);
  const { stdout, stderr } = run(each.join('\n'));
  const after = everything();
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  );
  return { changed, told: /secret|root:x:/.exec(`${stdout}${stderr}`)?.[0] };
}

/** Runs commands together, and one by one to tell which it was that changed something. */
function expectNoChange(commands: readonly string[]): void {
  const before = everything();
  const none = { changed: [], told: undefined };
  for (let at = 0; at < commands.length; at += 40) {
    const some = commands.slice(at, at + 40);
    const { changed, told } = changedBy(some, before);
    for (const path of changed) if (!before.has(path)) rmSync(path, { recursive: true });
    if (changed.length > 0 || told !== undefined)
      for (const one of some)
        expect({ one, ...changedBy([one], before) }).toEqual({ one, ...none });
    expect({ changed, told }).toEqual(none);
  }
}

/** A program's options as its own help tells them: more than the table knows. */
function optionsOfHelp(path: readonly string[]): readonly string[] {
  const known = helped.get(path.join(' '));
  if (known !== undefined) return known;
  const { stdout = '', stderr = '' } = spawnSync(
    path[0] ?? '',
    [...path.slice(1), path[0] === 'git' ? '-h' : '--help'],
    {
      env,
      cwd: dir,
      timeout: 5000,
      encoding: 'utf8',
      input: '',
    },
  );
  const options = [
    ...new Set(`${stdout}\n${stderr}`.match(/(?<![\w-])--?[A-Za-z0-9][\w-]*=?/g) ?? []),
  ];
  helped.set(path.join(' '), options);
  return options;
}

const helped = new Map<string, readonly string[]>();

/** Every row with its verbs. */
function* rowsOf(
  path: readonly string[],
  row: Reader,
): Iterable<readonly [readonly string[], Reader]> {
  if (row.verbs === undefined || row.reads) yield [path, row];
  for (const [names, inner] of Object.entries(row.verbs ?? {}))
    yield* rowsOf([...path, names.split('|')[0] ?? ''], inner);
}

const has = (program: string) =>
  /^(\[|\[\[|\(\(|:)$/.test(program) ||
  PLAIN_ENV.PATH.split(':').some((at) => existsSync(join(at, program)));
const ROWS = [...READERS]
  .flatMap(([name, row]) => [...rowsOf([name], row)])
  .filter(([[program = '']]) => has(program) && !LEFT_OUT.test(program));

const WORDS = [
  'README.md',
  'src',
  'src/index.ts',
  '.',
  'package.json',
  'new',
  'src/new',
  '1',
  '3',
  'x',
  '{print}',
  'p',
  's/a/b/',
  '.name',
  'HEAD',
  'main',
  'a:b',
  '+%F',
  "'w new'",
  '\'{print > "new"}\'',
  '-',
  '--',
  '../x',
  '/etc/passwd',
  'link',
  'out/x',
];
const word = fc.constantFrom(...WORDS);
const command = fc.constantFrom(...ROWS).chain(([path, row]) => {
  const known = [...rowOptions(row).keys()].filter((name) => name !== '-#');
  const all = [...known, ...optionsOfHelp(path)];
  const option = fc
    .tuple(
      all.length === 0 ? fc.constant('') : fc.constantFrom(...all),
      fc.constantFrom('', '=', ' ', '+'),
      word,
      fc.nat(30),
    )
    .map(([name, join, value, cut]) => {
      const short = cut < 3 && name.startsWith('--') ? name.slice(0, -1 - cut) : name;
      if (join === '') return short;
      return join === '+' ? `${short}${value}` : `${short.replace(/=$/, '')}${join}${value}`;
    });
  const words = fc.array(
    fc.oneof({ weight: 3, arbitrary: option }, { weight: 2, arbitrary: word }),
    { maxLength: 5 },
  );
  return words.map((list) =>
    [...path, ...list, ...(path[0] === '[' ? [']'] : [])].join(' ').trim(),
  );
});
const line = fc.array(command, { minLength: 1, maxLength: 2 }).map((list) => list.join(' | '));

/** How many are tried: those that run unasked are run. */
const TRIES = Number(process.env['WAVE_READS_TRIES'] ?? 1000);

test('what the table calls reading changes no file', { timeout: 600_000, tags: 'bash' }, () => {
  const before = everything();
  expect(changedBy(['touch new; cat link'], before)).toEqual({
    changed: [dir, join(dir, 'new')],
    told: 'secret',
  });
  run('rm new');
  const { seed = 1 } = fc.readConfigureGlobal();
  const found = fc
    .sample(line, { numRuns: TRIES, seed })
    .filter((text) => decide(text, { env }).answer === 'yes');
  const commands = [...new Set(found)];
  expect(commands.length).toBeGreaterThan(TRIES / 50);
  expectNoChange(commands);
});

test('nor does any command of the list', { tags: 'bash' }, () => {
  expectNoChange(THAT_READ.filter((one) => !/^(npm|pip|tail -f|sleep)/.test(one)));
});

/** What scripts are made of, with all that would write `new` or run a program. */
const SED =
  'w e p d s y / / / | ; ; { } [ ] [^ [: :] \\\\ \\n # a x new g 1 $ , ! & n N = i I r touch'.split(
    ' ',
  );
const AWK =
  'print print printf > >> | " " " / / / [ ] ^ \\\\ { } { } ( ) ; , if else 1 x $1 new + ++ ! ~ || && \\n # = touch'.split(
    ' ',
  );
const joined = (parts: readonly string[]) =>
  fc
    .array(fc.tuple(fc.constantFrom(...parts), fc.constantFrom('', '', ' ')), {
      minLength: 1,
      maxLength: 14,
    })
    .map((list) => list.flat().join('').replaceAll('\\n', '\n'));
const hostile = fc.oneof(
  joined(SED).map((script) => ['sed', script, 'README.md']),
  joined(SED).map((script) => ['sed', '-nE', `s/${script}`, 'README.md']),
  joined(AWK).map((program) => ['awk', program, 'README.md']),
  joined(AWK).map((program) => ['awk', `{${program}} #"`, 'README.md']),
);

test('nor does any script of sed or awk', { timeout: 600_000, tags: 'bash' }, () => {
  const { seed = 1 } = fc.readConfigureGlobal();
  const found = fc
    .sample(hostile, { numRuns: TRIES * 5, seed })
    .filter((words) => readingOf(words) !== undefined)
    .map((words) => words.map(quote).join(' '));
  expect(found.length).toBeGreaterThan(TRIES / 100);
  expectNoChange([...new Set(found)].slice(0, TRIES / 5));
});

test('nor does any option with the name of a new file', { timeout: 600_000, tags: 'bash' }, () => {
  const commands = ROWS.flatMap(([path, row]) =>
    [...new Set([...rowOptions(row).values()])]
      .filter(({ value }) => value !== 'none')
      .map(({ name, value }) => {
        const given =
          value === 'next' ? `${name} new` : name.startsWith('--') ? `${name}=new` : `${name}new`;
        return `${path.join(' ')} ${given} README.md`;
      }),
  );
  const found = commands.filter((text) => decide(text, { env }).answer === 'yes');
  expect(found.length).toBeGreaterThan(commands.length / 3);
  expectNoChange(found);
});
