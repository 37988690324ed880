import { resolve } from 'node:path';
import { ABSENT, adviceFor, hashOf, type Pin } from '@wavehooks/hooks/scripts';
import { readRegularFile } from '@wavehooks/process/files';
import type { ItemKind, JudgedItem } from '@wavehooks/settings';
import { exactly, exactPlace, indent } from '../../cli/style.ts';
import { coverageText } from '../settings/row-text.ts';

export const KINDS: Record<ItemKind, string> = {
  hook: 'hook',
  mcp: 'MCP server',
  allow: 'allow rule',
  mode: 'permission mode',
  env: 'environment variable',
  command: 'command',
  supervisor: 'supervisor instructions',
  agent: 'agent',
  skill: 'skill',
};

/** One thing to approve, in full: what runs is what is shown. */
export function itemText(item: JudgedItem): string {
  const lines = [
    `${item.state === 'changed' ? 'changed ' : ''}${KINDS[item.kind]} ${exactly(item.label)}  ${exactPlace(item.source)}`,
    indent(exactly(contentText(item)), '  '),
    ...item.pins.flatMap((pin) => pinLines(item, pin)),
    ...item.why.map((why) => `  ${exactly(why)}`),
  ];
  const reach = item.reach();
  if (reach.coverage !== 'full') lines.push(`  ${coverageText(reach)}`);
  const advice = adviceFor(reach, item.root);
  if (advice) lines.push(`  ${advice.text}: ${advice.fix}`);
  return lines.join('\n');
}

function pinLines(item: JudgedItem, pin: Pin): string[] {
  const { path, hash, of } = pin;
  if (of) return facetLines(pin);
  const text = isPrompt(item) || hash === ABSENT ? [] : [indent(scriptText(item, pin), '    ')];
  return [`  file: ${exactPlace(path)}  ${hashText(hash)}`, ...text];
}

/** What an approval holds of a path that is not a file's content; nothing for what is. */
export const facetLines = (pin: Pin): string[] =>
  pin.of ? FACETS[pin.of].map((text) => `  ${exactPlace(pin.path)}: ${text(pin)}`) : [];

/** What is held of a path beside the content of files; that a file stays in its place needs no word, and packages are named as not covered. */
const FACETS: Readonly<Record<NonNullable<Pin['of']>, readonly ((pin: Pin) => string)[]>> = {
  entries: [() => 'no file may be added here'],
  modules: [({ names = [] }) => `no other file may appear here as a module: ${modulesText(names)}`],
  type: [({ hash }) => `decides how Node reads the script: ${exactly(hash)}`],
  place: [],
  packages: [],
};

const modulesText = (names: readonly string[]): string =>
  names.map((name) => (name === '*' ? "those of Python's library" : exactly(name))).join(', ');

/** A prompt is all of its file; everything else is what the settings say. */
const contentText = (item: JudgedItem): string =>
  isPrompt(item)
    ? item.pins.map((pin) => fileText(item, pin)).join('\n')
    : JSON.stringify(item.content, null, 2);

const isPrompt = ({ kind }: JudgedItem) => kind === 'command' || kind === 'supervisor';

/** Longer than this nobody reads it here: the rest is in the file. */
const MOST_LINES = 400;

/** A program that would run, as it is read; what is no text is said to be none. */
function scriptText(item: JudgedItem, pin: Pin): string {
  const text = fileText(item, pin);
  if (text.includes('\0')) return '(binary file)';
  const lines = exactly(text).split('\n');
  const more = lines.length - MOST_LINES;
  return [...lines.slice(0, MOST_LINES), ...(more > 0 ? [`(${more} more lines)`] : [])].join('\n');
}

/** What is approved is the file as it was pinned, so nothing else is shown for it. */
function fileText({ root }: JudgedItem, { path, hash }: Pin): string {
  try {
    const bytes = readRegularFile(resolve(root, path));
    if (hashOf(bytes) === hash) return bytes.toString('utf8').trimEnd();
    return '(it changed while Wave was reading it: try again)';
  } catch (error) {
    return `(it cannot be read: ${(error as Error).message})`;
  }
}

const hashText = (hash: string) =>
  hash === ABSENT
    ? 'does not exist; if it appears, it needs approval'
    : `sha256 ${hash.slice(0, 16)}`;
