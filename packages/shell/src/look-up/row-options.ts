import type { Does, Operand, Option, Program } from '../programs/program.ts';
import { onceFor } from '../text/once-for.ts';

/** The options of a row by all their spellings. */
export type Options = ReadonlyMap<string, Option>;

/** The options of rows, read once. */
export const rowOptions = onceFor(
  ({ options = '', everywhere = '' }: Program): Options =>
    new Map(`${options} ${everywhere}`.split(/\s+/).flatMap(entriesOf)),
);

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

/** What the operands of a row are, in order. */
export const rowOperands = onceFor(({ operands = 'nothing' }: Program) =>
  operands.split(' ').map((kind): readonly [Operand, string | undefined] => {
    const [does, language] = kind.split('.');
    return [does as Operand, language];
  }),
);

/** The rows of a program's verbs, by all their names. */
export const rowVerbs = onceFor(
  ({ verbs = {} }: Program): ReadonlyMap<string, Program> =>
    new Map(
      Object.entries(verbs).flatMap(([names, row]) =>
        names.split('|').map((name) => [name, row] as const),
      ),
    ),
);

/** Whether an option of the row, or an operand, may hold something that is run. */
export const canRun = onceFor(
  (row: Program) =>
    /\b(command|line|runs|code)\b/.test(row.operands ?? '') ||
    [...rowOptions(row).values()].some(({ does }) => does === 'runs' || does === 'code'),
);

/** A verb's row with the options of its program that may stand behind it. */
export function verbRow({ everywhere }: Program, verb: Program | undefined): Program {
  if (verb === undefined || everywhere === undefined) return verb ?? NOTHING_KNOWN;
  return withEverywhere(verb, everywhere);
}

const NOTHING_KNOWN: Program = {};

const verbs = new WeakMap<Program, Program>();

function withEverywhere(verb: Program, everywhere: string): Program {
  const known = verbs.get(verb);
  if (known?.everywhere === everywhere) return known;
  const row = { ...verb, everywhere };
  verbs.set(verb, row);
  return row;
}
