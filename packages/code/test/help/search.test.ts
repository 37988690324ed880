import { expect, test } from 'vitest';
import { searchPages } from '../../src/help/search.ts';

const PAGES = new Map([
  ['one', '# One\nA guard and a guard.\n\n## Second part\nNothing of it.\n```\n# guard\n```\n'],
  [
    'two',
    '# Guards\n<!-- guard -->\nMany words.\n\n## Last\n| a | **guard** [here](x.md#guard) |\n',
  ],
]);

test('a heading comes first, then where it is mentioned most', () => {
  expect(searchPages(PAGES, 'Guard').map(({ page, title }) => `${page} ${title}`)).toEqual([
    'two Guards',
    'one One',
    'two Last',
    'one Second part',
  ]);
});

test('the line that mentions it, without marks, cut around the word', () => {
  const [hit] = searchPages(PAGES, 'guard here');
  expect(hit).toEqual({ page: 'two', title: 'Last', line: 'a guard here' });
  const long = new Map([['p', `# P\n${'before '.repeat(30)}needle ${'after '.repeat(30)}`]]);
  const [{ line } = { line: '' }] = searchPages(long, 'needle');
  expect(line).toMatch(/^… before.* needle after.* …$/);
  expect(line.length).toBeLessThan(140);
});

test('code keeps its brackets, stars and bars', () => {
  const page =
    '# P\n| `/export [FILE]` | like `Bash(npm *)`, [`off \\| low`](x.md) and **more** |\n';
  const [hit] = searchPages(new Map([['p', page]]), '/export');
  expect(hit?.line).toBe('/export [FILE] like Bash(npm *), off | low and more');
});

test.each(['', '  ', 'guard nowhere'])('%j finds nothing', (text) => {
  expect(searchPages(PAGES, text)).toEqual([]);
});
