import { structuredPatch } from 'diff';
import { exactly } from './style.ts';

type Paint = (style: 'red' | 'green' | 'dim', text: string) => string;

/** The lines that differ, each with a sign; empty when none does. */
export function lineDiff(before: string, after: string, paint: Paint): string {
  const { hunks } = structuredPatch('', '', before, after, '', '', { context: 2 });
  return hunks
    .map(({ lines }) =>
      lines
        .filter((line) => !line.startsWith('\\'))
        .map((line) => colored(exactly(line), paint))
        .join('\n'),
    )
    .join(`\n${paint('dim', '...')}\n`);
}

function colored(line: string, paint: Paint): string {
  if (line.startsWith('+')) return paint('green', line);
  return line.startsWith('-') ? paint('red', line) : paint('dim', line);
}
