/** Names by which a program of awk runs, reads or tells more than its input. */
const MORE =
  /(?<![\w.])(system|getline|close|fflush|ENVIRON|ARGV|ARGC|ARGIND|SYMTAB|FUNCTAB|PROCINFO|BINMODE|RS_FILE|include|load|namespace|extension|fopen|popen)(?!\w)/;

/** Before these a slash begins a pattern, and behind everything else it may be a division. */
const PATTERN_FOLLOWS = /(^|[({},;!~&|\n]|\b(print|printf|return|if|while|case))\s*$/;

/** Whether a program of awk only prints: it neither runs nor opens anything by itself. */
export function isReadingAwk(text: string): boolean {
  if (MORE.test(text) || /[@`]|\\\n/.test(text)) return false;
  const code = codeOf(text);
  if (code === undefined) return false;
  // A bar joins a program, unless it is one of two.
  if (/\|/.test(code.replace(/\|\|/g, ''))) return false;
  // Behind print it sends the output to a file. A line break may stand within a statement.
  return code.split(/[;{}]/).every((part) => !/\bprintf?\b[\s\S]*>/.test(part)) && !/>>/.test(code);
}

/** A program with texts, patterns and comments left out; undefined where it cannot be told what is one. */
function codeOf(text: string): string | undefined {
  let code = '';
  for (let at = 0; at < text.length; ) {
    const char = text[at] ?? '';
    const rest = text.slice(at);
    if (char === '"') {
      const [whole] = /^"(?:[^"\\\n]|\\[^\n])*"/.exec(rest) ?? [];
      if (whole === undefined) return undefined;
      code += '""';
      at += whole.length;
    } else if (char === '/' && PATTERN_FOLLOWS.test(code)) {
      // In brackets a slash may end it, or not.
      const [whole] = /^\/(?:[^/\\\n[]|\\[^\n]|\[[^\]/\\\n]*\])*\//.exec(rest) ?? [];
      if (whole === undefined) return undefined;
      code += '""';
      at += whole.length;
    } else if (char === '#') {
      const [whole = ''] = /^[^\n]*/.exec(rest) ?? [];
      at += whole.length;
    } else {
      code += char;
      at += 1;
    }
  }
  return code;
}

/** `-v name=value`. */
export const isReadingAwkValue = (text: string): boolean =>
  /^(?!ARG|ENVIRON|PROCINFO|SYMTAB|FUNCTAB)[A-Za-z_]\w*=/.test(text);
