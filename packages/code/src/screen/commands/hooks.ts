import { EVENT_NAMES } from '@wavehooks/hooks';
import { exactLine } from '../../cli/style.ts';
import type { CommandContext } from '../control/command.ts';
import { explainLines } from '../hooks/explain.ts';
import { detailLines, heldLines, summaryOf } from '../hooks/hook-lines.ts';
import { finishReview, type OpenReview, openReview } from '../hooks/review.ts';
import { canSwitch, type SessionHook, sessionHooks, switchHook } from '../hooks/session-hooks.ts';
import { type Canvas, shortened } from '../text/lines.ts';
import { acting, type Listing, type ListRow } from './listing.ts';

/** What is wrong leaves room for the hooks, however much there is to say of it. */
const MOST_NOTES = 3;

/** The names of events stand in a column of their own. */
const WIDEST = Math.max(...EVENT_NAMES.map(({ length }) => length)) + 2;

/** /hooks: what is in force, how it does, and what on disk differs from it. */
export function hooksListing(context: CommandContext, canvas: Canvas): Listing {
  const { agent } = context.controller;
  const hooks = sessionHooks(agent);
  const open = openReview(agent, canvas);
  const note = (text: string, role: 'bad' | 'warn') =>
    text === ''
      ? []
      : shortened(text, canvas.width, MOST_NOTES).map((line) => canvas.paint(role, line));
  const rows = hooks.map((hook): ListRow & { readonly event: string } => ({
    event: hook.row.event,
    label: `${hook.row.event.padEnd(WIDEST)}${summaryOf(hook, canvas)}`,
    choose: () => hookListing(context, canvas, hook),
  }));
  const known: readonly string[] = EVENT_NAMES;
  return {
    title: `Hooks (${hooks.length}): Enter opens, Esc closes`,
    notes: [
      ...(hooks.length === 0
        ? ['No hooks are configured. "wave hooks init" writes a first one.']
        : []),
      ...note(open.problem ?? '', 'bad'),
      ...note(heldLines(agent.hooks.held).join('\n'), 'warn'),
    ],
    rows: [
      ...known.flatMap((event) => rows.filter((row) => row.event === event)),
      ...rows.filter(({ event }) => !known.includes(event)),
      ...reviewRow(context, canvas, open),
      {
        key: 'e',
        label: 'Explain: which hooks fire for a tool',
        prompt: 'Tool, e.g. Bash:',
        choose: acting((tool) => context.print(...explainLines(agent, tool, canvas.paint))),
      },
    ],
  };
}

/** Nothing counts unless somebody says so. */
function reviewRow(
  context: CommandContext,
  { paint }: Canvas,
  { review, lines }: OpenReview,
): ListRow[] {
  if (!review || lines.length === 0) return [];
  const answer = (accepted: boolean) => acting(() => void finishReview(context, review, accepted));
  const listing: Listing = {
    title: 'Changes on disk that are not active yet',
    lines,
    careful: true,
    rows: [
      { key: 'y', label: 'Accept: put all of this in force now', choose: answer(true) },
      { key: 'n', label: 'Keep the hooks as they are', choose: answer(false) },
    ],
  };
  const label = paint('warn', 'Review what changed on disk');
  return [{ key: 'r', label, choose: () => listing }];
}

/** All of one hook, by page where it is long, and its switch. */
function hookListing(context: CommandContext, canvas: Canvas, hook: SessionHook): Listing {
  const { entry, row } = hook;
  const back = () => hooksListing(context, canvas);
  const isOn = entry?.enabled ?? false;
  const switched = () => {
    if (entry) switchHook(context.controller.agent, entry, !isOn);
    context.print(`${exactLine(row.name)} is ${isOn ? 'off' : 'on'} for this session.`);
    return back();
  };
  const label = `Switch it ${isOn ? 'off' : 'on'} for this session`;
  return {
    title: exactLine(row.name),
    lines: detailLines(hook, canvas),
    back,
    rows: [
      { key: 'b', label: 'Back', choose: back },
      ...(canSwitch(hook) ? [{ key: 'o', label, choose: switched }] : []),
    ],
  };
}
