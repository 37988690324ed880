import type { Problem } from '@wavehooks/hooks';
import { deadMatcherOf, type HookRow, type HookState } from '@wavehooks/settings';
import { type Command, readArgs, refuseMore } from '../../cli/command.ts';
import {
  exactLine,
  exactly,
  exactPlace,
  indent,
  type Paint,
  painter,
  type Style,
} from '../../cli/style.ts';
import { usageOf } from '../../cli/usage.ts';
import { type Looked, look, problemsText } from './look.ts';
import { OPEN_FLAGS, openOptions } from './open-options.ts';

const USAGE = usageOf({ forms: ['wave hooks list [options]'], options: OPEN_FLAGS });

/** `wave hooks list`: every hook with where it comes from and whether it runs. */
export const list: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, OPEN_FLAGS, USAGE);
  refuseMore(positionals, USAGE);
  const { rows, problems, opened } = look(openOptions(values, io, USAGE));
  const { notTaken } = opened;
  if (values.json) io.out(`${JSON.stringify({ hooks: rows, problems, notTaken }, null, 2)}\n`);
  else io.out(listText({ rows, problems }, painter(io.color)) + notTakenText(opened));
  return 0;
};

/** What is wrong with a hook stands below it, all else comes first. */
function listText({ rows, problems }: Pick<Looked, 'rows' | 'problems'>, paint: Paint): string {
  const others = problems.filter((problem) => !rows.some((row) => isAbout(problem, row)));
  return problemsText(others, paint) + rowsText(rows, problems, paint);
}

/** What of Claude Code's files counts only there. */
function notTakenText({ notTaken }: Looked['opened']): string {
  if (notTaken.length === 0) return '';
  const lines = notTaken.map(({ field, source }) => `  ${exactly(field)}  ${exactPlace(source)}`);
  return `\nNot taken from Claude Code's files:\n${lines.join('\n')}\n`;
}

const isAbout = (problem: Problem, row: HookRow): boolean =>
  problem.source === row.source && problem.hook === row.name;

function rowsText(rows: readonly HookRow[], problems: readonly Problem[], paint: Paint): string {
  if (rows.length === 0)
    return 'No hooks are configured. "wave help settings" says where they go.\n';
  const text = (row: HookRow) => {
    const own = problems.filter((problem) => isAbout(problem, row));
    return indent(printRow(row, own, paint), '  ');
  };
  const events = [...new Set(rows.map(({ event }) => event))];
  return `${events
    .map((event) => {
      const own = rows.filter((row) => row.event === event);
      return `${paint('bold', exactly(event))}\n${own.map(text).join('\n')}`;
    })
    .join('\n\n')}\n`;
}

const STATE_STYLE: Record<HookState, Style> = {
  active: 'green',
  disabled: 'dim',
  unapproved: 'yellow',
  changed: 'red',
  invalid: 'red',
  'command not found': 'red',
};

function printRow(row: HookRow, problems: readonly Problem[], paint: Paint): string {
  const head = `${paint(STATE_STYLE[row.state], row.state)}  ${exactLine(row.name)}`;
  const matcher = row.matcher === '' || row.matcher === '*' ? '' : `  on ${exactly(row.matcher)}`;
  const lines = [`${head}${matcher}  ${paint('dim', exactPlace(row.source))}`];
  const kind = row.called === undefined ? '' : `${row.called}: `;
  if (kind !== '' || (row.command !== '' && row.command !== row.name))
    lines.push(paint('dim', `  ${kind}${exactLine(row.command)}`));
  const terms = termsOf(row);
  if (terms !== '') lines.push(paint('dim', `  ${exactly(terms)}`));
  if (row.why !== '') lines.push(`  ${exactly(row.why)}`);
  if (row.refusal !== undefined) lines.push(`  it will fail: ${exactly(row.refusal)}`);
  lines.push(...problems.map(({ level, text }) => `  ${paint('yellow', level)}: ${exactly(text)}`));
  const { parts, mayCome } = deadMatcherOf(row);
  const said = parts.map(({ text, fix }) => (mayCome ? `${text}; ${fix}` : text));
  lines.push(...said.map((text) => `  ${exactly(text)}`));
  if (isProjects(row) && row.coverage !== 'full') lines.push(`  ${coverageText(row)}`);
  return lines.join('\n');
}

/** When it runs, and who waits for it. */
const termsOf = ({ if: rule, once, async, scope }: HookRow): string =>
  [
    ...(rule === undefined ? [] : [`only if ${rule}`]),
    ...(scope === undefined ? [] : [`only ${scope}`]),
    ...(once ? ['once a session'] : []),
    ...(async ? [async === 'rewake' ? 'async, wakes the agent' : 'async'] : []),
  ].join('; ');

/** Only what comes with a project is approved by content. */
const isProjects = ({ from }: HookRow) => from === 'project' || from === 'local';

const COVERAGE = {
  full: 'content covered',
  partial: 'content not fully covered',
  none: 'content not covered',
} as const;

/** Without a gap that has a name, the command itself is what is not understood. */
const UNNAMED = {
  full: '',
  partial: 'an approval pins only the files it names',
  none: 'an approval pins the command, but no file that it runs',
} as const;

/** How much of what a hook runs an approval covers, and what it does not. */
export function coverageText({
  coverage,
  gaps,
}: Pick<HookRow, 'coverage'> & { readonly gaps?: readonly string[] }): string {
  const named = gaps && gaps.length > 0 ? `it ${exactly(gaps.join('; it '))}` : UNNAMED[coverage];
  return [COVERAGE[coverage], named].filter(Boolean).join(': ');
}
