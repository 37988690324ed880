import { understand, VERBS, type Wish } from './sentences.ts';

/** Steps one after the other; the wishes of a step are called together. */
export type Plan = readonly (readonly Wish[])[];

const THEN = new RegExp(
  `(?:[,;.]?\\s{1,9}(?:and\\s{1,9})?then\\s{1,9}|\\n{1,9}|[.;]\\s{1,9})(?=${VERBS}\\b)`,
  'i',
);
const AND = new RegExp(`(?:,?\\s{1,9}and\\s{1,9}|,\\s{1,9})(?=${VERBS}\\b)`, 'i');

/** "run ls, then read a.txt and write b: hi" is two steps, the second with two calls. */
export function planOf(prompt: string, cwd: string | undefined): Plan | undefined {
  const { text, unmask } = maskQuotes(prompt.trim());
  const steps = text
    .split(THEN)
    .map((step) =>
      step.split(AND).map((sentence) => understand(unmask(politeless(sentence)), cwd)),
    );
  return steps.every((step): step is Wish[] => step.every(Boolean)) ? steps : undefined;
}

/** What a hook's feedback asks for, if one of its sentences is one that we understand. */
export function planIn(feedback: string, cwd: string | undefined): Plan | undefined {
  const sentences = feedback.split(/\n|(?<=[.!?])\s+/).flatMap((s) => [s, ...afterColons(s)]);
  const plans = [feedback, ...sentences].map((sentence) => planOf(sentence, cwd));
  return plans.find(Boolean);
}

/** "Stop hook: run npm test" asks for what is behind the colon. */
function afterColons(sentence: string): string[] {
  const parts = sentence.split(': ');
  return parts.map((_, i) => parts.slice(i).join(': ')).slice(1);
}

const FILLER =
  /^(?:please|now|first|next|then|always|can you|could you|you (?:must|should|need to|have to))\s+/i;

/** Without the words around it that people use; a full stop at its end is no part of a name. */
function politeless(sentence: string): string {
  let rest = sentence.trim();
  while (FILLER.test(rest)) rest = rest.replace(FILLER, '');
  return rest.replace(/,?\s+please[.!]?$/i, '').replace(/(?<=[\w)\u0000])[.!]$/, '');
}

/** What stands in quotes is not split, whatever words are in it. */
function maskQuotes(prompt: string): { text: string; unmask: (text: string) => string } {
  const quoted: string[] = [];
  const text = prompt.replace(/(["`])(?:(?!\1).)*\1|(?<=\s)'[^'\n]*'/gs, (match) => {
    quoted.push(match);
    return `\u0000${quoted.length - 1}\u0000`;
  });
  return { text, unmask: (t) => t.replace(/\u0000(\d+)\u0000/g, (_, i) => quoted[i] ?? '') };
}
