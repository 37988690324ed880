/** A line between two groups of matches: no match is only that, since each has its file in front. */
const GAP = '--';

/**
 * The lines that ripgrep found, without those of hidden files. A name ends with a NUL and comes first: it may
 * hold line breaks, so it is cut off before the line is.
 */
export function contentLines(stdout: string, hides: (path: string) => boolean): readonly string[] {
  const shown: string[] = [];
  for (let at = 0; at < stdout.length; ) {
    if (stdout.startsWith(`${GAP}\n`, at)) {
      shown.push(GAP);
      at += GAP.length + 1;
      continue;
    }
    const nul = stdout.indexOf('\0', at);
    const end = nul < 0 ? -1 : stdout.indexOf('\n', nul);
    // What has no end was torn where the output was cut.
    if (end < 0) break;
    const name = stdout.slice(at, nul);
    if (!names(name).some(hides)) shown.push(`${name}:${stdout.slice(nul + 1, end)}`);
    at = end + 1;
  }
  return withoutStrayGaps(shown).map((line) => line.replace(/\r$/, ''));
}

/** The files that ripgrep found, without hidden ones. */
export const fileNames = (stdout: string, hides: (path: string) => boolean): readonly string[] =>
  // The last piece is empty, or torn where the output was cut.
  stdout
    .split('\0')
    .slice(0, -1)
    .filter((name) => !hides(name));

/**
 * All that may be the name in front of a line: ripgrep puts a message (that a file is binary) on a line of its
 * own, with no NUL, and nothing tells it from a name with a line break. Hidden is what may be hidden.
 */
function names(text: string): readonly string[] {
  const parts = text.split('\n');
  return parts.map((_, from) => parts.slice(from).join('\n'));
}

/** Gaps around what is hidden would tell that there was something. */
function withoutStrayGaps(pieces: readonly string[]): readonly string[] {
  const last = pieces.findLastIndex((piece) => piece !== GAP);
  return pieces
    .slice(0, last + 1)
    .filter((piece, at, all) => piece !== GAP || (at > 0 && all[at - 1] !== GAP));
}
