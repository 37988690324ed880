import type { Held } from '@wavehooks/agent-sdk';
import type { Approval, Change, Elsewhere, JudgedItem, Review } from '@wavehooks/settings';
import { exactLine, exactly, exactPlace, homeShort } from '../../cli/style.ts';
import { reviewText } from '../../hooks/approval/review.ts';
import type { HookStats } from '../../hooks/log/log-stats.ts';
import { endOf } from '../draw/hook-runs.ts';
import { diffLines } from '../text/change-lines.ts';
import { behind, type Canvas, counted, minuteOf } from '../text/lines.ts';
import type { Paint, Role } from '../text/theme.ts';
import { OFF, type SessionHook } from './session-hooks.ts';

const STATE_ROLES: Readonly<Record<string, Role>> = {
  active: 'good',
  disabled: 'quiet',
  [OFF]: 'quiet',
  unapproved: 'warn',
  changed: 'bad',
  invalid: 'bad',
  'command not found': 'bad',
};

/** One line a hook: what it is for and how it does. */
export function summaryOf({ row, state, stats }: SessionHook, { paint }: Canvas): string {
  const matcher = row.matcher === '' || row.matcher === '*' ? '' : ` on ${row.matcher}`;
  const scope = row.scope === undefined ? '' : `  ${exactly(row.scope)}`;
  const times = stats ? `  ${counted(stats.runs, 'run')}, ${timesOf(stats)}` : '';
  return `${paint(STATE_ROLES[state] ?? 'plain', state)}  ${exactLine(row.name)}${exactly(matcher)}${paint('quiet', scope + times)}`;
}

const timesOf = ({ p50, p95 }: HookStats): string =>
  p50 === undefined || p95 === undefined ? 'none began' : `p50 ${ms(p50)}, p95 ${ms(p95)}`;

const ms = (time: number) => `${time < 10 ? time.toFixed(1) : Math.round(time)} ms`;

/** Changes that a hook kept from being announced, each with the reason it gave. */
export const heldLines = (held: readonly Held[]): string[] =>
  held.map(
    ({ text, reason }) => `A hook held back: ${exactLine(homeShort(text))} (${exactLine(reason)})`,
  );

/** All that is known of one hook. */
export function detailLines(hook: SessionHook, { width, paint }: Canvas): string[] {
  const { row, state, stats, last } = hook;
  const field = (name: string, value: string) =>
    value === '' ? [] : behind(paint('quiet', name.padEnd(9)), exactly(value), width);
  return [
    ...field('event', `${row.event}${row.matcher ? `  (${row.matcher})` : ''}`),
    ...field('state', `${state}${row.why ? `: ${row.why}` : ''}`),
    ...field('in force', row.scope ?? ''),
    ...field('command', row.command),
    ...field('source', homeShort(row.source)),
    ...field('limits', `${row.timeout} s, on error: ${row.onError}`),
    ...field(
      'runs',
      stats
        ? `${stats.runs} in the log, ${stats.failures} failed, ${stats.blocks} blocked; ${timesOf(stats)}`
        : 'none in the log',
    ),
    ...last.flatMap(({ time, tool, outcome, ms: took, decision }) =>
      behind(
        ' '.repeat(9),
        exactly(
          `${minuteOf(new Date(time))}  ${tool ?? ''}  ${endOf({ outcome })}  ${ms(took)}${decision === 'none' ? '' : `  → ${decision}`}`,
        ),
        width,
      ),
    ),
  ];
}

interface Where {
  readonly home: string;
  readonly projectDir: string;
}

/** What a review would change, hook by hook; empty when nothing would. */
export function reviewLines(review: Review, where: Where, canvas: Canvas): string[] {
  const { items, gone } = review.opened;
  const waiting = items.filter(({ state }) => state !== 'approved');
  const project = waitingLines(waiting, gone, where, canvas.paint, review.elsewhere);
  const own = review.changes.filter((change) => !isProjects(change));
  const changed = own.flatMap((change) => [...changeLines(change, canvas), '']);
  return [...changed, ...project];
}

/** What of the project waits: what is new in full, and of what was approved before what changed. */
export const waitingLines = (
  items: readonly JudgedItem[],
  gone: readonly Approval[],
  where: Where,
  paint: Paint,
  elsewhere: readonly Elsewhere[] = [],
): string[] => {
  const themed = (style: keyof typeof ROLES, text: string) => paint(ROLES[style], text);
  const text = reviewText(items, gone, where, themed, elsewhere);
  return text?.trimEnd().split('\n') ?? [];
};

/** The colours of the command line as roles: the theme knows what can be read on this terminal. */
const ROLES = { green: 'added', red: 'removed', yellow: 'warn', dim: 'quiet' } as const;

/** What the project's files bring is shown by item, with the files that it runs. */
const isProjects = (change: Change): boolean => {
  const { from } = change.is === 'changed' ? change.after : change.hook;
  return from === 'project' || from === 'local';
};

function changeLines(change: Change, canvas: Canvas): string[] {
  const { before, after } =
    change.is === 'changed'
      ? change
      : change.is === 'added'
        ? { before: undefined, after: change.hook }
        : { before: change.hook, after: undefined };
  const view = after ?? before;
  const json = (content: unknown) =>
    content === undefined ? '' : JSON.stringify(content, null, 2);
  return [
    `${canvas.paint('warn', change.is)}  ${view?.event} ${exactLine(view?.label ?? '')}  ${canvas.paint('quiet', exactPlace(view?.source ?? ''))}`,
    ...diffLines(json(before?.content), json(after?.content), {
      ...canvas,
      width: canvas.width - 2,
    }).map((line) => `  ${line}`),
  ];
}
