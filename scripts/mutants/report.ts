import { relative } from 'node:path';

/** A mutant after its run, as far as the report needs it. */
export interface Mutant {
  readonly fileName: string;
  readonly location: { readonly start: { readonly line: number } };
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: string;
}

/** What counts, and whether it is alive. A test that never ends has found its mutant, too. */
const ALIVE: ReadonlyMap<string, boolean> = new Map([
  ['Killed', false],
  ['Timeout', false],
  ['Survived', true],
  ['NoCoverage', true],
]);

/** Who survived, a table by file, and the score in percent. Mutants that were ignored do not count. */
export function report(mutants: readonly Mutant[], root: string): { text: string; score: number } {
  const counted = mutants.filter(({ status }) => ALIVE.has(status));
  const nameOf = ({ fileName }: Mutant) => relative(root, fileName);
  const files = [...Map.groupBy(counted, nameOf)].sort(([a], [b]) => (a < b ? -1 : 1));
  const width = Math.max(...files.map(([file]) => file.length), 4);
  const line = (name: string, ...cells: readonly (string | number)[]) =>
    [name.padEnd(width), ...cells.map((one) => String(one).padStart(8))].join(' ');
  const row = (name: string, all: readonly Mutant[]) =>
    line(name, all.length, all.filter(isAlive).length, percent(all).toFixed(1));
  return {
    score: percent(counted),
    text: [
      ...counted.filter(isAlive).map((one) => `${nameOf(one)}:${survivor(one)}`),
      '',
      line('file', 'mutants', 'alive', 'killed %'),
      ...files.map(([file, own]) => row(file, own)),
      row('all', counted),
    ].join('\n'),
  };
}

const isAlive = ({ status }: Mutant): boolean => ALIVE.get(status) === true;

const percent = (all: readonly Mutant[]): number =>
  all.length === 0 ? 0 : (100 * all.filter((one) => !isAlive(one)).length) / all.length;

function survivor({ location, mutatorName, replacement = '', status }: Mutant): string {
  const short = replacement.replace(/\s+/g, ' ').slice(0, 100);
  const unrun = status === 'NoCoverage' ? ' (no test runs it)' : '';
  return `${location.start.line} ${mutatorName} -> ${short}${unrun}`;
}
