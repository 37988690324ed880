import type { ToolBlock } from '@wavehooks/agent-sdk';
import { failedCommand } from '../../../cli/failed-command.ts';
import { oneLine, printable } from '../../../cli/style.ts';
import type { Item } from '../../state/item.ts';
import type { FileChange } from '../../text/file-change.ts';
import { counted, settled, uncoloured } from '../../text/lines.ts';
import { shownPath } from '../../text/paths.ts';

type Call = Extract<Item, { is: 'tool' }>;
type Brief = (block: ToolBlock) => string;

/** The result of a command that went to the background. */
export const STARTED = /^(?:Started|The user moved .* on) (in the background as \w+)\./;

/** What a result comes down to, by its tool; nothing where what stands below says it. */
const BRIEF: Readonly<Record<string, Brief>> = {
  Read: ({ result = '' }) => {
    const lines = result.split('\n');
    const read = lines.filter((line) => /^ *\d+\t/.test(line)).length;
    // An image, an empty file: words instead of lines. Behind lines they say that the file goes on.
    const words = lines.filter((line) => line.startsWith('[')).join(' ');
    return read === 0 ? oneLine(result) : `${counted(read, 'line')} ${words}`.trimEnd();
  },
  Bash: ({ result = '' }) =>
    STARTED.exec(result)?.[1] ??
    ofLines(failedCommand(textOf(result), Number.MAX_SAFE_INTEGER).last, 'line', unshown(result)),
  Glob: ({ result = '' }) => ofLines(linesOf(result), 'file'),
  Write: ({ result = '' }) =>
    / was written over with /.test(result) ? 'replaced all of it' : 'new',
  Edit: () => '',
  TodoWrite: () => '',
  AskUserQuestion: () => '',
  ExitPlanMode: () => '',
};

/** A result that went well, as what stands behind its call in one line. */
export function briefOf({ block, change }: Call, root?: string): string {
  if (block.stage !== 'end' || block.success === false) return '';
  if (change) return changeWords(change);
  const brief = BRIEF[block.name] ?? (({ result = '' }: ToolBlock) => ofLines(linesOf(result)));
  return shownPath(printable(brief(block)), root);
}

/** What became of a file, in a few words. */
export function changeWords({ is, added, removed }: FileChange): string {
  if (is === 'new') return `new, ${counted(added, 'line')}`;
  if (is === 'removed') return `removed, ${counted(removed, 'line')}`;
  return added + removed === 0 ? 'no change' : `+${added} -${removed}`;
}

/** One line is what it says, more of them are a number. */
function ofLines(lines: readonly string[], what = 'line', more = 0): string {
  if (lines.length === 0) return '';
  if (lines.length > 1) return counted(lines.length + more, what);
  const line = oneLine(lines[0] ?? '').trim();
  return line === '(no output)' ? 'no output' : line;
}

/** Lines of a long output that the model did not get. The note about them and the cut line at its end are not the command's. */
function unshown(result: string): number {
  const [note, lines] =
    /^\[\.{3} [\d,]+ characters(?: in ([\d,]+) lines?)? omitted/m.exec(result) ?? [];
  return note === undefined ? 0 : Number(lines?.replaceAll(',', '') ?? 0) - 2;
}

const textOf = (result: string): string => uncoloured(printable(settled(uncoloured(result))));

function linesOf(result: string): string[] {
  const text = textOf(result).trim();
  return text === '' ? [] : text.split('\n');
}
