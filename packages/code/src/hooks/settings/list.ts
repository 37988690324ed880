import type { Problem } from '@wavehooks/hooks';
import { deadMatcherOf, type HookRow, letsPass } from '@wavehooks/settings';
import { type Command, readArgs, refuseMore } from '../../cli/command.ts';
import { folded } from '../../cli/fold.ts';
import { exactly, exactPlace, indent, type Paint, painter } from '../../cli/style.ts';
import { usageOf } from '../../cli/usage.ts';
import { type Looked, look, problemsText } from './look.ts';
import { OPEN_FLAGS, openOptions } from './open-options.ts';
import { kindOfRow, rowText, someRowsText } from './row-text.ts';

const FLAGS = {
  ...OPEN_FLAGS,
  all: {
    type: 'boolean',
    about: 'each hook by itself, also where many of a file wait for your approval',
  },
} as const;
const USAGE = usageOf({ forms: ['wave hooks list [options]'], options: FLAGS });

/** `wave hooks list`: every hook with where it comes from and whether it runs. */
export const list: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, FLAGS, USAGE);
  refuseMore(positionals, USAGE);
  const options = openOptions(values, io, USAGE);
  const { rows, problems, opened } = look(options);
  const { notTaken } = opened;
  if (values.json) io.out(`${JSON.stringify({ hooks: rows, problems, notTaken }, null, 2)}\n`);
  else
    io.out(
      listText({ rows, problems }, values.all ?? false, painter(io.color)) +
        openGuardsText(rows, options.projectDir) +
        notTakenText(opened),
    );
  return 0;
};

/** What is wrong with a hook stands below it, all else comes first. */
function listText(
  { rows, problems }: Pick<Looked, 'rows' | 'problems'>,
  all: boolean,
  paint: Paint,
): string {
  const others = problems.filter((problem) => !rows.some((row) => isAbout(problem, row)));
  return problemsText(others, paint) + rowsText(rows, problems, all, paint);
}

/** Guards whose own failure opens the gate, in one line; the doctor names them. */
function openGuardsText(rows: readonly HookRow[], projectDir: string): string {
  const { length } = rows.filter((row) => letsPass(row, projectDir));
  if (length === 0) return '';
  const [who, crash] =
    length === 1 ? ['1 guard lets', 'it crashes'] : [`${length} guards let`, 'they crash'];
  return `\n${who} the call pass if ${crash}: "wave hooks doctor" says more.\n`;
}

/** What of Claude Code's files counts only there. */
function notTakenText({ notTaken }: Looked['opened']): string {
  if (notTaken.length === 0) return '';
  const lines = notTaken.map(({ field, source }) => `  ${exactly(field)}  ${exactPlace(source)}`);
  return `\nNot taken from Claude Code's files:\n${lines.join('\n')}\n`;
}

const isAbout = (problem: Problem, row: HookRow): boolean =>
  problem.source === row.source && problem.hook === row.name;

function rowsText(
  rows: readonly HookRow[],
  problems: readonly Problem[],
  all: boolean,
  paint: Paint,
): string {
  if (rows.length === 0)
    return 'No hooks are configured. "wave help settings" says where they go.\n';
  const ownOf = (row: HookRow) => problems.filter((problem) => isAbout(problem, row));
  const kindOf = (row: HookRow) =>
    all || ownOf(row).length > 0 || deadMatcherOf(row).parts.length > 0
      ? undefined
      : kindOfRow(row);
  const text = ([row, ...others]: HookRow[]) =>
    row === undefined
      ? ''
      : indent(
          others.length > 0
            ? someRowsText([row, ...others], paint)
            : rowText(row, ownOf(row), paint),
          '  ',
        );
  const events = [...new Set(rows.map(({ event }) => event))];
  return `${events
    .map((event) => {
      const own = rows.filter((row) => row.event === event);
      return `${paint('bold', exactly(event))}\n${folded(own, kindOf).map(text).join('\n')}`;
    })
    .join('\n\n')}\n`;
}
