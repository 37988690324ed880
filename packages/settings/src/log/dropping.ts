import { existsSync, readFileSync } from 'node:fs';
import { type Dropped, type Drops, readDrops } from '../chain/drops.ts';
import { forgetHeads } from '../chain/heads.ts';
import { type LogPlace, logFile } from './files.ts';

/** What was dropped once the oldest file is gone. Read before it goes. */
export function dropsWithout(place: LogPlace): Drops {
  const { dropped, before } = lastTold(place);
  return { dropped: added([...dropped, ...chainsIn(logFile(place.dir, place.keep))]), before };
}

/** Chains that have ended are forgotten, with what was noted of them, once nothing is left of them. */
export function withoutEnded({ dropped, before }: Drops, headsDir: string): Drops {
  const last = new Map(dropped.map(({ chain, to }) => [chain, to]));
  const over = forgetHeads(headsDir, (chain) => last.get(chain) ?? 0);
  const [gone, left] = [true, false].map((is) =>
    dropped.filter((one) => over.has(one.chain) === is),
  );
  return { dropped: left ?? [], before: (gone ?? []).reduce((sum, { to }) => sum + to, before) };
}

/** What the newest note of the log says. */
function lastTold({ dir, keep }: LogPlace): Drops {
  for (let age = 0; age <= keep; age++) {
    const line = linesIn(logFile(dir, age)).findLast(isNote);
    if (line !== undefined) return readDrops(JSON.parse(line));
  }
  return { dropped: [], before: 0 };
}

/** What binds a line to its chain stands at its end. */
const LINK = /"chain":"([\w-]+)","n":(\d+),"prev":"[\w-]*"\}$/;

/** A note that is in no chain is none of ours, and must not become one. */
const isNote = (line: string): boolean => line.startsWith('{"is":"rotated"') && LINK.test(line);

const chainsIn = (file: string): readonly Dropped[] =>
  linesIn(file).flatMap((line) => {
    const [, chain, number] = LINK.exec(line) ?? [];
    const n = Number(number);
    return chain === undefined ? [] : [{ chain, from: n, to: n }];
  });

/** Of each chain, from which to which record. */
function added(all: readonly Dropped[]): readonly Dropped[] {
  const chains = new Map<string, Dropped>();
  for (const { chain, from, to } of all) {
    const known = chains.get(chain) ?? { from, to };
    chains.set(chain, { chain, from: Math.min(known.from, from), to: Math.max(known.to, to) });
  }
  return [...chains.values()];
}

const linesIn = (file: string): readonly string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
