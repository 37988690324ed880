import { ABSENT, hashOf, type ItemKind, type JudgedItem, readRegularFile } from 'wave-hooks';
import { exactly, exactPlace, indent } from '../cli/style.ts';
import { COVERAGE } from './list.ts';

export const KINDS: Record<ItemKind, string> = {
  hook: 'hook',
  mcp: 'MCP server',
  allow: 'allow rule',
  env: 'environment variable',
  command: 'command',
  supervisor: 'supervisor instructions',
};

/** One thing to approve, in full: what runs is what is shown. */
export function itemText(item: JudgedItem): string {
  const lines = [
    `${item.state === 'changed' ? 'changed ' : ''}${KINDS[item.kind]} ${exactly(item.label)}  ${exactPlace(item.source)}`,
    indent(exactly(contentText(item)), '  '),
    ...item.pins.flatMap(({ path, hash }) => [
      `  file: ${exactPlace(path)}  ${hashText(hash)}`,
      ...(isPrompt(item) || hash === ABSENT ? [] : [indent(scriptText(path, hash), '    ')]),
    ]),
    ...item.why.map((why) => `  ${exactly(why)}`),
  ];
  if (item.scripts.coverage !== 'full') lines.push(`  ${COVERAGE[item.scripts.coverage]}`);
  return lines.join('\n');
}

/** A prompt is all of its file; everything else is what the settings say. */
const contentText = (item: JudgedItem): string =>
  isPrompt(item)
    ? item.pins.map(({ path, hash }) => fileText(path, hash)).join('\n')
    : JSON.stringify(item.content, null, 2);

const isPrompt = ({ kind }: JudgedItem) => kind === 'command' || kind === 'supervisor';

/** Longer than this nobody reads it here: the rest is in the file. */
const MOST_LINES = 400;

/** A program that would run, as it is read; what is no text is said to be none. */
function scriptText(path: string, hash: string): string {
  const text = fileText(path, hash);
  if (text.includes('\0')) return '(it is no text)';
  const lines = exactly(text).split('\n');
  const more = lines.length - MOST_LINES;
  return [...lines.slice(0, MOST_LINES), ...(more > 0 ? [`(${more} more lines)`] : [])].join('\n');
}

/** What is approved is the file as it was pinned, so nothing else is shown for it. */
function fileText(path: string, hash: string): string {
  try {
    const bytes = readRegularFile(path);
    if (hashOf(bytes) === hash) return bytes.toString('utf8').trimEnd();
    return '(it changes while it is shown: look again)';
  } catch (error) {
    return `(it cannot be read: ${(error as Error).message})`;
  }
}

const hashText = (hash: string) =>
  hash === ABSENT
    ? 'is not there: it cannot run, and when it appears it waits for approval'
    : `sha256 ${hash.slice(0, 16)}`;
