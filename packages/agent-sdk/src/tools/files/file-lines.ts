/** A line as far as it was kept, and how long it is. */
export interface Line {
  readonly text: string;
  readonly length: number;
}

/** A line that may go on; whether it ends in CR is known even where its end was not kept. */
interface Open extends Line {
  readonly cr: boolean;
}

/**
 * Cuts a stream of chunks into lines and keeps at most `maxChars` of each, so that one endless line
 * takes no more memory than a short one. The line break and a CR before it are no part of a line.
 */
export async function* linesOf(
  chunks: AsyncIterable<Buffer>,
  maxChars: number,
): AsyncIterable<Line> {
  const decoder = new TextDecoder('utf-8');
  let open: Open | undefined;
  for await (const chunk of chunks) {
    const parts = decoder.decode(chunk, { stream: true }).split('\n');
    const last = parts.pop() ?? '';
    for (const part of parts) {
      yield closed(grow(open, part, maxChars));
      open = undefined;
    }
    // A break at the end of the file begins no further line.
    if (last !== '') open = grow(open, last, maxChars);
  }
  const rest = decoder.decode();
  if (rest !== '') open = grow(open, rest, maxChars);
  if (open !== undefined) yield closed(open);
}

function grow(line: Open | undefined, more: string, maxChars: number): Open {
  const { text, length } = line ?? { text: '', length: 0 };
  return {
    text: text + more.slice(0, Math.max(0, maxChars + 1 - text.length)),
    length: length + more.length,
    cr: more === '' ? (line?.cr ?? false) : more.endsWith('\r'),
  };
}

function closed({ text, length, cr }: Open): Line {
  if (!cr) return { text, length };
  return { text: text.length === length ? text.slice(0, -1) : text, length: length - 1 };
}
