/** How many characters of an output the model gets. */
export const MAX_CHARS = 30_000;

/** A text in bounds: its head and its tail, and between them how much is missing, and where it is. */
export function headAndTail(
  text: string,
  maxChars: number = MAX_CHARS,
  keep?: (text: string) => string,
): string {
  if (text.length <= maxChars) return text;
  const half = Math.floor(maxChars / 2);
  const omitted = text.length - 2 * half;
  const head = whole(text.slice(0, half));
  const tail = whole(text.slice(text.length - half));
  const breaks = text.slice(half, text.length - half).split('\n').length - 1;
  const lines = breaks > 0 ? ` in ${plural(breaks, 'line')}` : '';
  const kept = keep ? `; ${keep(text)}` : '';
  return `${head}\n[... ${count(omitted)} characters${lines} omitted${kept} ...]\n${tail}`;
}

/** Bounds two texts together: what the one does not need, the other may use. */
export function boundBoth(first: string, second: string): readonly [string, string] {
  const half = MAX_CHARS / 2;
  const room = (other: string) => Math.max(half, MAX_CHARS - other.length);
  return [headAndTail(first, room(second)), headAndTail(second, room(first))];
}

/** A number with its thousands set apart. */
export const count = (n: number): string => n.toLocaleString('en-US');

export const plural = (n: number, word: string): string =>
  `${count(n)} ${word}${n === 1 ? '' : 's'}`;

/** A cut may fall between the two halves of a character: those are dropped. */
export const whole = (text: string) => text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
