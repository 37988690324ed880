import { printable } from '../../cli/style.ts';
import { belowPrompt, draw } from '../draw/item.ts';
import type { Item } from '../state/item.ts';
import type { State } from '../state/state.ts';
import { cutNote, firstLines, setIn } from '../text/lines.ts';
import { CANVAS } from './questions/desk.ts';

/** What of the conversation was said already. */
export interface Said {
  /** What is to be said now. */
  next(state: State): string[];
  /** The user has just typed this prompt: it stands there. */
  typed(text: string): void;
  /** All of this counts as said. */
  skip(state: State): void;
}

export function createSaid(root?: string): Said {
  const canvas = { ...CANVAS, root };
  let typed: string[] = [];
  let said = 0;
  let wiped = 0;
  const skip = (state: State) => {
    said = state.printed.length;
    wiped = state.wiped;
  };
  /** The hooks of a prompt that stands there, and what they said, are still to be said. */
  const textOf = (item: Item): string[] => {
    const at = item.is === 'prompt' ? typed.indexOf(item.text) : -1;
    if (at === -1 || item.is !== 'prompt') return draw(item, canvas);
    typed = typed.slice(at + 1);
    return belowPrompt(item, canvas);
  };
  return {
    next: (state) => {
      // A wiped conversation begins anew.
      const from = state.wiped === wiped ? said : 0;
      skip(state);
      return state.printed.slice(from).flatMap(textOf);
    },
    typed: (text) => void typed.push(text),
    skip,
  };
}

const MOST_LINES = 30;

/** A prompt that a hook blocked, or that was queued when the turn was ended. One line is read out in the input. */
export function notSent(text: string): string[] {
  const lines = readOut(text);
  if (lines.length === 1) return ['Not sent; it is in the input again.'];
  return ['Not sent; it is in the input again, as one text:', ...lines];
}

/** A text that would be in the input again if nothing else was being typed there. */
export const setAside = (text: string): string[] => [
  'Kept; in an empty line, arrow up brings it:',
  ...readOut(text),
];

function readOut(text: string): string[] {
  const { lines, more } = firstLines(printable(text), MOST_LINES);
  return setIn([...lines, ...(more > 0 ? [cutNote(more)] : [])]);
}
