import type { Problem } from '@wavehooks/hooks';
import { deadMatcherOf, type HookRow, type HookState } from '@wavehooks/settings';
import { fileOf, someOf } from '../../cli/fold.ts';
import { exactLine, exactly, exactPlace, type Paint, type Style } from '../../cli/style.ts';

const STATE_STYLE: Record<HookState, Style> = {
  active: 'green',
  disabled: 'dim',
  unapproved: 'yellow',
  changed: 'red',
  invalid: 'red',
  'command not found': 'red',
};

/** What waits for one and the same thing; whatever else there is to say of a row keeps it apart. */
export const kindOfRow = ({ state, why, source, refusal }: HookRow): string | undefined =>
  state === 'unapproved' && refusal === undefined
    ? JSON.stringify([why, fileOf(source)])
    : undefined;

/** Many of a kind, as one. */
export function someRowsText(rows: readonly HookRow[], paint: Paint): string {
  const [{ state, why, source } = { state: 'unapproved', why: '', source: '' } as const] = rows;
  const names = someOf(rows.map(({ name }) => exactLine(name)));
  const head = `${paint(STATE_STYLE[state], state)}  ${rows.length} hooks (${names})`;
  return `${head}  ${paint('dim', exactPlace(fileOf(source)))}\n  ${exactly(why)}; "wave hooks review" shows them`;
}

/** One hook: what it is, whether it runs, and what there is to say about it. */
export function rowText(row: HookRow, problems: readonly Problem[], paint: Paint): string {
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
