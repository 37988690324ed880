/** Text of others on a terminal: what would move the cursor or change its state is made visible. */
export const printable = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g, (char) =>
    char === '\r' ? '' : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

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
