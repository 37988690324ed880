import { literal, programOf } from '@wavehooks/shell/rules';
import { nameIn, type Resolve } from '../../files/paths.ts';
import type { LookedInto, LookedPart } from './command-reads.ts';
import { repositoryAt } from './repository.ts';

/** How a command that only reads may run unasked. */
export interface ReadingForm {
  /** Written so plainly that it may run without a sandbox. */
  readonly plain: boolean;
  /** It prints the same where it sees only the project, programs and git's settings. `denied`: files are hidden there. */
  same(denied: boolean): boolean;
}

/** The programs of plain forms. What brings a language of its own, such as sed and awk, is not among them. */
const PLAIN: ReadonlySet<string> = new Set(
  '[ basename cal cat cd cmp command cut date df diff dirname du echo egrep exit false fd fgrep file find git grep groups head hostname id logname ls md5sum npm nproc pip pip3 pwd realpath readlink rg seq sha1sum sha256sum sort stat tail test tr tree true type uname uniq uptime wc which whoami'.split(
    ' ',
  ),
);

/** Programs that tell of users, of mounts or of what they keep in the home directory. */
const DIFFERS = /^(df|groups|hostname|id|locale|logname|npm|pip3?|stat|tty|uptime|whoami)$/;

/** Options by which a program tells whose a file is, or what links lead to. */
const DIFFERS_WITH: Readonly<Record<string, RegExp>> = {
  ls: /^(-[A-Za-z1]*[lgnoF]|--(author|color|colour|context|classify|file-type|format|full-time|indicator|numeric))/,
  tree: /^-[A-Za-z]*[ugpFCs]/,
  find: /^-(ls|printf|user|group|nouser|nogroup|uid|gid|xtype|fstype|mount|xdev|newer.*)$/,
  file: /^-/,
  du: /^-[A-Za-z]*x|^--one/,
};

/** Programs that tell how large files are, or what has changed in them: what is hidden is another file to them. */
const MEASURES = /^(git|du|find|tree|file|wc|ls|md5sum|sha\d+sum|cksum|sum|b2sum|shasum)$/;

export function formOf(looked: LookedInto, dir: string, resolve: Resolve): ReadingForm {
  const { parts } = looked;
  const texts = parts.map(textsIn);
  const isVersion = (words: readonly string[]) =>
    words.length === 2 && /^(-v|-V|-?-version|version|--help)$/.test(words[1] ?? '');
  const isPlain = (words: readonly string[] | undefined) =>
    words !== undefined && (PLAIN.has(words[0] ?? '') || isVersion(words));
  return {
    plain: texts.every(isPlain),
    same: (denied) =>
      parts.every(({ plain: { part } }) => {
        const program = programOf(part.command) ?? '';
        const words = part.command.words.map((word) => literal(word) ?? word.raw);
        if (DIFFERS.test(program) || isVersion(words)) return false;
        if (denied && MEASURES.test(program)) return false;
        if (program === 'git' && !isWithin(dir, resolve)) return false;
        return !words.some((word) => DIFFERS_WITH[program]?.test(word));
      }),
  };
}

/** Whether git finds all of its repository in the project. */
function isWithin(dir: string, resolve: Resolve): boolean {
  const { top } = repositoryAt(resolve(dir).real, resolve);
  return (
    top !== undefined && resolve(top).inside && resolve.kind(nameIn(top, '.git')) === 'directory'
  );
}

/** The words of a command that says nothing but words. */
function textsIn({ plain: { part } }: LookedPart): readonly string[] | undefined {
  const { words, assigns, redirects } = part.command;
  const all = [...words, ...redirects.map(({ target }) => target)];
  if (assigns.length > 0 || all.some((word) => word.spellings || literal(word) === undefined))
    return undefined;
  return words.map((word) => literal(word) ?? '');
}
