/** What a tag does to the markdown around and inside of it. */
export interface Tag {
  /** The lines in front of it and behind it: 1 for a new one, 2 for an empty one between. */
  readonly breaks?: 1 | 2;
  /** Written before its text, and not at all where there is none. */
  readonly before?: string;
  readonly after?: string;
  /** Nothing of it is for readers. */
  readonly skip?: true;
}

const BLOCK: Tag = { breaks: 1 };
const APART: Tag = { breaks: 2 };
const HIDDEN: Tag = { skip: true };

const all = (names: string, tag: Tag): [string, Tag][] =>
  names.split(' ').map((name) => [name, tag]);

/** THE TABLE of tags that need no more than marks and lines. Those of `to-markdown.ts` have a shape. */
export const TAGS: ReadonlyMap<string, Tag> = new Map([
  ...all('script style noscript template svg iframe object embed canvas textarea select', HIDDEN),
  ...all('div section article main header footer aside nav form fieldset figcaption', BLOCK),
  ...all('address details summary dt dd caption option hgroup search legend', BLOCK),
  ...all('p figure dl table', APART),
  ...[1, 2, 3, 4, 5, 6].map((level): [string, Tag] => [
    `h${level}`,
    { breaks: 2, before: `${'#'.repeat(level)} `, after: '' },
  ]),
  ...all('strong b', { before: '**', after: '**' }),
  ...all('em i cite', { before: '*', after: '*' }),
  ...all('del s strike', { before: '~~', after: '~~' }),
  ...all('code kbd samp tt', { before: '`', after: '`' }),
]);
