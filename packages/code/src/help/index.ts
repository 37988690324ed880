import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandMeant } from '@wavehooks/hooks/vocabulary';
import { type Command, type Io, readArgs, UsageError } from '../cli/command.ts';
import { printable } from '../cli/style.ts';
import { usageOf } from '../cli/usage.ts';
import { hung } from '../screen/text/lines.ts';
import { type Paint, painterOf, themeOf } from '../screen/text/theme.ts';
import { showText } from './pager.ts';
import { searchPages } from './search.ts';
import { type Section, sectionsOf, slugOf, wholeSection } from './sections.ts';
import { terminalText } from './terminal-text.ts';
import { NAMES, TOPICS } from './topics.ts';
import { WORDS } from './words.ts';

const OPTIONS = {
  search: { type: 'string', value: 'WORDS', about: 'the sections that mention all of the words' },
} as const;

const USAGE = usageOf({
  forms: [
    'wave help                     the pages of the manual',
    'wave help TOPIC [SECTION]     show a page, or one section of it',
    'wave help --search WORDS',
  ],
  about: 'At a terminal, a long page goes through $PAGER, if you have set it.',
  options: OPTIONS,
});

/** `wave help`: the manual, in the terminal. */
export const help: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, OPTIONS, USAGE);
  const paint = painterOf(io.color ? (themeOf(process.env) ?? 'dark') : 'none');
  if (values.search !== undefined)
    return search([values.search, ...positionals].join(' '), io, paint);
  if (positionals.length === 0) io.out(topicList(paint));
  else await showText(terminalText(wanted(positionals), { width: widthOf(io), paint }), io);
  return 0;
};

function topicList(paint: Paint): string {
  const groups = Object.entries(TOPICS).map(([group, topics]) => {
    const rows = topics.map(({ name, about }) => `  ${name.padEnd(16)} ${about}`);
    return [paint('user', group), ...rows].join('\n');
  });
  return `${groups.join('\n\n')}\n\n"wave help TOPIC" shows a page, "wave help --search WORDS" finds it. Commands explain themselves: "wave hooks --help".\n`;
}

/** The page, or the section of it, that is meant by the words. */
function wanted(words: readonly string[]): string {
  const [topic = '', ...rest] = words;
  if (NAMES.includes(topic))
    return rest.length === 0 ? read(topic) : section(topic, rest.join(' '));
  const [page, slug] = lookedUp(words.join(' '))?.split('#') ?? [];
  if (page === undefined) throw new UsageError(unknown(words.join(' ')));
  return slug === undefined ? read(page) : section(page, slug);
}

/** A word from the index of the manual, in any case; a command with its slash or without. */
const lookedUp = (text: string): string | undefined =>
  Object.entries(WORDS).find(([word]) => bare(word) === bare(text))?.[1];

const bare = (word: string): string => word.toLowerCase().replace(/^\//, '');

/** The first section of that name; else the first whose name has it in it. */
function section(page: string, name: string): string {
  const all = sectionsOf(read(page));
  const slug = slugOf(name);
  const isIt = (fits: (one: Section) => boolean) => all.findIndex(fits);
  const exact = isIt((one) => one.slug === slug);
  const at = exact >= 0 ? exact : isIt((one) => one.slug.includes(slug));
  if (at >= 0) return wholeSection(all, at);
  const titles = all.slice(1).map(({ title }) => `  ${title}`);
  throw new UsageError(
    `the page "${page}" has no section "${printable(name)}"; it has:\n${titles.join('\n')}`,
  );
}

function unknown(text: string): string {
  const near = commandMeant(text, [...NAMES, ...Object.keys(WORDS)]);
  const hint = near === undefined ? '' : `; did you mean "${near}"?`;
  return `help has no topic "${printable(text)}"${hint}\n"wave help" lists the topics, "wave help --search ${printable(text)}" searches them`;
}

const MOST_HITS = 20;

function search(text: string, io: Io, paint: Paint): number {
  const pages = new Map(NAMES.map((name) => [name, read(name)]));
  const hits = searchPages(pages, text);
  if (hits.length === 0) {
    io.err(`wave: no page mentions "${printable(text.trim())}"\n`);
    return 1;
  }
  const width = widthOf(io);
  for (const { page, title, line } of hits.slice(0, MOST_HITS)) {
    const at = `wave help ${page} ${paint('quiet', `› ${title}`)}`;
    io.out(`${[paint('accent', at), ...hung(`  ${line}`, width)].join('\n')}\n`);
  }
  const more = hits.length - MOST_HITS;
  if (more > 0) io.out(`\n${more} more; another word narrows it down.\n`);
  return 0;
}

/** Lines that are longer than this are hard to read, however wide the terminal is. */
const WIDEST = 100;

const widthOf = (io: Io): number =>
  Math.min(WIDEST, (io.stdoutIsTerminal() && process.stdout.columns) || 80);

function read(page: string): string {
  const file = join(import.meta.dirname, 'docs', `${page}.md`);
  if (!existsSync(file)) throw new UsageError(`the manual is missing from ${file}`);
  return readFileSync(file, 'utf8');
}
