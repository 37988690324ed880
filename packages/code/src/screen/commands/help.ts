import type { Agent } from '@wavehooks/agent-sdk';
import { printable } from '../../cli/style.ts';
import type { CommandFor } from '../control/command.ts';
import type { Paint } from '../text/theme.ts';

/** What is typed, and what comes of it. */
export type HelpRow = readonly [string, string];

type Listed = Pick<CommandFor<never>, 'name' | 'args' | 'about'>;

export function helpLines(
  commands: readonly Listed[],
  inFiles: Agent['commands'],
  keys: readonly HelpRow[],
  paint: Paint,
): string[] {
  const ours = inFiles.filter(({ from }) => from === 'wave');
  const own = [
    ...commands.map(({ name, args = '', about }) => named(name, args, about)),
    ...ours.map(({ name, hint, about }) => named(name, hint, about)),
  ];
  const theirs = inFiles.filter((one) => !ours.includes(one));
  const kept = theirs.map(({ name, hint, about }) => named(name, hint, about));
  const widths = [...own, ...kept, ...keys].map(([what]) => what.length);
  // A longer one pushes its own text aside, and not all others.
  const column = Math.max(...widths.filter((one) => one <= MOST_COLUMN));
  const rows = (all: readonly HelpRow[]) =>
    all.map(([what, about]) => `  ${what.padEnd(column)}  ${about}`);
  return [
    paint('strong', 'Commands'),
    ...rows(own),
    ...(kept.length > 0
      ? ['', paint('strong', 'Your commands and those of the project'), ...rows(kept)]
      : []),
    '',
    paint('strong', 'Keys'),
    ...rows(keys),
  ];
}

const MOST_COLUMN = 26;

const named = (name: string, more: string, about: string): HelpRow => [
  printable(`/${name} ${more}`.trim()),
  printable(about),
];
