import type {
  Checkpoint,
  Overwritten,
  Uncovered,
  UndoOptions,
  UndoResult,
} from '@wavehooks/agent-sdk';
import { exactLine, exactly, exactPlace, indent, oneLine, printable } from '../../cli/style.ts';

export interface Done {
  readonly session: string;
  /** Whether the user named the session. */
  readonly named: boolean;
  readonly number: number;
  readonly options: UndoOptions;
  readonly result: UndoResult;
}

export const listJson = (session: string, all: readonly Checkpoint[]): string =>
  json({
    session_id: session,
    prompts: all.map(({ id, text, at, files }, i) => ({
      number: i + 1,
      id,
      text,
      ...(at === undefined ? {} : { time: new Date(at).toISOString() }),
      files,
    })),
  });

export function listText(session: string, all: readonly Checkpoint[]): string {
  if (all.length === 0) return `Session ${session} has no prompt to go back to.\n`;
  const rows = all.map(({ text, at, files }, i) => {
    const when = at === undefined ? ' '.repeat(16) : timeText(at);
    return `${String(i + 1).padStart(4)}  ${when}  ${many(files.length, 'file').padStart(8)}  ${short(text)}`;
  });
  return `Session ${session}; files that tools changed since each prompt:\n\n${rows.join('\n')}\n`;
}

export const resultJson = ({ session, number, result }: Done): string =>
  json({ session_id: session, number, ...result });

export function resultText(done: Done): string {
  const { number, options, result } = done;
  const { prompt, rewound, restored, removed, overwritten, skipped, commands } = result;
  const { madeBy, uncovered } = result;
  const what =
    skipped.length > 0
      ? 'Not everything is back at'
      : !rewound
        ? 'Files are back at'
        : options.files === false
          ? 'The conversation is back at'
          : 'Back at';
  return [
    `${what} ${prompt === '' ? 'the start of the session' : `the moment before prompt ${number}: ${short(prompt)}`}`,
    ...restored.flatMap((path) => [
      `  ${removed.includes(path) ? 'removed ' : 'restored'}  ${shown(path)}${makers(madeBy[path])}`,
      ...wasThere(overwritten, path).map((line) => `            ${line}`),
    ]),
    ...skipped.map(
      ({ path, why, copy }) =>
        `  left      ${shown(path)}: ${exactly(why)}${makers(madeBy[path])}${copy ? `\n            as it was: ${shown(copy)}` : ''}`,
    ),
    ...(rewound || options.conversation === false ? [] : [choices(done)]),
    ...(restored.length + skipped.length === 0 && options.files !== false
      ? ['  No file had to be put back.']
      : []),
    ...(commands.length === 0 ? [] : [RAN, ...commands.map((one) => indent(exactly(one), '  '))]),
    ...uncoveredLines(uncovered),
    '',
  ].join('\n');
}

export const RAN = 'Commands that ran since then. What they did outside the project stays:';

/** What made a change, behind its path; edits of Wave's own tools need no word. */
export function makers(by: readonly string[] = []): string {
  const told = by.filter((one) => !['Write', 'Edit'].includes(one));
  return told.length === 0 ? '' : `  (${told.map((one) => exactLine(one)).join(', ')})`;
}

/** What undo knows nothing of, and left as it is. */
export const uncoveredLines = (all: readonly Uncovered[]): string[] =>
  all.length === 0
    ? []
    : [
        'Undo does not cover these. They stay as they are now:',
        ...all.map(({ path, why }) => `  ${shown(path)}: ${exactly(why)}`),
      ];

/** What somebody else had made of a file, where that was overwritten by force: a line, or none. */
export function wasThere(all: readonly Overwritten[], path: string): string[] {
  const { copy, link } = all.find((one) => one.path === path) ?? {};
  if (copy !== undefined) return [`what was there: ${shown(copy)}`];
  return link === undefined ? [] : [`what was there: a link to ${shown(link)}`];
}

function choices({ session, named, number, options }: Done): string {
  const same = `wave undo ${number}${named ? ` --session ${session}` : ''}`;
  const forced = options.force ? 'tries again' : 'restores them anyway';
  return `The conversation stays until you choose: "${same} --force" ${forced}, "${same} --only conversation" leaves them.`;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const shown = (path: string): string => exactPlace(path);
const many = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;

const MAX_LINE = 72;
function short(text: string): string {
  const line = printable(oneLine(text)).trim();
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE - 1)}…` : line;
}

/** In the user's own time, by the minute. */
function timeText(at: number): string {
  const date = new Date(at);
  const two = (n: number) => String(n).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
