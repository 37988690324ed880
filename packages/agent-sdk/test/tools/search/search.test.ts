import {
  existsSync,
  mkdirSync,
  realpathSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contentLines } from '../../../src/tools/search/grep-records.ts';
import { rig } from '../helpers.ts';

/** Files with their content, each a second newer than the one before. */
function tree(files: Readonly<Record<string, string>>, options = {}) {
  const made = rig(options);
  for (const [index, [name, content]] of Object.entries(files).entries()) {
    const file = join(made.dir, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    utimesSync(file, 1000 + index, 1000 + index);
  }
  const run = async (name: string, input: unknown) =>
    (await made.run(name, input)).text.replaceAll(`${made.dir}/`, '');
  return { ...made, run };
}

const FILES = {
  'src/a.ts': 'one\nTwo foo\nthree\n',
  'src/deep/b.ts': 'foo\r\nbar\r\n',
  'c.js': 'foo foo\nfoo\n',
  '.hidden/d.ts': 'foo',
  '.git/e.ts': 'foo',
  'node_modules/f.ts': 'foo',
};

describe('Glob', () => {
  test.each<readonly [Record<string, unknown>, string]>([
    [{ pattern: '**/*.ts' }, '.hidden/d.ts\nsrc/deep/b.ts\nsrc/a.ts'],
    [{ pattern: '*.ts', path: 'src' }, 'src/a.ts'],
    [{ pattern: 'src/**' }, 'src/deep/b.ts\nsrc/a.ts'],
    [{ pattern: 'src/../*.js' }, 'c.js'],
    [{ pattern: '{src,.hidden}/*.ts' }, '.hidden/d.ts\nsrc/a.ts'],
    [{ pattern: 'node_modules/**' }, 'node_modules/f.ts'],
    [{ pattern: '**/.git/*' }, '.git/e.ts'],
    [{ pattern: 'c.js' }, 'c.js'],
    [{ pattern: '*.py' }, 'No files found.'],
    [
      { pattern: '*/../../x' },
      '"*/../../x" climbs with .. after a wildcard. Name the directory in path instead.',
    ],
    [
      { pattern: '{..,src}/*' },
      '"{..,src}/*" climbs with .. after a wildcard. Name the directory in path instead.',
    ],
  ])('%j', async (input, expected) => {
    expect(await tree(FILES).run('Glob', input)).toBe(expected);
  });

  test('an absolute pattern, a missing and a wrong directory', async () => {
    const { run, dir } = tree(FILES);
    expect(await run('Glob', { pattern: `${dir}/src/*.ts` })).toBe('src/a.ts');
    expect(await run('Glob', { pattern: '*', path: 'none' })).toBe('There is no directory none.');
    expect(await run('Glob', { pattern: '*', path: 'c.js' })).toBe('c.js is not a directory.');
  });

  test('directories and links are among what is listed where they are asked for', async () => {
    const { run, dir } = tree(FILES, { hides: (path: string) => path.endsWith('secret') });
    mkdirSync(join(dir, 'secret'));
    symlinkSync('src', join(dir, 'link'));
    symlinkSync('nowhere', join(dir, 'broken'));
    const names = async (input: object) => (await run('Glob', input)).split('\n').sort();
    expect(await names({ pattern: '*', directories: true })).toEqual([
      '.hidden/',
      'broken@',
      'c.js',
      'link@',
      'src/',
    ]);
    expect(await names({ pattern: 'src/**', directories: true })).toEqual([
      'src/a.ts',
      'src/deep/',
      'src/deep/b.ts',
    ]);
    expect(await names({ pattern: '*' })).toEqual(['c.js']);
  });

  test('at most 100, the newest, and how many are missing', async () => {
    const many = Object.fromEntries(Array.from({ length: 130 }, (_, at) => [`f${at}.txt`, '']));
    const lines = (await tree(many).run('Glob', { pattern: '*.txt' })).split('\n');
    expect(lines).toHaveLength(101);
    expect([lines[0], lines[99], lines[100]]).toEqual([
      'f129.txt',
      'f30.txt',
      '[30 older files omitted. Narrow the pattern.]',
    ]);
  });

  test('links are not followed, hidden files left out', async () => {
    const { run, dir } = tree(FILES, { hides: (path: string) => path.endsWith('b.ts') });
    symlinkSync(dir, join(dir, 'src/loop'));
    expect(await run('Glob', { pattern: 'src/**/*.ts' })).toBe('src/a.ts');
  });
});

describe('Grep', () => {
  test.each<readonly [Record<string, unknown>, string]>([
    [{ pattern: 'foo' }, 'node_modules/f.ts\n.hidden/d.ts\nc.js\nsrc/deep/b.ts\nsrc/a.ts'],
    [{ pattern: 'foo', path: 'src' }, 'src/deep/b.ts\nsrc/a.ts'],
    [{ pattern: 'foo', glob: '*.js' }, 'c.js'],
    [{ pattern: 'foo', type: 'js' }, 'c.js'],
    [{ pattern: 'two', path: 'src' }, 'No matches found.'],
    [{ pattern: 'two', path: 'src', '-i': true, output_mode: 'content' }, 'src/a.ts:2:Two foo'],
    [{ pattern: 'Two', path: 'src', '-n': false, output_mode: 'content' }, 'src/a.ts:Two foo'],
    [
      { pattern: 'Two', path: 'src', '-A': 1, '-B': 1, output_mode: 'content' },
      'src/a.ts:1-one\nsrc/a.ts:2:Two foo\nsrc/a.ts:3-three',
    ],
    [
      { pattern: 'one', path: 'src', '-C': 1, output_mode: 'content' },
      'src/a.ts:1:one\nsrc/a.ts:2-Two foo',
    ],
    [{ pattern: 'foo', path: 'c.js', output_mode: 'count' }, 'c.js:2'],
    [{ pattern: 'bar', output_mode: 'content' }, 'src/deep/b.ts:2:bar'],
    [{ pattern: 'one.Two', multiline: true, path: 'src' }, 'src/a.ts'],
    [
      { pattern: 'foo', path: 'c.js', output_mode: 'content', head_limit: 1 },
      'c.js:1:foo foo\n[1 more line omitted. Narrow the search, or raise head_limit.]',
    ],
    [{ pattern: '--files', path: 'src' }, 'No matches found.'],
    [{ pattern: '-e', path: 'src', glob: '--files' }, 'No matches found.'],
  ])('%j', async (input, expected) => {
    expect(await tree(FILES).run('Grep', input)).toBe(expected);
  });

  test('what cannot be searched is told', async () => {
    const { run, memory: _, ...made } = tree(FILES);
    expect(await run('Grep', { pattern: '(' })).toMatch(/^The search failed: .*regex parse error/s);
    expect(await run('Grep', { pattern: 'x', path: 'none' })).toMatch(/^The search failed: /);
    expect(await run('Grep', { pattern: 'x', type: 'none' })).toMatch(/unrecognized file type/);
    made.abort();
    expect(await run('Grep', { pattern: 'foo' })).toContain('ended by the user');
  });

  test('hidden files are left out of every mode', async () => {
    const { run } = tree(FILES, { hides: (path: string) => !path.endsWith('c.js') });
    expect(await run('Grep', { pattern: 'foo' })).toBe('c.js');
    expect(await run('Grep', { pattern: 'foo', output_mode: 'count' })).toBe('c.js:2');
    expect(await run('Grep', { pattern: 'foo', output_mode: 'content' })).toBe(
      'c.js:1:foo foo\nc.js:2:foo',
    );
  });

  test.each(['a\nb', 'a\n', '\nb', '--\n', '--\n--'])(
    'a name with a line break hides nothing: %j',
    async (name) => {
      const hides = (path: string) => existsSync(path) && realpathSync(path).endsWith('/secret');
      const text = 'one\nSECRET foo\nthree\nfour\nfive\nsix foo\n';
      const { run, dir } = tree({ 'in/secret': text, 'in/open': 'two foo\n' }, { hides });
      symlinkSync('in', join(dir, name));
      for (const output_mode of ['files_with_matches', 'count', 'content'])
        for (const more of [{}, { '-C': 1 }, { '-A': 2 }, { '-n': false }, { multiline: true }])
          for (const where of [name, `${name}/`, `${name}/secret`]) {
            const found = await run('Grep', { pattern: 'foo', path: where, output_mode, ...more });
            expect(found).not.toMatch(/secret|SECRET|three|five|six/);
            if (!where.endsWith('secret')) expect(found).toContain('open');
          }
      expect(await run('Glob', { pattern: '**', path: name })).not.toMatch(/secret/);
    },
  );

  test('what ripgrep says of a binary file does not cover the name behind it', async () => {
    const hides = (path: string) => path.endsWith('/secret');
    expect(
      contentLines('/x/bin: binary file matches\n/x/secret\x001:S\n/x/a\x002:A\n', hides),
    ).toEqual(['/x/a:2:A']);
  });

  test('hidden files leave no trace, also between groups of lines', async () => {
    const lines = 'foo\n1\n2\n3\n';
    const hides = (path: string) => /[ace]$/.test(path);
    const input = { pattern: 'foo', output_mode: 'content', '-A': 1 };
    const { run } = tree({ 'x/a': lines + lines, 'x/b': lines, 'x/c': lines }, { hides });
    expect(await run('Grep', input)).toBe('x/b:1:foo\nx/b:2-1');
    expect(await run('Grep', { ...input, path: 'x/a' })).toBe('No matches found.');
    const apart = tree({ 'x/b': lines + lines }, { hides });
    expect(await apart.run('Grep', input)).toBe('x/b:1:foo\nx/b:2-1\n--\nx/b:5:foo\nx/b:6-1');
  });

  test('a search with more than enough matches is bounded', async () => {
    const { run } = tree({
      'big.txt': 'match this line of text\n'.repeat(400_000),
      'wide.txt': 'y'.repeat(50_000),
    });
    const text = await run('Grep', {
      pattern: 'match',
      output_mode: 'content',
      head_limit: 1_000_000,
    });
    expect(text.length).toBeLessThan(31_000);
    expect(text).toMatch(
      /characters in [\d,]+ lines omitted[\s\S]*There was more than could be kept/,
    );
    expect((await run('Grep', { pattern: 'y+', output_mode: 'content' })).length).toBeLessThan(
      1500,
    );
  });
});
