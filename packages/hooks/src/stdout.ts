import { isAnswer, isDeciding, meantBy } from './answer.ts';
import { isObject } from './shape.ts';

/** stdout is an answer or plain text; `misread` says why text that looks like an answer is none. */
export type Printed =
  | { readonly is: 'answer'; readonly value: Record<string, unknown> }
  | { readonly is: 'text'; readonly text: string; readonly misread?: string };

export function readStdout(stdout: string): Printed {
  const text = stdout.replace(/^\uFEFF/, '').trim();
  if (!text.startsWith('{')) return plain(stdout, holdsAnswer(text) ? AMONG_LINES : undefined);
  const parsed = tryParse(text);
  if ('error' in parsed) return plain(stdout, `stdout was not read as an answer: ${parsed.error}`);
  if (isAnswer(parsed.value)) return { is: 'answer', value: parsed.value };
  return plain(stdout, misspelt(parsed.value));
}

const plain = (stdout: string, misread: string | undefined): Printed => ({
  is: 'text',
  text: tidy(stdout),
  ...(misread === undefined ? {} : { misread }),
});

const AMONG_LINES =
  'stdout holds an answer among other lines, so it was not read: print the JSON alone';

/** An object whose only try at a decision is misspelt. Other foreign objects are nobody's answer. */
function misspelt(value: unknown): string | undefined {
  const names = isObject(value) ? Object.keys(value) : [];
  const name = names.find((one) => isDeciding(meantBy(one) ?? ''));
  return name && `stdout was not read as an answer: did you mean "${meantBy(name)}" by "${name}"?`;
}

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
  const parsed = text === '' ? { error: '' } : tryParse(text);
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

/** The quote that ends a string: the first one with an even number of backslashes before it. */
function stringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

/** Without the byte order mark, blank lines before it and white space after it. */
export const tidy = (text: string): string =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/^\s*\n/, '')
    .trimEnd();
