/** A word of a shell command; `text` is undefined when only a shell could tell what it becomes. */
export interface Word {
  readonly text: string | undefined;
  /** A file that is written: what stands in it is a result of the command, not a part of it. */
  readonly written?: true;
}

export interface Words {
  readonly words: readonly Word[];
  /** One command, without pipes, lists, redirections or substitutions. */
  readonly simple: boolean;
}

export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Splits a shell command into words as far as that can be done without a shell. It is used to find the
 * files that a command names, so what it does not understand becomes an unknown word, never a wrong one.
 */
export function splitWords(command: string, variables: Variables): Words {
  const words: Word[] = [];
  let simple = true;
  let at = 0;
  let written = false;
  while (at < command.length) {
    const char = command[at] ?? '';
    if (/\s/.test(char)) {
      if (char === '\n') simple = false;
      at++;
    } else if (/[;|&<>()#]/.test(char)) {
      simple = false;
      written = char === '>' || (written && char === '&');
      at++;
    } else {
      const { word, end } = readWord(command, at, variables);
      words.push(written ? { ...word, written } : word);
      written = false;
      at = end;
    }
  }
  return { words, simple };
}

function readWord(
  command: string,
  start: number,
  variables: Variables,
): { word: Word; end: number } {
  let text: string | undefined = '';
  let at = start;
  const add = (part: string | undefined) => {
    text = text === undefined || part === undefined ? undefined : text + part;
  };
  while (at < command.length && !/[\s;|&<>()]/.test(command[at] ?? '')) {
    const piece = readPiece(command, at, variables, at === start);
    add(piece.text);
    at = piece.end;
  }
  return { word: { text }, end: at };
}

interface Piece {
  readonly text: string | undefined;
  readonly end: number;
}

function readPiece(command: string, at: number, variables: Variables, first: boolean): Piece {
  const char = command[at];
  if (char === "'") return untilQuote(command, at);
  if (char === '"') return inDoubleQuotes(command, at, variables);
  if (char === '\\') return { text: command[at + 1] ?? '', end: at + 2 };
  if (char === '$') return variable(command, at, variables);
  if (char === '~' && first && /^~(\/|$|\s)/.test(command.slice(at)))
    return { text: variables['HOME'], end: at + 1 };
  if (char === '`' || /[*?[\]{}!]/.test(char ?? '')) return { text: undefined, end: at + 1 };
  return { text: char, end: at + 1 };
}

function untilQuote(command: string, at: number): Piece {
  const end = command.indexOf("'", at + 1);
  return end === -1
    ? { text: undefined, end: command.length }
    : { text: command.slice(at + 1, end), end: end + 1 };
}

function inDoubleQuotes(command: string, start: number, variables: Variables): Piece {
  let text: string | undefined = '';
  let at = start + 1;
  while (at < command.length && command[at] !== '"') {
    const piece: Piece =
      command[at] === '$'
        ? variable(command, at, variables)
        : command[at] === '`'
          ? { text: undefined, end: at + 1 }
          : command[at] === '\\'
            ? { text: command[at + 1] ?? '', end: at + 2 }
            : { text: command[at], end: at + 1 };
    text = text === undefined || piece.text === undefined ? undefined : text + piece.text;
    at = piece.end;
  }
  return { text, end: at + 1 };
}

/** `$NAME` and `${NAME}` of the variables we know; everything else is the shell's business. */
function variable(command: string, at: number, variables: Variables): Piece {
  const [whole, braced, bare] = /^\$(?:\{(\w+)\}|(\w+))/.exec(command.slice(at, at + 100)) ?? [];
  const name = braced ?? bare;
  if (whole === undefined || name === undefined) return { text: undefined, end: at + 1 };
  return { text: variables[name], end: at + whole.length };
}
