import { ANY, type Command, literal, PART, type Piece, type Word } from '../text/command.ts';
import { merged } from '../text/pieces.ts';
import { type Values, valuesOf } from '../text/variable-values.ts';
import { namesSetBy } from './builtins.ts';
import { setsSeparators } from './narrow-words.ts';

/** What is known of a text before it runs, beside the text. */
export interface Given {
  /** What variables hold when it starts; any other variable may hold anything. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** What an expansion becomes, by how it is written; undefined where that is not known. */
  readonly expansion?: (raw: string) => string | undefined;
}

/**
 * The commands of a text with what is given put in, for looking at what it most likely runs: a variable that
 * it sets once holds that value, and code that is not seen sets none.
 */
export function filled(commands: readonly Command[], given: Given): readonly Command[] {
  const known = { holds: valuesBy(commands, given), given };
  const parts = !commands.some(setsSeparators);
  return commands.map(({ words, assigns, redirects, ...rest }) => ({
    ...rest,
    words: words.flatMap((word) => fieldsOf(word, known, parts)),
    assigns: assigns.map((word) => wholeOf(word, known)),
    redirects: redirects.map((one) => ({ ...one, target: wholeOf(one.target, known) })),
  }));
}

interface Known {
  readonly holds: (name: string) => string | undefined;
  readonly given: Given;
}

/** Variables that a shell sets itself, whatever it was started with. */
const SHELLS_OWN =
  /^(PWD|OLDPWD|IFS|PPID|OPT(IND|ARG|ERR)|LINENO|SHLVL|_|RANDOM|SRANDOM|SECONDS|E?UID|GROUPS|HOST(NAME|TYPE)|(OS|MACH)TYPE|EPOCH\w+|PS\d|BASH\w*|DIRSTACK|FUNCNAME|COLUMNS|LINES)$/;

function valuesBy(commands: readonly Command[], given: Given): Known['holds'] {
  const { variables } = given;
  const set = valuesSet(commands);
  const found = new Map<string, string | undefined>();
  const holds = (name: string): string | undefined => {
    if (SHELLS_OWN.test(name)) return undefined;
    if (!set.has(name)) return Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (!found.has(name)) {
      // While it is looked for: what is made of itself is not known.
      found.set(name, undefined);
      found.set(name, constant(set.get(name), { holds, given }));
    }
    return found.get(name);
  };
  return holds;
}

/**
 * What a text sets. In front of a program a variable is set for that program alone, and what other programs
 * do with a word such as `A=b` is theirs: such a variable may hold anything.
 */
const valuesSet = (commands: readonly Command[]): Values =>
  valuesOf(commands, [...commands.flatMap(namesSetBy), ...commands.flatMap(namesInWords)]);

function namesInWords({ words, assigns }: Command): readonly string[] {
  const [program, ...args] = words;
  if (program === undefined || DECLARES.test(literal(program) ?? '')) return [];
  return [...assigns, ...args].map(({ raw }) => /^["']?(\w+)/.exec(raw)?.[1] ?? '');
}

const DECLARES = /^(declare|typeset|local|export|readonly)$/;

const constant = (values: ReturnType<Values['get']>, known: Known): string | undefined =>
  values?.length === 1 ? literal(wholeOf({ pieces: values[0] ?? [], raw: '' }, known)) : undefined;

/** Where a value stays whole. Shells do not agree where those with blanks do: they are not known then. */
function wholeOf(word: Word, known: Known): Word {
  const pieces = piecesOf(word, known);
  return pieces === word.pieces ? word : { ...word, pieces: merged(pieces.map(asPiece)) };
}

/** A value that stands unquoted and has blanks makes several words, an empty one none. */
function fieldsOf(word: Word, known: Known, parts: boolean): readonly Word[] {
  if (word.spellings !== undefined) return [word];
  const pieces = piecesOf(word, known);
  const isKnown = pieces.every((piece) => typeof piece === 'string' || 'bare' in piece);
  // A quoted nothing is a word of its own: too rare to tell which one.
  if (!parts || !isKnown || !pieces.some(isParted) || pieces.includes(''))
    return [wholeOf(word, known)];
  const fields = [''];
  for (const piece of pieces) {
    const [head = '', ...rest] =
      typeof piece === 'string' ? [piece] : 'bare' in piece ? piece.bare.split(BLANKS) : [];
    fields.push(`${fields.pop()}${head}`, ...rest);
  }
  return fields.filter((field) => field !== '').map((field) => ({ ...word, pieces: [field] }));
}

/** A value that stands without quotes. */
interface Bare {
  readonly bare: string;
  readonly as: Piece;
}

const BLANKS = /[ \t\n]+/;

const isParted = (piece: Piece | Bare): boolean =>
  typeof piece === 'object' && 'bare' in piece && (piece.bare === '' || BLANKS.test(piece.bare));

const asPiece = (piece: Piece | Bare): Piece => {
  if (typeof piece === 'string' || !('bare' in piece)) return piece;
  return isParted(piece) ? piece.as : piece.bare;
};

function piecesOf(word: Word, known: Known): readonly (Piece | Bare)[] {
  if (LONE_DOLLAR.test(word.raw.replace(QUOTED, '\0'))) return [ANY];
  const pieces = withHome(word, known).map((piece) => filledPiece(piece, known));
  return pieces.every((piece, at) => piece === word.pieces[at]) ? word.pieces : pieces;
}

function filledPiece(piece: Piece, { holds, given }: Known): Piece | Bare {
  if (typeof piece === 'string') return piece;
  const { name, raw, unknown } = piece;
  const value =
    name === undefined ? (raw === undefined ? undefined : given.expansion?.(raw)) : holds(name);
  if (value === undefined) return piece;
  if (unknown === 'part') return value;
  // Without quotes a value is also a pattern of files.
  return unknown !== 'any' || /[*?[\\]/.test(value) ? piece : { bare: value, as: piece };
}

/** It stays where a shell does not know $'...' and $"...", and bash parts no value in a word with one. */
const LONE_DOLLAR = /\$(?![\w{(@*#?$!-])/;

const QUOTED = /'[^']*'|"(?:[^"\\]|\\.)*"|\\./gs;

/** `~` and `~/` are the home directory; of others, and of those behind `=` and `:`, only a shell knows. */
function withHome({ pieces, raw }: Word, { holds }: Known): readonly Piece[] {
  if (!/(^|[=:])~/.test(raw.replace(QUOTED, '\0'))) return pieces;
  const [first, ...rest] = pieces;
  if (typeof first !== 'string') return [ANY];
  const home = /^~(\/|$)/.test(raw) && !/[=:]~/.test(raw) ? holds('HOME') : undefined;
  const at = first.indexOf('~');
  return [
    `${first.slice(0, at)}${home ?? ''}`,
    ...(home === undefined ? [PART] : []),
    first.slice(at + 1),
    ...rest,
  ];
}
