import { isObject } from '../vocabulary/shape.ts';
import { isAnswer } from './answer-names.ts';
import { fieldsGivenTwice, stringEnd } from './duplicates.ts';

/** stdout is an answer or plain text. */
export type Printed =
  | {
      readonly is: 'answer';
      readonly value: Record<string, unknown>;
      /** Fields that are given twice, each as the way to it. */
      readonly twice: readonly (readonly string[])[];
    }
  | {
      readonly is: 'text';
      readonly text: string;
      /** Why text that looks like an answer was not read as one. */
      readonly misread?: string;
      /** It is an object, but without a field that is known. */
      readonly foreign?: Record<string, unknown>;
    };

export function readStdout(stdout: string): Printed {
  const text = stdout.replace(/^\uFEFF/, '').trim();
  const plain = { is: 'text', text: tidy(stdout) } as const;
  if (!text.startsWith('{')) return holdsAnswer(text) ? { ...plain, misread: AMONG_LINES } : plain;
  const parsed = tryParse(text);
  if ('error' in parsed)
    return { ...plain, misread: `stdout was not read as an answer: ${parsed.error}` };
  if (isAnswer(parsed.value))
    return { is: 'answer', value: parsed.value, twice: fieldsGivenTwice(text) };
  return isObject(parsed.value) ? { ...plain, foreign: parsed.value } : plain;
}

const AMONG_LINES =
  'stdout holds an answer among other lines, so it was not read: print the JSON alone';

/** How many objects over several lines are looked for; each look may go through the whole text. */
const MAX_SCANS = 32;

/**
 * Whether there is an answer among other text: on a line, over several lines, or around them all. A
 * whole JSON document of another kind (a list, say) is meant as what it is.
 */
function holdsAnswer(text: string): boolean {
  if (!text.includes('{') || 'value' in tryParse(text)) return false;
  return text.split('\n').some(isAnswerIn) || isAnswerIn(text) || scans(text);
}

/** From the first brace to the last one. */
function isAnswerIn(text: string): boolean {
  const start = text.indexOf('{');
  return start !== -1 && isFilled(text.slice(start, text.lastIndexOf('}') + 1));
}

function scans(text: string): boolean {
  const opening = /^[ \t]*\{[ \t]*\r?$/gm;
  for (let tries = 0; tries < MAX_SCANS; tries++) {
    const found = opening.exec(text);
    if (!found) return false;
    const { end } = scan(text, found.index);
    if (end !== undefined && isFilled(text.slice(found.index, end))) return true;
    if (end !== undefined) opening.lastIndex = end;
  }
  return false;
}

function isFilled(text: string): boolean {
  const parsed = tryParse(text);
  return 'value' in parsed && isAnswer(parsed.value) && Object.keys(parsed.value).length > 0;
}

function tryParse(text: string): { value: unknown } | { error: string } {
  if (scan(text, 0).depth > MAX_DEPTH) return { error: `nested deeper than ${MAX_DEPTH} levels` };
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { error: (error as Error).message.slice(0, 200) };
  }
}

/** Deeper values overflow the stack of whoever walks or prints them. */
const MAX_DEPTH = 200;

/** Steps over the brackets of JSON from `start`: how deep they go, and where the first one closes. */
function scan(text: string, start: number): { depth: number; end?: number } {
  let open = 0;
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (char === '"') at = stringEnd(text, at);
    else if (char === '{' || char === '[') depth = Math.max(depth, ++open);
    else if ((char === '}' || char === ']') && --open <= 0) return { depth, end: at + 1 };
  }
  return { depth };
}

/** Without the byte order mark, blank lines before it and white space after it. */
export const tidy = (text: string): string =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/^\s*\n/, '')
    .trimEnd();
