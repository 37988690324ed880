import type { Question } from '@wavehooks/agent-sdk';

export type Picked =
  | { readonly is: 'answer'; readonly text: string }
  | { readonly is: 'none'; readonly why: string };

/** What a line says to a question: options by their numbers, or the user's own words. */
export function pick({ options, multiSelect }: Question, line: string): Picked {
  if (line === '') return { is: 'none', why: 'An empty line is not an answer.' };
  const words = line.split(/[\s,]+/).filter((word) => word !== '');
  const isNumbers = words.every((word) => /^\d+$/.test(word));
  const unknown = words.filter((word) => options[Number(word) - 1] === undefined);
  // A number that no option has can be the answer itself: a port, a year.
  if (!isNumbers || unknown.length === words.length) return { is: 'answer', text: line };
  if (unknown.length > 0) return { is: 'none', why: `There is no option ${unknown.join(', ')}.` };
  if (words.length > 1 && !multiSelect) return { is: 'none', why: 'Only one can be chosen.' };
  const chosen = new Set(words.map(Number));
  const labels = options.filter((_, at) => chosen.has(at + 1)).map(({ label }) => label);
  return { is: 'answer', text: labels.join(', ') };
}
