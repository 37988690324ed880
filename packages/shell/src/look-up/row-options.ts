import type { Does, Option, Program } from '../programs/program.ts';

/** The options of a row by all their spellings. */
export type Options = ReadonlyMap<string, Option>;

/** The options of rows, read once. */
export function rowOptions({ options = '', everywhere = '' }: Program): Options {
  const text = `${options} ${everywhere}`;
  const known = read.get(text) ?? new Map(text.split(/\s+/).flatMap(entriesOf));
  read.set(text, known);
  return known;
}

const read = new Map<string, Options>();

const ENTRY = /^([^=:?!]+)(?:([=:?])(\w*)(?:\.(\w+))?)?(!?)$/;
const VALUES = { '=': 'next', '?': 'attached', ':': 'none' } as const;

function entriesOf(text: string): readonly (readonly [string, Option])[] {
  const [, spellings, sign = ':', does = '', language, instead] = ENTRY.exec(text) ?? [];
  if (spellings === undefined) return [];
  const names = spellings.split('|');
  const option: Option = {
    name: names[0] ?? '',
    value: VALUES[sign as keyof typeof VALUES],
    does: (does || 'nothing') as Does,
    instead: instead === '!',
    ...(language === undefined ? {} : { language }),
  };
  return names.map((name) => [name, option]);
}

/** An option by how it is written: long ones may be cut short as far as they are still clear. */
export function optionNamed(options: Options, written: string): Option | undefined {
  const exact = options.get(written);
  if (exact !== undefined || !/^--\w/.test(written)) return exact;
  const found = new Set(
    [...options].flatMap(([name, option]) => (name.startsWith(written) ? [option] : [])),
  );
  return found.size === 1 ? [...found][0] : undefined;
}

/** Whether an option of the row, or an operand, may hold something that is run. */
export const canRun = (row: Program): boolean =>
  /\b(command|line|runs|code)\b/.test(row.operands ?? '') ||
  [...rowOptions(row).values()].some(({ does }) => does === 'runs' || does === 'code');
