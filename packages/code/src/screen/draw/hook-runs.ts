import { homeShort, printable } from '../../cli/style.ts';
import type { HookRuns } from '../state/item.ts';
import { behind, type Canvas, clipped, firstLines } from './lines.ts';
import type { Role } from './theme.ts';

type Run = HookRuns['runs'][number];

/** One line for all hooks of an event: who ran, how it ended, how long it took. */
export function hooksLine({ event, runs }: HookRuns, { width, paint }: Canvas): string {
  const each = runs.map((run) => `${printable(run.hook)} ${endOf(run)} ${Math.round(run.ms)} ms`);
  return paint('quiet', clipped(`⚓ ${event}: ${each.join(' · ')}`, width));
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
        `${paint('strong', printable(run.hook))}  ${paint(roleOf(run), endOf(run))}  ${paint('quiet', `${Math.round(run.ms)} ms  ${homeShort(run.source)}`)}`,
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
  const { lines, more } = firstLines(printable(text), MOST_LINES);
  return [
    ...lines.flatMap((line) => behind(`    ${paint('quiet', `${name} │`)} `, line, width)),
    ...(more > 0 ? [paint('quiet', `    … ${more} more lines`)] : []),
  ];
}

/** How a run ended, in a word or two. */
export function endOf({ outcome }: Pick<Run, 'outcome'>): string {
  if (outcome.is === 'exit') return outcome.code === 0 ? 'ok' : `exit ${outcome.code}`;
  if (outcome.is === 'signal') return `killed by ${outcome.signal}`;
  return {
    timeout: 'timed out',
    start: 'did not start',
    cancelled: 'cancelled',
    cut: 'too long',
    lost: 'lost',
  }[outcome.is];
}

function roleOf({ outcome }: Run): Role {
  if (outcome.is !== 'exit') return 'bad';
  return outcome.code === 0 ? 'good' : outcome.code === 2 ? 'warn' : 'bad';
}
