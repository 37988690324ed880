import { structuredPatch } from 'diff';
import { exactly } from '../../cli/style.ts';
import { withLineEnds } from './line-ends.ts';
import { behind, type Canvas, cutNote } from './lines.ts';

const NO_END = '  (no newline at end of file)';

/** Two texts as a diff: a sign on each line, so that it can be read without colour. */
export function diffLines(
  before: string,
  after: string,
  { width, paint }: Canvas,
  most = Number.POSITIVE_INFINITY,
  context = 2,
): string[] {
  const { hunks } = structuredPatch('', '', ...withLineEnds(before, after), '', '', { context });
  // Worth a line only where it is a part of the change.
  const isEnd = before.endsWith('\n') !== after.endsWith('\n');
  const lines = hunks.flatMap((hunk, at) => [
    ...(at > 0 ? ['…'] : []),
    ...hunk.lines.flatMap((line) => (line.startsWith('\\') ? (isEnd ? [NO_END] : []) : [line])),
  ]);
  const shown = lines.slice(0, most).flatMap((line) => {
    const role = line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'quiet';
    const sign = line.slice(0, 1) || ' ';
    return behind(paint(role, `${sign} `), paint(role, exactly(line.slice(1))), width);
  });
  const more = lines.length - Math.min(lines.length, most);
  return more > 0 ? [...shown, paint('quiet', cutNote(more))] : shown;
}
