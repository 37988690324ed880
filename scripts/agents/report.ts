import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { TARGETS } from '../../packages/hook-kit/src/answer/targets.ts';
import { CLIENTS, type ClientName, PINS } from './clients.ts';
import { HOSTILE } from './hostile.ts';
import { SITUATIONS, type Situation } from './situations.ts';
import { type Cell, wordsOf } from './verdict.ts';

export interface Tried {
  readonly name: ClientName;
  readonly situation: Situation;
  readonly cell: Cell;
}

const START = '<!-- printed: agents -->\n';
const END = '<!-- end printed -->';

/** What was tried last of each agent stays beside what is installed, so that one can be tried alone. */
export function withEarlier(file: string, now: readonly Tried[]): Tried[] {
  const kept: readonly Kept[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  const names = now.map(({ name }) => name);
  const earlier = kept.filter(({ name, pins }) => !names.includes(name) && pins === PINNED);
  const all = [
    ...earlier,
    ...now.map(({ name, situation, cell }) => ({ name, at: keyOf(situation), cell, pins: PINNED })),
  ];
  writeFileSync(file, JSON.stringify(all));
  return (Object.keys(CLIENTS) as ClientName[]).flatMap((name) =>
    [...SITUATIONS, ...HOSTILE].flatMap((situation) => {
      const found = all.find((one) => one.name === name && one.at === keyOf(situation));
      return found ? [{ name, situation, cell: found.cell }] : [];
    }),
  );
}

interface Kept {
  readonly name: ClientName;
  readonly at: string;
  readonly cell: Cell;
  readonly pins: string;
}

const PINNED = JSON.stringify(PINS);

const keyOf = ({ event, effect }: Situation): string => `${event}: ${effect}`;

/** Puts the table between its two marks. */
export function putIntoDocs(page: string, tried: readonly Tried[]): void {
  const text = readFileSync(page, 'utf8');
  const [from, to] = [text.indexOf(START), text.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${page}: expected ${START.trim()} and ${END}`);
  writeFileSync(page, `${text.slice(0, from + START.length)}${tableOf(tried)}\n${text.slice(to)}`);
}

/** Agents across, and one row for each moment and effect. */
export function tableOf(tried: readonly Tried[]): string {
  const names = [...new Set(tried.map(({ name }) => name))];
  const rows = [...new Set(tried.map(({ situation }) => situation))].map((situation) => [
    `${situation.event}: ${situation.effect}`,
    ...names.map((name) => {
      const found = tried.find((one) => one.name === name && one.situation === situation);
      return found ? wordsOf(found.cell) : '';
    }),
  ]);
  const head = ['asked for', ...names.map((name) => TARGETS[name].title)];
  const versions = Object.entries(PINS).map(([name, version]) => `${name} ${version}`);
  return [
    `Tried with ${versions.join(', ')}.`,
    '',
    ...[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n');
}
