export type Replaced =
  | { readonly ok: true; readonly text: string; readonly times: number }
  | { readonly ok: false; readonly why: string };

/**
 * Replaces one text by another in a file's content. Exact, but for line breaks in a file that has
 * CRLF: models write LF, so there each LF that is looked for also finds CRLF, and what is put in gets
 * the breaks of its surroundings.
 */
export function replaceText(content: string, from: string, to: string, all: boolean): Replaced {
  const finder = finderOf(from, content.includes('\r\n'));
  const times = [...content.matchAll(finder)].length;
  if (times === 0) return { ok: false, why: NOT_FOUND };
  if (times > 1 && !all) return { ok: false, why: ambiguous(times) };
  const put = insertionOf(content, to);
  return { ok: true, text: content.replace(finder, put), times };
}

function finderOf(from: string, crlf: boolean): RegExp {
  const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  if (!crlf) return new RegExp(literal(from), 'g');
  return new RegExp(from.split(/\r?\n/).map(literal).join('\\r?\\n'), 'g');
}

/** A function, so that `$` in the new text means nothing. */
function insertionOf(content: string, to: string): (found: string) => string {
  if (!content.includes('\r\n')) return () => to;
  const breaks = content.split('\n').length - 1;
  const mostlyCrlf = content.split('\r\n').length - 1 > breaks / 2;
  const lines = to.split(/\r?\n/);
  return (found) => {
    const crlf = found.includes('\n') ? found.includes('\r\n') : mostlyCrlf;
    return lines.join(crlf ? '\r\n' : '\n');
  };
}

const NOT_FOUND =
  'old_string was found 0 times. It must be exactly as in the file, with spaces and line breaks and without line numbers. Read the file again.';

const ambiguous = (times: number): string =>
  `old_string was found ${times} times. Give more of the lines around it so that it is unique, or set replace_all.`;
