import { delimiter, isAbsolute } from 'node:path';

export type Env = Readonly<Record<string, string | undefined>>;

/** Variables that change what a shell or every program loads; and those where it depends on the place they name. */
const ALWAYS =
  /^(BASH_ENV|BASHOPTS|SHELLOPTS|GLOBIGNORE|CDPATH|POSIXLY_CORRECT|LD_(PRELOAD|AUDIT)|DYLD_INSERT_LIBRARIES)$/;
const PLACES = /^(LD|DYLD)_\w*PATH$/;

/** Variables by which some programs load, run or write something else; others of git say who you are, or ask you. */
const OF_PROGRAMS: readonly (readonly [programs: RegExp, names: RegExp])[] = [
  [
    /^git$/,
    /^GIT_(?!(AUTHOR|COMMITTER|PS1|HTTP|SSL)_\w+$|(SEQUENCE_)?EDITOR$|ASKPASS$|SSH(_COMMAND|_VARIANT)?$|TERMINAL_PROMPT$|OPTIONAL_LOCKS$|PAGER(_IN_USE)?$|MERGE_AUTOEDIT$|LFS_SKIP_SMUDGE$|CEILING_DIRECTORIES$|CONFIG_NOSYSTEM$)/,
  ],
  [/^rg$/, /^RIPGREP_CONFIG_PATH$/],
  [/^[ef]?grep$/, /^GREP_OPTIONS$/],
  [/^(node|nodejs|npm|npx|tsc)$/, /^NODE_(OPTIONS|PATH|REPL_EXTERNAL_MODULE)$/],
  [
    /^(python|pip|mypy|ruff|uv)/,
    /^PYTHON(?!(UNBUFFERED|DONTWRITEBYTECODE|IOENCODING|UTF8|HASHSEED)$)/,
  ],
  [/^(perl|shasum)$/, /^PERL/],
  [/^php$/, /^PHP/],
  [/^(ruby|gem)$/, /^(RUBY|GEM_|BUNDLE_)/],
  [/^javac?$/, /^(JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVAC?_OPTIONS)$/],
  [/^g?make$/, /^(GNU)?MAKE(FLAGS|FILES)$/],
  [/^(cargo|rustc|rustup)$/, /^(RUSTUP_TOOLCHAIN|RUSTC\w*)$/],
  [/^go$/, /^(GOFLAGS|GOTOOLCHAIN|GOENV)$/],
  [/^file$/, /^MAGIC$/],
  [/^(tar|zip|unzip)$/, /^(TAR_OPTIONS|ZIPOPT|UNZIP)$/],
  [/^g?awk$/, /^(AWK\w*PATH|GAWK_\w+)$/],
];

const EXPORTED = /^BASH_FUNC_(.+?)(%%|\(\))?$/;

/** All of them in one, for all names in one text: most environments have none of them. */
const ANY = new RegExp(
  [ALWAYS, PLACES, EXPORTED, ...OF_PROGRAMS.map(([, names]) => names)]
    .map(({ source }) => `(?:${source})`)
    .join('|'),
  'm',
);

/** An environment has the same names for every command. */
let last = { names: '', any: false };

function hasAny(names: string): boolean {
  if (last.names !== names) last = { names, any: ANY.test(names) };
  return last.any;
}

/** The variable that makes a program do more than its words say; undefined if there is none. */
export function steeringVariable(
  env: Env,
  programs: readonly string[],
  isOurs: (dir: string) => boolean,
) {
  const names = Object.keys(env);
  if (!hasAny(names.join('\n'))) return undefined;
  return names.find((name) => {
    const value = env[name];
    if (value === undefined) return false;
    if (ALWAYS.test(name)) return value !== '';
    if (PLACES.test(name))
      return value.split(delimiter).some((dir) => !isAbsolute(dir) || isOurs(dir));
    const exported = EXPORTED.exec(name)?.[1];
    if (exported !== undefined) return programs.includes(exported);
    return OF_PROGRAMS.some(
      ([of, names]) => names.test(name) && programs.some((program) => of.test(program)),
    );
  });
}
