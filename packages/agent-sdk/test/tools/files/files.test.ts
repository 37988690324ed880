import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rig } from '../helpers.ts';

function withFile(content: string | Buffer, name = 'f.txt') {
  const made = rig();
  const file = join(made.dir, name);
  writeFileSync(file, content);
  return { ...made, file };
}

/** A hundred bytes. */
const LINE = `${'abcdefghi'.repeat(11)}\n`;

describe('Read', () => {
  test('numbers lines, drops line breaks and the mark, and remembers the file', async () => {
    const { run, file, memory } = withFile('\uFEFFone\r\ntwo\r\n\r\nfour');
    expect(await run('Read', { file_path: file })).toEqual({
      success: true,
      text: '     1\tone\n     2\ttwo\n     3\t\n     4\tfour',
      data: { file_path: file, lines: 4 },
    });
    expect([...memory.files.keys()]).toEqual([file]);
    expect((await run('Read', { file_path: 'f.txt', offset: 2, limit: 1 })).text).toBe(
      '     2\ttwo\n[The file goes on. To see more, read it with offset 3.]',
    );
    expect((await run('Read', { file_path: file, offset: 4, limit: 1 })).text).toBe('     4\tfour');
    expect((await run('Read', { file_path: file, offset: 9 })).text).toBe(
      '[The file has only 4 lines; offset 9 is past its end.]',
    );
  });

  test('cuts long lines and long files, and says so', async () => {
    const { run, file } = withFile(`${'x'.repeat(2500)}\r\n${'y\n'.repeat(3000)}`);
    const { text } = await run('Read', { file_path: file });
    const lines = text.split('\n');
    expect(lines[0]).toBe(`     1\t${'x'.repeat(2000)} [... 500 characters omitted]`);
    expect(lines).toHaveLength(2001);
    expect(lines.at(-1)).toBe('[The file goes on. To see more, read it with offset 2001.]');
  });

  test('a line of exactly 2,000 characters is whole, also before a CRLF', async () => {
    const { run, file } = withFile(`${'x'.repeat(2000)}\r\nz`);
    expect((await run('Read', { file_path: file })).text).toBe(
      `     1\t${'x'.repeat(2000)}\n     2\tz`,
    );
  });

  test('many long lines together are bounded', async () => {
    const { run, file } = withFile(`${'z'.repeat(1999)}\n`.repeat(1500));
    const { text } = await run('Read', { file_path: file });
    expect(text.length).toBeLessThan(205_000);
    expect(text).toMatch(/read it with offset 10\d\.\]$/);
  });

  test.each(['one line', 'many lines'])(
    'a file of 200 MB in %s stays out of memory',
    async (kind) => {
      const { run, file } = withFile(kind === 'one line' ? 'a' : 'a\n'.repeat(50));
      writeFileSync(file, Buffer.alloc(200_000_000, kind === 'one line' ? 'a' : LINE));
      const before = process.memoryUsage().rss;
      const { text } = await run('Read', {
        file_path: file,
        limit: 1,
        offset: kind === 'one line' ? 1 : 1_999_999,
      });
      expect(text).toMatch(
        kind === 'one line' ? /199,998,000 characters omitted/ : new RegExp(`^1999999\t${LINE}`),
      );
      expect(process.memoryUsage().rss - before).toBeLessThan(130_000_000);
    },
  );

  test('characters over the border of a chunk are whole', async () => {
    const { run, file } = withFile(`${'a'.repeat(65_535)}\n${'x'}é\n`.replace('\nx', 'é\nx'));
    expect((await run('Read', { file_path: file, offset: 2 })).text).toBe('     2\txé');
  });

  test('refuses what is no text, and says what it is', async () => {
    const { run, dir } = rig();
    writeFileSync(join(dir, 'a.bin'), Buffer.from([1, 0, 2]));
    writeFileSync(join(dir, 'a.png'), Buffer.from([0x89, 0x50, 0, 0]));
    writeFileSync(join(dir, 'u.txt'), Buffer.from([0xff, 0xfe, 65, 0]));
    writeFileSync(join(dir, 'empty'), '');
    symlinkSync('circle', join(dir, 'circle'));
    const said = async (file_path: string) =>
      (await run('Read', { file_path })).text.replace(dir, '');
    expect(await said('a.bin')).toContain('it is a binary file.');
    expect(await said('a.png')).toContain('an image of a kind that models do not take');
    expect(await said('u.txt')).toContain('UTF-16');
    expect(await said('.')).toContain('it is a directory.');
    expect(await said('/dev/zero')).toContain('no regular file');
    expect(await said('none')).toBe('/none could not be read: it does not exist');
    expect(await said('circle')).toContain('lead in a circle');
    expect(await said('empty')).toBe('[The file is empty.]');
    await run('Bash', { command: 'mkfifo pipe' });
    expect(await said('pipe')).toContain('no regular file');
  });
});

describe('Write', () => {
  test('creates a file and what is above it', async () => {
    const { run, dir } = rig();
    const { text, data } = await run('Write', { file_path: 'a/b/c.txt', content: 'hé' });
    expect(text).toBe(`${dir}/a/b/c.txt was created with 2 characters.`);
    expect(data).toEqual({ file_path: `${dir}/a/b/c.txt`, type: 'create' });
    expect(readFileSync(join(dir, 'a/b/c.txt'), 'utf8')).toBe('hé');
    expect(readdirSync(join(dir, 'a/b'))).toEqual(['c.txt']);
    expect((await run('Write', { file_path: 'a/b/c.txt', content: 'again' })).success).toBe(true);
  });

  test('refuses a file that was not read, or changed since', async () => {
    const { run, file } = withFile('old');
    const write = () => run('Write', { file_path: file, content: 'new' });
    expect((await write()).text).toBe(
      `${file} was not written: it was not read since this session was opened. Read it first.`,
    );
    await run('Read', { file_path: file });
    writeFileSync(file, 'odd');
    utimesSync(file, 1, 1);
    expect((await write()).text).toBe(
      `${file} was not written: it changed since it was last read. Read it again.`,
    );
    expect(readFileSync(file, 'utf8')).toBe('odd');
    await run('Read', { file_path: file });
    expect((await write()).text).toBe(`${file} was written over with 3 characters.`);
  });

  test('keeps the mode and the link', async () => {
    const { run, dir, file } = withFile('#!/bin/sh\n');
    chmodSync(file, 0o751);
    symlinkSync('f.txt', join(dir, 'link'));
    await run('Read', { file_path: 'link' });
    expect((await run('Write', { file_path: 'link', content: 'x' })).success).toBe(true);
    expect(lstatSync(join(dir, 'link')).isSymbolicLink()).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe('x');
    expect(statSync(file).mode & 0o7777).toBe(0o751);
  });

  test('a link to a file that is not there yet is written through', async () => {
    const { run, dir } = rig();
    symlinkSync('target/new.txt', join(dir, 'link'));
    await run('Write', { file_path: 'link', content: 'x' });
    expect(readFileSync(join(dir, 'target/new.txt'), 'utf8')).toBe('x');
  });

  test('what cannot be written is a result, and leaves nothing behind', async () => {
    const { run, dir, file } = withFile('x');
    expect((await run('Write', { file_path: `${file}/below`, content: '' })).text).toContain(
      'not a directory',
    );
    expect((await run('Write', { file_path: dir, content: '' })).text).toContain(
      'it is a directory',
    );
    expect(readdirSync(dir)).toEqual(['f.txt']);
  });
});

describe('Edit', () => {
  async function edited(content: string, input: Record<string, unknown>) {
    const { run, file } = withFile(content);
    await run('Read', { file_path: file });
    const { text, success } = await run('Edit', { file_path: file, ...input });
    return { text: text.replace(file, 'F'), success, content: readFileSync(file, 'utf8') };
  }

  test('replaces once, or everywhere when told to', async () => {
    expect(await edited('a b a', { old_string: 'b', new_string: "$& $1 $'" })).toEqual({
      success: true,
      text: 'F was changed: old_string was found and replaced 1 time.',
      content: "a $& $1 $' a",
    });
    expect(await edited('a b a', { old_string: 'a', new_string: 'c' })).toMatchObject({
      success: false,
      text: expect.stringContaining('old_string was found 2 times.'),
      content: 'a b a',
    });
    expect(
      await edited('a b a', { old_string: 'a', new_string: '', replace_all: true }),
    ).toMatchObject({
      text: 'F was changed: old_string was found and replaced 2 times.',
      content: ' b ',
    });
    expect((await edited('a', { old_string: 'z', new_string: '' })).text).toContain(
      'was found 0 times',
    );
    expect((await edited('a', { old_string: 'a', new_string: 'a' })).text).toContain('are equal');
    expect((await edited('a.c abc', { old_string: 'a.c', new_string: '[x]' })).content).toBe(
      '[x] abc',
    );
  });

  test.each([
    ['a\r\nb\r\nc\r\n', 'a\nb', 'x\ny\nz', 'x\r\ny\r\nz\r\nc\r\n'],
    ['a\r\nb\r\n', 'a\r\nb', 'x\r\ny', 'x\r\ny\r\n'],
    ['a\r\nb\r\nc\nd\n', 'c\nd', 'x\ny', 'a\r\nb\r\nx\ny\n'],
    ['a\r\nb\r\n', 'b', 'x\ny', 'a\r\nx\r\ny\r\n'],
    ['a\nb\nc\nd\r\n', 'b', 'x\ny', 'a\nx\ny\nc\nd\r\n'],
    ['a\nb\n', 'b', 'x\r\ny', 'a\nx\r\ny\n'],
    ['\uFEFFa\r\n', 'a\n', 'b\n', '\uFEFFb\r\n'],
  ])('line breaks and the mark stay: %j', async (before, old_string, new_string, after) => {
    expect((await edited(before, { old_string, new_string })).content).toBe(after);
  });

  test('refuses what it must not touch', async () => {
    const { run, dir, file } = withFile('a');
    const edit = async (file_path: string) =>
      (await run('Edit', { file_path, old_string: 'a', new_string: 'b' })).text;
    expect(await edit(file)).toContain('it was not read since this session was opened');
    expect(await edit('none')).toContain('Use Write to create it');
    await run('Read', { file_path: file });
    truncateSync(file, 0);
    expect(await edit(file)).toContain('it changed since it was last read');
    writeFileSync(join(dir, 'latin'), Buffer.from([0x61, 0xe9]));
    await run('Read', { file_path: 'latin' });
    expect(await edit('latin')).toContain('not valid UTF-8');
  });

  test('a file known by one name is known by all, and edits follow each other', async () => {
    const { run, dir, file } = withFile('a');
    symlinkSync('f.txt', join(dir, 'link'));
    await run('Read', { file_path: 'link' });
    expect((await run('Edit', { file_path: file, old_string: 'a', new_string: 'b' })).success).toBe(
      true,
    );
    expect(
      (await run('Edit', { file_path: 'link', old_string: 'b', new_string: 'c' })).success,
    ).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe('c');
  });
});
