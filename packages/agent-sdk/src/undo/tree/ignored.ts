import { dirname } from 'node:path';
import { writtenText } from '../../files/written-text.ts';

/** Whether the rules of the directories above, and its own, ignore a directory. */
export interface Ignores {
  /** `path` is below the root of these rules, without a slash at its end. */
  ignores(path: string): boolean;
  /** The same, with the rules of a file in a directory further down. */
  within(dir: string): Ignores;
}

interface Rule {
  readonly base: string;
  readonly pattern: RegExp;
  readonly negated: boolean;
}

/** What is made by machines, whether a file says so or not. */
const ALWAYS = /(?:^|\/)node_modules$/;

const MAX_CHARS = 65_536;

/** Rules for directories alone: files are covered whether git ignores them or not. */
export function ignoresAt(root: string): Ignores {
  return from([...rulesIn(root, '/.git/info/exclude'), ...rulesIn(root, '/.gitignore')]);
}

function from(rules: readonly Rule[]): Ignores {
  return {
    ignores: (path) => ALWAYS.test(path) || last(rules, path),
    within: (dir) => {
      const more = rulesIn(dir, '/.gitignore');
      return more.length === 0 ? from(rules) : from([...rules, ...more]);
    },
  };
}

/** The last rule that fits decides, as in git. */
function last(rules: readonly Rule[], path: string): boolean {
  const found = rules.findLast(
    ({ base, pattern }) => path.startsWith(`${base}/`) && pattern.test(path.slice(base.length + 1)),
  );
  return found !== undefined && !found.negated;
}

function rulesIn(base: string, name: string): Rule[] {
  return writtenText(`${base}${name}`)
    .slice(0, MAX_CHARS)
    .split(/\r?\n/)
    .flatMap((line) => ruleOf(base, line));
}

function ruleOf(base: string, line: string): Rule[] {
  const text = line.replace(/(?<!\\)\s+$/, '');
  if (text === '' || text.startsWith('#')) return [];
  const negated = text.startsWith('!');
  const body = (negated ? text.slice(1) : text).replace(/\/+$/, '');
  // A slash other than the last ties a pattern to the place of its file.
  const tied = body.includes('/');
  const source = regExpOf(body.replace(/^\//, ''));
  if (source === undefined || body === '') return [];
  return [{ base, negated, pattern: new RegExp(tied ? `^${source}$` : `(?:^|/)${source}$`, 'u') }];
}

/** A piece that cannot be read ignores nothing. */
function regExpOf(glob: string): string | undefined {
  const source = glob.replaceAll(
    /\*\*\/|\/\*\*$|\*+|\?|\[!?[^\]/]+\]|\\.|[\s\S]/gu,
    (piece) => PIECES[piece] ?? pieceOf(piece),
  );
  try {
    new RegExp(source, 'u');
    return source;
  } catch {
    return undefined;
  }
}

const PIECES: Readonly<Record<string, string>> = {
  '**/': '(?:.*/)?',
  '/**': '/.*',
  '?': '[^/]',
};

function pieceOf(piece: string): string {
  if (/^\*+$/.test(piece)) return '[^/]*';
  if (piece.startsWith('[') && piece.length > 2)
    return `[${piece.slice(1, -1).replace(/^!/, '^').replaceAll(/[\\[]/g, '\\$&')}]`;
  return (piece.length === 2 && piece.startsWith('\\') ? piece.slice(1) : piece).replace(
    /[\\^$.*+?()[\]{}|/]/,
    '\\$&',
  );
}

/** The rules of every directory on the way are read once a walk, and only where a directory is new. */
export function ignoresBelow(root: string): (path: string) => boolean {
  const known = new Map<string, Ignores>();
  const rulesFor = (dir: string): Ignores => {
    const there = known.get(dir);
    if (there) return there;
    const rules = dir === root ? ignoresAt(root) : rulesFor(dirname(dir)).within(dir);
    known.set(dir, rules);
    return rules;
  };
  return (path) => rulesFor(dirname(path)).ignores(path);
}
