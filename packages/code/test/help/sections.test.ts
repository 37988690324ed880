import { expect, test } from 'vitest';
import { sectionsOf, slugOf, wholeSection } from '../../src/help/sections.ts';

const PAGE = '# A `b`\nfirst\n## C\n```sh\n# not one\n```\n### D\nd\n## C\nlast\n';

test('headings divide a page, but not those in a block of code', () => {
  expect(sectionsOf(PAGE)).toEqual([
    { level: 1, title: 'A b', slug: 'a-b', text: 'first' },
    { level: 2, title: 'C', slug: 'c', text: '```sh\n# not one\n```' },
    { level: 3, title: 'D', slug: 'd', text: 'd' },
    { level: 2, title: 'C', slug: 'c-1', text: 'last' },
  ]);
});

test('a section has those below it', () => {
  expect(wholeSection(sectionsOf(PAGE), 1)).toBe('## C\n\n```sh\n# not one\n```\n\n### D\n\nd');
  expect(wholeSection(sectionsOf(PAGE), 3)).toBe('## C\n\nlast');
});

test.each([
  ["Claude Code's files, in place", 'claude-codes-files-in-place'],
  ['`http`: ask a server', 'http-ask-a-server'],
  ['AGENTS.md', 'agentsmd'],
  ['wave -p', 'wave--p'],
])('%s is the section #%s', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});
