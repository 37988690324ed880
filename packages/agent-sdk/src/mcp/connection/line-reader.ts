const NEWLINE = 0x0a;

/** Puts lines together from the pieces they come in; each piece is looked at once. */
export function lineReader(): (chunk: Buffer) => readonly string[] {
  let pieces: Buffer[] = [];
  return (chunk) => {
    const lines: string[] = [];
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      lines.push(Buffer.concat([...pieces, chunk.subarray(from, at)]).toString('utf8'));
      pieces = [];
      from = at + 1;
    }
    if (from < chunk.length) pieces.push(chunk.subarray(from));
    return lines;
  };
}

export function countLines(chunk: Uint8Array): number {
  let count = 0;
  for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) count++;
  return count;
}
