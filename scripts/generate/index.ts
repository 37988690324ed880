import { TOPICS } from '../../packages/code/src/help/topics.ts';
import { WORDS } from '../../packages/code/src/help/words.ts';
import { table } from './docs.ts';

/** Every page of the docs. */
export const allPages = (): readonly string[] =>
  ['index', ...Object.values(TOPICS).flatMap((topics) => topics.map(({ name }) => name))].map(
    (name) => `docs/${name}.md`,
  );

/** What docs/index.md has: the pages, and the words that people look for. */
export const indexTables = (): Record<string, string> => ({
  topics: Object.entries(TOPICS)
    .map(([group, topics]) =>
      [
        `### ${group}`,
        table(
          ['page', 'what is there'],
          topics.map(({ name, about }) => [`[${name}](${name}.md)`, about]),
        ),
      ].join('\n\n'),
    )
    .join('\n\n'),
  words: table(
    ['word', 'page'],
    Object.entries(WORDS)
      .sort(([a], [b]) => a.toLowerCase().localeCompare(b.toLowerCase()))
      .map(([word, to]) => {
        const [page = '', section] = to.split('#');
        return [word, `[${page}](${page}.md${section ? `#${section}` : ''})`];
      }),
  ),
});
