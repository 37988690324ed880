import { ABSENT, type ItemKind, type JudgedItem } from 'wave-hooks';
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
    indent(printable(JSON.stringify(item.content, null, 2)), '  '),
    ...item.pins.map(
      ({ path, hash }) => `  file: ${printable(homeShort(path))}  ${hashText(hash)}`,
    ),
    ...item.why.map((why) => `  ${printable(why)}`),
  ];
  if (item.scripts.coverage !== 'full') lines.push(`  ${COVERAGE[item.scripts.coverage]}`);
  return lines.join('\n');
}

const hashText = (hash: string) =>
  hash === ABSENT
    ? 'is not there: it cannot run, and when it appears it waits for approval'
    : `sha256 ${hash.slice(0, 16)}`;
