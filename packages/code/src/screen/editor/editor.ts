import { counted } from '../text/lines.ts';

/** What is typed: a text, where the cursor is, and long pastes that stand in it as a short mark. */
export interface Editor {
  readonly text: string;
  readonly at: number;
  readonly pastes: readonly Paste[];
}

interface Paste {
  readonly number: number;
  readonly mark: string;
  readonly text: string;
}

export const BLANK: Editor = { text: '', at: 0, pastes: [] };

export const filled = (text: string): Editor => ({ text, at: text.length, pastes: [] });

/** What is longer than this is shown as a mark. */
interface Bound {
  readonly lines: number;
  readonly chars: number;
}
const PASTED: Bound = { lines: 5, chars: 1_000 };
/** What was typed once can be edited again, unless every key would take a second. */
const REFILLED: Bound = { lines: 200, chars: 20_000 };

/** A text that comes back stands before what is being typed, unless that is the same. */
export function refilled(editor: Editor, text: string): Editor {
  const typed = wholeText(editor) === text ? BLANK : editor;
  const back = put({ ...typed, at: 0 }, text, REFILLED);
  const whole = typed.text === '' ? back : inserted(back, '\n');
  return { ...whole, at: whole.text.length };
}

/** A mark that stands for itself, such as that of an image: one thing for the cursor. */
export const marked = (editor: Editor, mark: string): Editor => {
  const number = editor.pastes.at(-1)?.number ?? 0;
  return { ...inserted(editor, mark), pastes: [...editor.pastes, { number, mark, text: mark }] };
};

/** A text with the pastes whose marks stand in it. */
export const insertedWith = (editor: Editor, text: string, pastes: Editor['pastes']): Editor => ({
  ...inserted(editor, text),
  pastes: [
    ...editor.pastes,
    ...pastes.filter(({ mark }) => !editor.pastes.some((one) => one.mark === mark)),
  ],
});

/** The cursor at a place of the text, or beside the mark that is there. */
export const placedAt = (editor: Editor, to: number): Editor => ({
  ...editor,
  at: besideMarks(editor, to),
});

/** What a key does to the text. */
export type Edit =
  | { readonly is: 'insert'; readonly text: string }
  | { readonly is: 'paste'; readonly text: string }
  | { readonly is: Motion }
  | { readonly is: Deletion };

type Motion = keyof typeof MOTIONS;
export type Deletion = keyof typeof TARGETS;

export function edited(editor: Editor, edit: Edit): Editor {
  if (edit.is === 'insert') return inserted(editor, edit.text);
  if (edit.is === 'paste') return put(editor, edit.text, PASTED);
  if (edit.is in MOTIONS) return { ...editor, at: moved(editor, edit.is as Motion) };
  const to = moved(editor, TARGETS[edit.is as Deletion]);
  return cutOut(editor, Math.min(to, editor.at), Math.max(to, editor.at));
}

/** What is sent: every mark is the text that was pasted. */
export const wholeText = ({ text, pastes }: Editor): string =>
  text.replace(MARK, (found) => pastes.find(({ mark }) => mark === found)?.text ?? found);

const MARK = /\[paste \d+: [\d,]+ (?:lines|characters)\]/g;

function inserted(editor: Editor, raw: string): Editor {
  const text = raw.replace(/\r\n?/g, '\n');
  return {
    ...editor,
    text: editor.text.slice(0, editor.at) + text + editor.text.slice(editor.at),
    at: editor.at + text.length,
  };
}

/** Puts a text in, as a mark where it is long. */
function put(editor: Editor, raw: string, most: Bound): Editor {
  const text = raw.replace(/\r\n?/g, '\n');
  const lines = text.replace(/\n$/, '').split('\n').length;
  if (lines <= most.lines && text.length <= most.chars) return inserted(editor, text);
  const size = lines > 1 ? counted(lines, 'line') : counted(text.length, 'character');
  const number = (editor.pastes.at(-1)?.number ?? 0) + 1;
  const mark = `[paste ${number}: ${size}]`;
  return { ...inserted(editor, mark), pastes: [...editor.pastes, { number, mark, text }] };
}

const moved = (editor: Editor, motion: Motion): number =>
  besideMarks(editor, MOTIONS[motion](editor.text, editor.at));

/** A mark is one thing: the cursor is before or behind it, never inside, where a key would break it. */
function besideMarks({ text, at, pastes }: Editor, to: number): number {
  for (const { mark } of pastes) {
    const start = text.indexOf(mark);
    const end = start + mark.length;
    if (start !== -1 && start < to && to < end) return to < at ? start : end;
  }
  return to;
}

/** Without what stands between two places. */
export function cutOut(editor: Editor, from: number, to: number): Editor {
  const text = editor.text.slice(0, from) + editor.text.slice(to);
  return { text, at: from, pastes: editor.pastes.filter(({ mark }) => text.includes(mark)) };
}

export type Move = (text: string, at: number) => number;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

export const lineStart: Move = (text, at) => text.lastIndexOf('\n', at - 1) + 1;
export const lineEnd: Move = (text, at) => (text.indexOf('\n', at) + 1 || text.length + 1) - 1;

const MOTIONS = {
  left: (text, at) => [...graphemes.segment(text.slice(0, at))].at(-1)?.index ?? 0,
  right: (text, at) => {
    const [next] = graphemes.segment(text.slice(at));
    return at + (next?.segment.length ?? 0);
  },
  'word-left': (text, at) => /\S+\s*$/.exec(text.slice(0, at))?.index ?? 0,
  'word-right': (text, at) => at + (/^\s*\S+/.exec(text.slice(at))?.[0].length ?? 0),
  'line-start': lineStart,
  'line-end': lineEnd,
  up: (text, at) => {
    const start = lineStart(text, at);
    return start === 0 ? at : Math.min(lineStart(text, start - 1) + (at - start), start - 1);
  },
  down: (text, at) => {
    const end = lineEnd(text, at);
    if (end === text.length) return at;
    return Math.min(end + 1 + at - lineStart(text, at), lineEnd(text, end + 1));
  },
} as const satisfies Record<string, Move>;

/** Up to where a deletion goes. */
const TARGETS = {
  'delete-left': 'left',
  'delete-right': 'right',
  'delete-word': 'word-left',
  'delete-word-right': 'word-right',
  'delete-to-start': 'line-start',
  'delete-to-end': 'line-end',
} as const satisfies Record<string, Motion>;
