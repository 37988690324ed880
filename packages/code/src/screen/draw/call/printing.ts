import type { CommandOutput } from '@wavehooks/agent-sdk';
import { exactly } from '../../../cli/style.ts';
import type { Shell } from '../../state/printing.ts';
import {
  bytesText,
  type Canvas,
  clipped,
  clippedLine,
  joined,
  lastingText,
  untabbed,
} from '../../text/lines.ts';
import { MARKS } from '../../text/marks.ts';

/** So many of the last lines are shown while a command runs. */
const MOST_LINES = 5;

/** What a command has printed so far: its last lines, for how long, and how much. */
export function printingLines(
  { tail, bytes, ms }: CommandOutput,
  since: number | undefined,
  { width, paint, now }: Canvas,
): string[] {
  const mark = `  ${paint('quiet', MARKS.printed.mark)} `;
  const lines = lastOf(tail, MOST_LINES).map((line) => clippedLine(line, width - 4));
  const passed = since === undefined || now === undefined ? ms : now - since;
  return [
    ...lines.map((line) => mark + paint('quiet', line)),
    `  ${paint('quiet', `${lastingText(passed)} · ${bytesText(bytes)}`)}`,
  ];
}

/** A command in the background in one line. */
export function shellLine({ id, command, since, output }: Shell, canvas: Canvas): string {
  const { width, paint, now } = canvas;
  const passed = now === undefined ? output.ms : now - since;
  const state = output.ended ? `${output.how ?? 'ended'}, ` : '';
  const meter = `${state}${lastingText(output.ended ? output.ms : passed)} · ${bytesText(output.bytes)}`;
  const [last = ''] = lastOf(output.tail, 1);
  const name = clipped(joined(exactly(command)), Math.max(8, Math.floor(width / 2) - id.length));
  const text = `${id} ${name} · ${meter}${last ? ` · ${last}` : ''}`;
  const { mark, role } = MARKS[output.ended ? 'done' : 'running'];
  return `${paint(role, mark)} ${paint('quiet', clipped(text, width - 2))}`;
}

/** The last lines that say something. */
export function lastOf(tail: string, most: number): string[] {
  return untabbed(tail)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-most)
    .map((line) => line.trimEnd());
}
