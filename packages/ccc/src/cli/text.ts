import { printable } from '@wavehooks/hooks/vocabulary';

export const oneLine = (text: string): string => printable(text.replace(/\s+/g, ' ').trim());

/** The beginning of a text, and that there was more. */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most)} [... ${text.length - most} more characters]`;

/** Beginning and end of a text: what went wrong usually stands at the end. */
export function middleOut(text: string, most: number): string {
  if (text.length <= most) return text;
  const half = Math.floor(most / 2);
  const left = text.length - 2 * half;
  return `${text.slice(0, half)}\n[... ${left} characters left out ...]\n${text.slice(-half)}`;
}
