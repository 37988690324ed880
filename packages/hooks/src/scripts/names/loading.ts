/** Variables by which a program, a shell or the system's loader is told to load code, or where to find it. */
const LOADS =
  /^(PATH|HOME|ENV|BASH.*|SHELLOPTS|PS4|IFS|CDPATH|ZDOTDIR|FPATH|XDG_.*|LD_.*|DYLD_.*|GCONV_PATH|LOCPATH|GLIBC_TUNABLES|OPENSSL_.*|NODE_.*|NPM_.*|npm_.*|DENO_.*|BUN_.*|TS_NODE_.*|TSX_.*|PYTHON.*|PERL.*|RUBY.*|GEM_.*|BUNDLE_.*|PHP.*|LUA_.*|fish_.*|CLASSPATH|.*JAVA.*|GIT_.*|MAKE.*)$/;

/** Of these families the ones that only say how, not what. */
const HARMLESS =
  /^(NODE_(ENV|NO_WARNINGS|DISABLE_COLORS|EXTRA_CA_CERTS|DEBUG)|PYTHON(UNBUFFERED|DONTWRITEBYTECODE|IOENCODING|UTF8|HASHSEED|NOUSERSITE|SAFEPATH)|PERL_UNICODE)$/;

/** Whether a variable can make a program run other code than the command names. */
export const loadsCode = (name: string): boolean => LOADS.test(name) && !HARMLESS.test(name);

/** The parts of a variable's value that may be names of files: it may be a list, or hold options. */
export const partsOf = (value: string): readonly string[] =>
  [value, ...value.split(/[\s:;=]+/)].filter((part) => part !== '');

/** Variables that are lists of directories in which a program looks for modules, before its own. */
export const isSearched = (name: string): boolean =>
  /^(PYTHONPATH|PERL5LIB|PERLLIB|RUBYLIB|NODE_PATH)$/.test(name);
