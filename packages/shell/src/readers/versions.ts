/** What programs are asked about themselves, and nothing else: `node --version`. */
const ASKED: Readonly<Record<string, string>> = {
  '--version':
    'node nodejs npm npx deno bun perl php ruby gem python python3 pip pip3 uv ruff mypy cargo rustc rustup gh ' +
    'curl wget git bash gcc g++ cc c++ clang clang++ make gmake cmake ninja docker podman tsc java javac ' +
    'psql mysql sqlite3 redis-cli jq rg fd tree tar zip unzip openssl rsync ' +
    'ls cat head tail wc grep find sort sed awk diff stat file du df date uname',
  '-v': 'node nodejs npm perl php ruby deno bun make gmake',
  '-V': 'python python3 pip pip3 cargo rustc curl wget ssh tmux',
  '-version': 'java javac ffmpeg',
  version: 'git go openssl',
  '--help':
    'ls cat head tail wc grep rg find fd sort sed diff stat file du df date uname tree node jq cut tr uniq',
};

/** Whether a program does nothing but tell its version, or how it is used, when this is all that it is given. */
export const asksForVersion = (program: string, arg: string): boolean =>
  Object.hasOwn(ASKED, arg) && (ASKED[arg]?.split(' ').includes(program) ?? false);

/** The programs of which that is known. */
export const TELLS_VERSION: ReadonlySet<string> = new Set(
  Object.values(ASKED).flatMap((programs) => programs.split(' ')),
);

/** The same with how each of them is asked. */
export const asked = (): readonly (readonly [string, string])[] =>
  Object.entries(ASKED).flatMap(([option, programs]) =>
    programs.split(' ').map((program) => [program, option] as const),
  );
