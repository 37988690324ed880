import { BLANK, type Deletion, type Edit, type Editor, insertedWith } from './editor.ts';
import type { Press } from './keys.ts';

/** What can be brought back: the text as it was before each change, and what was killed last. */
export interface Trail {
  readonly before: readonly Editor[];
  readonly killed: Pick<Editor, 'text' | 'pastes'>;
  /** What was done last: the same again belongs to it. */
  readonly last: Edit['is'] | undefined;
}

export const NO_TRAIL: Trail = { before: [], killed: BLANK, last: undefined };

const MOST = 200;

/** Deletions that can be yanked, and on which side of what was killed before theirs stands. */
const KILLS: Partial<Record<Edit['is'], 'before' | 'behind'>> = {
  'delete-word': 'before',
  'delete-to-start': 'before',
  'delete-word-right': 'behind',
  'delete-to-end': 'behind',
} satisfies Partial<Record<Deletion, 'before' | 'behind'>>;

/** The trail after a key. What was sent is gone from it: arrow up finds that. */
export function traced(trail: Trail, now: Editor, next: Editor, press: Press): Trail {
  if (press.is === 'undo') return { ...trail, last: undefined };
  const last = press.is === 'edit' ? press.edit.is : undefined;
  if (now.text === next.text) return { ...trail, last };
  if (press.is === 'send' && next.text === '') return { ...NO_TRAIL, killed: trail.killed };
  const isOneWord = last === 'insert' && trail.last === 'insert' && !/\s$/.test(now.text);
  const before = isOneWord ? trail.before : [...trail.before, now].slice(-MOST);
  return { before, killed: killedBy(trail, now, next, last), last };
}

function killedBy(
  { killed, last: earlier }: Trail,
  now: Editor,
  next: Editor,
  last: Edit['is'] | undefined,
): Trail['killed'] {
  const side = last && KILLS[last];
  if (!side) return killed;
  const text = now.text.slice(next.at, next.at + now.text.length - next.text.length);
  const known = earlier && KILLS[earlier] ? killed : BLANK;
  return {
    text: side === 'before' ? text + known.text : known.text + text,
    pastes: [...known.pastes, ...now.pastes.filter(({ mark }) => text.includes(mark))],
  };
}

/** A text that something else than a key is about to change. */
export const remembering = (trail: Trail, now: Editor): Trail => ({
  ...trail,
  before: [...trail.before, now].slice(-MOST),
  last: undefined,
});

/** The text as it was before the last change; undefined where there is none. */
export function undone({ before, ...trail }: Trail): { trail: Trail; editor: Editor } | undefined {
  const editor = before.at(-1);
  return editor && { editor, trail: { ...trail, before: before.slice(0, -1) } };
}

export const yanked = (editor: Editor, { killed }: Trail): Editor =>
  insertedWith(editor, killed.text, killed.pastes);
