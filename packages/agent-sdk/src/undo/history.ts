import type { Change } from '../conversation.ts';
import type { Message } from '../messages.ts';
import type { FileFact } from './state.ts';

/** A prompt of the session, and where in the session it stands. */
export interface Mark {
  readonly id: string;
  readonly text: string;
  /** When it was made, in milliseconds; undefined for sessions of an older Wave. */
  readonly at: number | undefined;
  /** How many facts there were before it. */
  readonly from: number;
}

export type Fact =
  | ({ readonly is: 'before' | 'after' } & FileFact)
  | { readonly is: 'ran'; readonly tool: string; readonly what: string };

/**
 * All that tools did, in its order, and the prompts among it. Facts are never taken out: putting files
 * back is a fact like any other. A prompt that was taken back has no mark any more, so what was done
 * for it counts as done since the one before it.
 */
export interface History {
  readonly marks: readonly Mark[];
  readonly facts: readonly Fact[];
  /** Whether a copy of this file was kept since the last prompt. */
  hasCopy(path: string): boolean;
  hear(change: Change): void;
}

export function createHistory(): History {
  const marks: Mark[] = [];
  const facts: Fact[] = [];
  const copied = new Set<string>();
  const hear = (change: Change) => {
    if (change.is === 'added' && change.message.from === 'prompt') {
      const { id } = change.message;
      marks.push({ id, text: textOf(change.message), at: change.at, from: facts.length });
      copied.clear();
    } else if (change.is === 'file') {
      const { path, state } = change;
      facts.push({ is: change.when, path, state });
      if (change.when === 'before') copied.add(path);
    } else if (change.is === 'ran') facts.push(change);
    else if (change.is === 'rewound') forget(marks, change.to);
  };
  return { marks, facts, hear, hasCopy: (path) => copied.has(path) };
}

function forget(marks: Mark[], id: string): void {
  const at = marks.findIndex((mark) => mark.id === id);
  if (at >= 0) marks.splice(at);
}

const textOf = ({ blocks }: Message): string =>
  blocks.map((block) => (block.type === 'text' ? block.content : '')).join('\n');
