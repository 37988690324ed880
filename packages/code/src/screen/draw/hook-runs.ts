import { specOf } from '@wavehooks/hooks/vocabulary';
import stringWidth from 'string-width';
import { exactly, homeShort, printable } from '../../cli/style.ts';
import type { HookRun, HookRuns } from '../state/item.ts';
import { behind, type Canvas, clipped, cutNote, firstLines, uncoloured } from '../text/lines.ts';
import type { Role } from '../text/theme.ts';
import { MOST_NAMES } from './said.ts';

/**
 * All hooks of an event: who ran, what it asked for, how long it took. In one line, or where there is
 * no room for that, those that had nothing to say as a number: never one that had.
 */
export function hooksLines({ event, runs }: HookRuns, { width, paint }: Canvas): string[] {
  const said = (some: readonly HookRun[]) =>
    some.map((run) => {
      const name = clipped(exactly(run.hook), MOST_NAMES);
      return `${name} ${saidBy(run, event)} ${Math.round(run.ms)} ms`;
    });
  const all = `${event}: ${said(runs).join(' · ')}`;
  if (stringWidth(`⚓ ${all}`) <= width) return [paint('quiet', `⚓ ${all}`)];
  const notable = runs.filter((run) => saidBy(run, event) !== 'ok');
  const quiet = runs.length - notable.length;
  const rest = quiet > 0 ? [`${quiet}${notable.length > 0 ? ' more' : ''} ok`] : [];
  const short = `${event}: ${[...said(notable), ...rest].join(' · ')}`;
  return behind('⚓ ', short, width).map((line) => paint('quiet', line));
}

/** The same in full: each hook with what it printed to both streams. */
export function hooksInFull({ event, decision, runs }: HookRuns, canvas: Canvas): string[] {
  const { width, paint } = canvas;
  const head = paint('quiet', `⚓ ${event}${decision === 'none' ? '' : ` → ${decision}`}`);
  return [
    head,
    ...runs.flatMap((run) => [
      ...behind(
        '  ',
        `${paint('strong', exactly(run.hook))}  ${paint(roleOf(run, event), saidInFull(run, event))}  ${paint('quiet', `${Math.round(run.ms)} ms  ${homeShort(run.source)}`)}`,
        width,
      ),
      ...stream('stdout', run.stdout, canvas),
      ...stream('stderr', run.stderr, canvas),
    ]),
  ];
}

const MOST_LINES = 40;

function stream(name: string, text: string, { width, paint }: Canvas): string[] {
  if (text.trim() === '') return [];
  const { lines, more } = firstLines(printable(uncoloured(text)), MOST_LINES);
  return [
    ...lines.flatMap((line) => behind(`    ${paint('quiet', `${name} │`)} `, line, width)),
    ...(more > 0 ? [paint('quiet', `    ${cutNote(more)}`)] : []),
  ];
}

/** What a run means in its event: in one word where it can be; how it failed, where it did. */
function saidBy(run: HookRun, event: HookRuns['event']): string {
  const words = [...(hasFailed(run) ? [endOf(run)] : []), ...wordsOf(run, event)];
  return words.join(', ') || endOf(run);
}

/** The same with the exit code that said it. */
function saidInFull(run: HookRun, event: HookRuns['event']): string {
  const said = saidBy(run, event);
  return isExit(run, 2) && said !== endOf(run) ? `${said} (${endOf(run)})` : said;
}

/** Two exit codes have a meaning; every other end is a failure. */
const hasFailed = (run: HookRun) => !isExit(run, 0) && !isExit(run, 2);

const isExit = ({ outcome }: HookRun, code: number) =>
  outcome.is === 'exit' && outcome.code === code;

/** What a hook asked for. Nothing can be blocked after the fact: there it is feedback to the agent. */
function wordsOf(run: HookRun, event: HookRuns['event']): string[] {
  const asks = (what: HookRun['effects'][number]['do']) =>
    run.effects.some((effect) => effect.do === what);
  const decision = decisionOf(run);
  return [
    ...(decision
      ? [decision === 'block' && specOf(event).decides === 'permission' ? 'deny' : decision]
      : []),
    ...(specOf(event).says.feedback && asks('tell-agent') ? ['feedback'] : []),
    ...(asks('rewrite') ? ['rewrite'] : []),
  ];
}

/** The strongest first. */
const DECISIONS = ['halt', 'block', 'ask', 'allow'] as const;

const decisionOf = ({ effects }: HookRun) =>
  DECISIONS.find((decision) =>
    effects.some((effect) => effect.do === 'decide' && effect.decision === decision),
  );

/** How a run ended, in a word or two. */
export function endOf({ outcome }: Pick<HookRun, 'outcome'>): string {
  if (outcome.is === 'exit') return outcome.code === 0 ? 'ok' : `exit ${outcome.code}`;
  if (outcome.is === 'signal') return `killed by ${outcome.signal}`;
  if (outcome.is === 'http') return `HTTP ${outcome.status}`;
  return {
    timeout: 'timed out',
    start: 'did not start',
    cancelled: 'cancelled',
    cut: 'too long',
    lost: 'lost',
    async: 'runs on',
  }[outcome.is];
}

function roleOf(run: HookRun, event: HookRuns['event']): Role {
  if (hasFailed(run)) return 'bad';
  const isQuiet = wordsOf(run, event).every((word) => word === 'allow' || word === 'rewrite');
  return isQuiet && isExit(run, 0) ? 'good' : 'warn';
}
