import { isHeaderName, isSecretName } from '@wavehooks/process/secrets';

/**
 * Takes out the values that stand beside secret names in a text: `NAME=value`, `name: value`,
 * `"name": "value"`, `--name value`. One walk from name to name; every step moves forward.
 */
export function redactNamed(text: string, mark: string): string {
  const names = /[\w.-]+/g;
  let done = '';
  let from = 0;
  for (let found = names.exec(text); found; found = names.exec(text)) {
    const value = valueAfter(text, found.index, found[0]);
    if (!value || value.start >= value.end) continue;
    done += text.slice(from, value.start) + mark;
    from = value.end;
    names.lastIndex = value.end;
  }
  return done + text.slice(from);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function valueAfter(text: string, index: number, word: string): Span | undefined {
  const after = index + word.length;
  const separator =
    run(SEPARATOR, text, after) || (word.startsWith('--') ? run(GAP, text, after) : '');
  const name = separator && fullName(text, index, word);
  if (!name || !isSecretName(name)) return undefined;
  const start = after + separator.length;
  const quote = run(QUOTE, text, start);
  if (quote) return quoted(text, start, quote);
  const value = isHeaderName(name) ? headerEnd(text[index - 1]) : BARE;
  return { start, end: start + (run(FLAT, text, start) || run(value, text, start)).length };
}

/** A quote that ends the name may stand before it; `::` and comparisons separate no value. */
const SEPARATOR = /(?:\\{0,3}["'`])?[ \t]{0,4}(?::=|:(?!:)|=>|=(?!=))[ \t]{0,4}/y;
/** Between a flag and its value. */
const GAP = /[ \t]{1,4}(?!-)/y;
/** JSON inside JSON escapes its quotes. */
const QUOTE = /\\{0,3}["'`]/y;
/** A list or an object without others inside. */
const FLAT = /[[{][^[\]{}]*[\]}]/y;
const BARE = /[^\s"'`&,;]+/y;

/** The text that a sticky pattern matches at a place. */
function run(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/** "private key" is one name in two words. */
const fullName = (text: string, index: number, word: string) =>
  /^keys?$/i.test(word) ? text.slice(Math.max(0, index - 10), index) + word : word;

/** A header inside quotes (`-H 'Authorization: ...'`) ends with them, any other with its line. */
const headerEnd = (before: string | undefined): RegExp => {
  if (before === '"') return /[^"\r\n]+/y;
  return before === "'" ? /[^'\r\n]+/y : REST_OF_LINE;
};
const REST_OF_LINE = /[^\r\n]+/y;

/** Up to the quote that closes it, which is escaped as often as the one that opened it or less. */
function quoted(text: string, open: number, quote: string): Span {
  const start = open + quote.length;
  const char = quote.at(-1) ?? '"';
  for (let at = text.indexOf(char, start); at !== -1; at = text.indexOf(char, at + 1)) {
    const slashes = slashesBefore(text, at, start);
    if (slashes < quote.length) return { start, end: at - slashes };
  }
  return { start, end: start + run(REST_OF_LINE, text, start).length };
}

function slashesBefore(text: string, at: number, start: number): number {
  let count = 0;
  while (at - count > start && text[at - 1 - count] === '\\') count++;
  return count;
}
