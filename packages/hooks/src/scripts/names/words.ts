/** A word of a shell command; `text` is undefined when only a shell could tell what it becomes. */
export interface Word {
  readonly text: string | undefined;
  /** A file that is written: what stands in it is a result of the command, not a part of it. */
  readonly written?: true;
  /** Stands as `NAME=...`, unquoted: in front of a program that sets a variable. */
  readonly sets?: string;
  /** The operators between this word and the one before it. */
  readonly after: string;
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
  const known = Object.entries(variables).filter(([name]) => !SHELLS_OWN.test(name));
  const first = split(command, new Map(known));
  // What the command itself may set has another value somewhere in it.
  const set = new Set(first.words.flatMap((word) => nameSet(word, first.simple) ?? []));
  const rest = known.filter(([name]) => !set.has(name));
  return rest.length === known.length ? first : split(command, new Map(rest));
}

/** Variables that a shell sets itself, whatever it was started with. */
const SHELLS_OWN =
  /^(PWD|OLDPWD|IFS|PPID|OPT(IND|ARG|ERR)|LINENO|SHLVL|_|RANDOM|SRANDOM|SECONDS|E?UID|GROUPS|HOST(NAME|TYPE)|(OS|MACH)TYPE|EPOCH\w+|PS\d|BASH\w*|DIRSTACK|FUNCNAME|COLUMNS|LINES)$/;

const nameSet = ({ text, sets }: Word, simple: boolean): string | undefined =>
  sets ?? (simple ? undefined : /^([A-Za-z_]\w*)(=|$)/.exec(text ?? '')?.[1]);

type Known = ReadonlyMap<string, string | undefined>;

/** Only these part words: what other programs take for a blank, a shell takes for a letter. */
const BLANK = /[ \t\n]/;
const OPERATOR = /[;|&<>()]/;

function split(command: string, variables: Known): Words {
  const words: Word[] = [];
  let simple = true;
  let at = 0;
  let after = '';
  const parts = !/\bIFS\b/.test(command);
  while (at < command.length) {
    const char = command[at] ?? '';
    if (BLANK.test(char) || OPERATOR.test(char)) {
      if (char !== ' ' && char !== '\t') after += char;
      at++;
    } else if (command.startsWith('\\\n', at)) {
      at += 2;
    } else if (char === '#') {
      after += '\n';
      at = endOfLine(command, at);
    } else {
      const read = readWord(command, at, variables, !parts || /[<>]/.test(after));
      const { end, sets } = read;
      // Right behind a bracket it is the rest of a word that begins with what a program prints.
      const texts = command[at - 1] === ')' ? [undefined] : read.texts;
      const written = />[&|]?$/.test(after) ? ({ written: true } as const) : {};
      for (const text of texts) {
        words.push({ text, after, ...written, ...(sets === undefined ? {} : { sets }) });
        simple &&= after === '';
        after = '';
      }
      at = end;
    }
  }
  return { words, simple: simple && after === '' };
}

function endOfLine(command: string, at: number): number {
  const end = command.indexOf('\n', at);
  return end === -1 ? command.length : end;
}

interface Read {
  /** One word as it is written can be several, or none, once its variables are filled in. */
  readonly texts: readonly (string | undefined)[];
  readonly end: number;
  readonly sets?: string;
}

function readWord(command: string, start: number, variables: Known, isWhole: boolean): Read {
  const [, sets] = /^([A-Za-z_]\w*)=/.exec(command.slice(start)) ?? [];
  const pieces: Piece[] = [];
  let at = start;
  while (
    at < command.length &&
    !BLANK.test(command[at] ?? '') &&
    !OPERATOR.test(command[at] ?? '')
  ) {
    const piece = readPiece(command, at, variables, start);
    pieces.push(piece);
    at = piece.end;
  }
  // Where a value is taken whole, and where it is parted, is not the same in all shells.
  const whole = sets !== undefined || isWhole;
  return { texts: textsOf(pieces, whole), end: at, ...(sets === undefined ? {} : { sets }) };
}

/** Puts pieces together, parting the word where a value that stands unquoted has blanks. */
function textsOf(pieces: readonly Piece[], whole: boolean): (string | undefined)[] {
  if (pieces.some(({ text }) => text === undefined)) return [undefined];
  const parted = ({ text = '', bare }: Piece) => bare === true && (text === '' || BLANK.test(text));
  if (!pieces.some(parted)) return [pieces.map(({ text }) => text).join('')];
  if (whole) return [undefined];
  const fields = [''];
  for (const piece of pieces) {
    const [head = '', ...rest] = parted(piece)
      ? (piece.text ?? '').split(/[ \t\n]+/)
      : [piece.text ?? ''];
    fields.push(`${fields.pop()}${head}`, ...rest);
  }
  // A quoted nothing is a word of its own: too rare here to tell which one.
  return pieces.some(({ text, bare }) => text === '' && !bare)
    ? [undefined]
    : fields.filter((field) => field !== '');
}

interface Piece {
  readonly text: string | undefined;
  readonly end: number;
  /** The value of a variable that stands outside of quotes. */
  readonly bare?: true;
}

function readPiece(command: string, at: number, variables: Known, start: number): Piece {
  const char = command[at] ?? '';
  if (char === "'") return untilQuote(command, at);
  if (char === '"') return inDoubleQuotes(command, at, variables);
  if (char === '\\') return escaped(command, at);
  if (char === '$') return bareVariable(command, at, variables);
  if (char === '~' && (at === start || /[=:]/.test(command[at - 1] ?? '')))
    return at === start && /^~(\/|$|[ \t\n;|&<>()])/.test(command.slice(at, at + 2))
      ? { text: variables.get('HOME'), end: at + 1 }
      : { text: undefined, end: at + 1 };
  if (char === '`' || /[*?[\]{}!]/.test(char)) return { text: undefined, end: at + 1 };
  return { text: char, end: at + 1 };
}

/** A line that goes on in the next one: what it joins, such as a name, is the shell's business. */
function escaped(command: string, at: number): Piece {
  const next = command[at + 1];
  return { text: next === '\n' ? undefined : (next ?? '\\'), end: at + 2 };
}

function untilQuote(command: string, at: number): Piece {
  const end = command.indexOf("'", at + 1);
  return end === -1
    ? { text: undefined, end: command.length }
    : { text: command.slice(at + 1, end), end: end + 1 };
}

function inDoubleQuotes(command: string, start: number, variables: Known): Piece {
  let text: string | undefined = '';
  let at = start + 1;
  while (at < command.length && command[at] !== '"') {
    const piece = quotedPiece(command, at, variables);
    text = text === undefined || piece.text === undefined ? undefined : text + piece.text;
    at = piece.end;
  }
  return { text: at < command.length ? text : undefined, end: at + 1 };
}

function quotedPiece(command: string, at: number, variables: Known): Piece {
  const char = command[at];
  if (char === '$') return variable(command, at, variables);
  if (char === '`') return { text: undefined, end: at + 1 };
  if (char !== '\\') return { text: char, end: at + 1 };
  // In quotes a backslash is a letter like others, but before these.
  return /[$`"\\\n]/.test(command[at + 1] ?? '')
    ? escaped(command, at)
    : { text: char, end: at + 1 };
}

const REFERENCE = /\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/y;

/** `$NAME` and `${NAME}` of the variables we know; everything else is the shell's business. */
function variable(command: string, at: number, variables: Known): Piece {
  REFERENCE.lastIndex = at;
  const [whole, braced, plain] = REFERENCE.exec(command) ?? [];
  const name = braced ?? plain;
  if (whole === undefined || name === undefined) return { text: undefined, end: at + 1 };
  return { text: variables.get(name), end: at + whole.length };
}

/** Outside of quotes a value can be a pattern that stands for other files. */
function bareVariable(command: string, at: number, variables: Known): Piece {
  const { text, end } = variable(command, at, variables);
  return { text: /[*?[\\]/.test(text ?? '') ? undefined : text, end, bare: true };
}
