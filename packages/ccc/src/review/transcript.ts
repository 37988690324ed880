import { addedId, entryOf, rewoundTo } from './entry.ts';
import { type Line, linesBefore, linesFromEnd } from './lines.ts';

/** What a transcript tells a reviewer. */
export interface Told {
  /** What the user asked for: the last prompts, since the very last may be no more than "go on". */
  readonly task: string | undefined;
  /** The end of the conversation, oldest first. */
  readonly tail: string;
}

const MAX_TAIL = 60_000;
/** How far back the task is looked for. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Reads the end of a transcript, whatever its size. What is left out is said. */
export function readTranscript(file: string | undefined, maxBytes = MAX_BYTES): Told {
  if (file === undefined) return { task: undefined, tail: '(the host named no transcript)' };
  try {
    return collect(file, maxBytes);
  } catch (error) {
    return {
      task: undefined,
      tail: `(the transcript cannot be read: ${(error as Error).message})`,
    };
  }
}

const MAX_PROMPT = 200_000;
const MAX_PROMPTS = 3;

const sizeOf = (line: Line) => ('text' in line ? line.text.length : line.skipped);

function collect(file: string, maxBytes: number): Told {
  const kept: string[] = [];
  let room = MAX_TAIL;
  const prompts: string[] = [];
  let left = 0;
  for (const line of withoutUndone(linesFromEnd(file, maxBytes))) {
    // From here on only the task is looked for, and nobody types as much as a tool returns.
    if (left > 0 && sizeOf(line) > MAX_PROMPT) continue;
    const entry =
      'text' in line
        ? entryOf(line.text)
        : { text: `(an entry of ${line.skipped} bytes is left out)`, isPrompt: false };
    if (!entry) continue;
    if (entry.isPrompt && prompts.length < MAX_PROMPTS) prompts.push(wordsOf(entry));
    // Once something did not fit, nothing older may stand in its place.
    if (left === 0 && entry.text.length <= room) kept.push(entry.text);
    else left++;
    room -= entry.text.length + 2;
    if (left > 0 && prompts.length === MAX_PROMPTS) break;
  }
  if (left > 0) kept.push('(what came before is left out)');
  // Where the search gave up, the first prompts say what it is all about.
  const first = firstPrompts(file, maxBytes, MAX_PROMPTS - prompts.length);
  const all = [...first, ...prompts.reverse()];
  const task = all.length === 0 ? undefined : all.join('\n\n(later)\n');
  return { task, tail: kept.reverse().join('\n\n') || '(the transcript is empty)' };
}

/** What the user took back is no part of the conversation; read from its end, that comes before it. */
function* withoutUndone(lines: Iterable<Line>): Generator<Line> {
  let until: string | undefined;
  for (const line of lines) {
    const text = 'text' in line ? line.text : '';
    if (until === undefined) {
      until = rewoundTo(text);
      if (until === undefined) yield line;
    } else if (addedId(text) === until) until = undefined;
  }
}

const wordsOf = ({ text }: { readonly text: string }) => text.replace(/^user: /, '');

function firstPrompts(file: string, maxBytes: number, most: number): string[] {
  if (most === 0) return [];
  return linesBefore(file, maxBytes)
    .flatMap((line) => entryOf(line) ?? [])
    .filter(({ isPrompt }) => isPrompt)
    .slice(0, most)
    .map(wordsOf);
}
