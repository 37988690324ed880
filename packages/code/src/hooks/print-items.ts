import { readFileSync } from 'node:fs';
import { ABSENT, hashOf, type ItemKind, type JudgedItem } from 'wave-hooks';
import { homeShort, indent, printable } from '../cli/style.ts';
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
    `${item.state === 'changed' ? 'changed ' : ''}${KINDS[item.kind]} ${printable(item.label)}  ${homeShort(item.source)}`,
    indent(printable(contentText(item)), '  '),
    ...item.pins.map(
      ({ path, hash }) => `  file: ${printable(homeShort(path))}  ${hashText(hash)}`,
    ),
    ...item.why.map((why) => `  ${printable(why)}`),
  ];
  if (item.scripts.coverage !== 'full') lines.push(`  ${COVERAGE[item.scripts.coverage]}`);
  return lines.join('\n');
}

/** A prompt is all of its file; everything else is what the settings say. */
const contentText = ({ kind, content, pins }: JudgedItem): string =>
  kind === 'command' || kind === 'supervisor'
    ? pins.map(({ path, hash }) => fileText(path, hash)).join('\n')
    : JSON.stringify(content, null, 2);

/** What is approved is the file as it was pinned, so nothing else is shown for it. */
function fileText(path: string, hash: string): string {
  try {
    const bytes = readFileSync(path);
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
