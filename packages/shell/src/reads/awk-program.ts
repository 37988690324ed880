/** Names by which a program of awk runs, reads or tells more than its input. */
const MORE =
  /(?<![A-Za-z_])(system|getline|close|fflush|ENVIRON|ARGV|ARGC|ARGIND|SYMTAB|FUNCTAB|PROCINFO|BINMODE|RS_FILE|include|load|namespace|extension|fopen|popen)(?!\w)/;

/** Behind these a slash begins a pattern. Elsewhere it mostly divides, but awks do not agree where. */
const PATTERN_FOLLOWS = /(^|[({},;!~&|\n])\s*$/;

/** Nobody writes longer ones on a command line. */
const MAX_LENGTH = 4000;

/** Whether a program of awk only prints: it neither runs nor opens anything by itself. */
export function isReadingAwk(text: string): boolean {
  if (text.length > MAX_LENGTH || MORE.test(text) || /[@`]|\\\n/.test(text)) return false;
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
      const [whole] = PATTERN.exec(rest) ?? [];
      if (whole === undefined) return undefined;
      code += '""';
      at += whole.length;
    } else if (char === '#') {
      const [whole = ''] = /^[^\n]*/.exec(rest) ?? [];
      at += whole.length;
    } else if (char === '/' && /["/]/.test(text.slice(at + 1))) {
      // Taken for the other, it would make another part of the program a text.
      return undefined;
    } else {
      code += char;
      at += 1;
    }
  }
  return code;
}

/** Awks do not agree what ends a set of characters that begins with a bracket, or has a slash in it. */
const PATTERN = /^\/(?:[^/\\\n[]|\\[^\n]|\[(?!\^?\])(?:\[:\w+:\]|[^\]/\\\n[])+\])*\//;

/** `-v name=value`. */
export const isReadingAwkValue = (text: string): boolean =>
  /^(?!ARG|ENVIRON|PROCINFO|SYMTAB|FUNCTAB)[A-Za-z_]\w*=/.test(text);
