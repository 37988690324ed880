/** An answer that streams in: what of it is printed already, and all that came. */
export interface Stream {
  readonly text: string;
  readonly printed: number;
  readonly thinking: boolean;
}

export const SILENT: Stream = { text: '', printed: 0, thinking: false };

/**
 * How far a streamed text is complete: up to the last empty line that is outside of a code block. What
 * is complete is printed once and costs nothing any more, however long the answer gets.
 */
export function completeUpTo(text: string, from: number): number {
  let fence = '';
  let end = from;
  let at = from;
  for (const line of text.slice(from).split('\n')) {
    const next = at + line.length + 1;
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark && fence === '') fence = mark;
    else if (mark && mark[0] === fence[0] && mark.length >= fence.length) fence = '';
    if (fence === '' && line.trim() === '' && next <= text.length) end = next;
    at = next;
  }
  return text.slice(from, end).trim() === '' ? from : end;
}
