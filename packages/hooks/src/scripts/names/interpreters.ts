import { basename } from 'node:path';
import { asNode, NODE_ENDINGS, withEndings } from './node-start.ts';
import { pythonStart, RUNS_HERE } from './python-start.ts';
import type { Code } from './step.ts';

/** What stands under a name. */
export type Kind = 'file' | 'directory' | 'nothing' | 'other';

/** The files as they are seen from where a command runs. */
export interface Look {
  kind(name: string): Kind;
  /** The whole of a file; empty when it cannot be read. */
  read(name: string): string;
  /** In bytes; 0 for what is no file. */
  size(name: string): number;
}

/** Files that a command runs, and whether these are all of them. */
export interface Found {
  readonly files: readonly string[];
  readonly whole: boolean;
  /** Those of them that hold code, which may load more. */
  readonly code?: readonly Code[];
  /** Directories that it is given. */
  readonly trees?: readonly string[];
}

/** How programs of one kind find the file that they are given to run. */
interface Family {
  /** Options that load nothing and take no value. */
  readonly options: RegExp;
  /** What may be missing at the end of a file's name. */
  readonly endings: readonly string[];
  readonly find: (name: string, look: Look) => Found;
}

const exactly = (name: string, look: Look): Found => {
  const kind = look.kind(name);
  // What is not there is pinned as such: none can appear unseen.
  return { files: kind === 'file' || kind === 'nothing' ? [name] : [], whole: kind === 'file' };
};

/** Python runs a directory, too. */
const asPython = (name: string, look: Look): Found =>
  look.kind(name) === 'directory'
    ? { files: [`${name}/__main__.py`], whole: false }
    : exactly(name, look);

/** These are told by files of the project what else to load, and which ending is meant. */
function asBundler(name: string, look: Look): Found {
  return { files: withEndings(BUNDLED, name, look), whole: false };
}

const BUNDLED = ['', '.js', '.ts', '.mjs', '.mts', '.cjs', '.cts', '.jsx', '.tsx', '.json'];

const NONE = /^$/;
const FAMILIES = {
  shell: { options: /^-[abefhnuvx]+$/, endings: [''], find: exactly },
  python: { options: /^-[bBEIOPqsSu]+$/, endings: ['', '.py'], find: asPython },
  node: {
    options: /^--(no-warnings|no-deprecation|enable-source-maps|disable-warning=\w+)$/,
    endings: [...NODE_ENDINGS, '.mjs', '.cjs', '/index.js'],
    find: asNode,
  },
  perl: { options: /^-[twTUWX]+$/, endings: ['', '.pm', '.pl'], find: exactly },
  ruby: { options: /^-[wW]$/, endings: ['', '.rb'], find: exactly },
  php: { options: NONE, endings: [''], find: exactly },
  lua: { options: NONE, endings: ['', '.lua'], find: exactly },
  bundler: { options: NONE, endings: BUNDLED, find: asBundler },
} as const satisfies Record<string, Family>;

export type FamilyName = keyof typeof FAMILIES;

const NAMES: Readonly<Record<string, FamilyName>> = {
  ...{ sh: 'shell', bash: 'shell', dash: 'shell', zsh: 'shell', ksh: 'shell', fish: 'shell' },
  ...{ python: 'python', node: 'node', nodejs: 'node', perl: 'perl', ruby: 'ruby', php: 'php' },
  ...{ lua: 'lua', deno: 'bundler', bun: 'bundler', tsx: 'bundler', 'ts-node': 'bundler' },
};

/** Which kind of interpreter a program is, by its name without a version; undefined when it is none. */
export function familyOf(program: string): FamilyName | undefined {
  const name = basename(program).replace(/[\d.]+$/, '');
  return Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
}

/** What may be missing at the end of the name of a file that such a program loads. */
export const endingsOf = (family: FamilyName): readonly string[] => FAMILIES[family].endings;

/** What an interpreter loads by its arguments, and those that it hands on to the script. */
interface Loaded extends Found {
  readonly rest: readonly (string | undefined)[];
}

/** Arguments that nobody knows are undefined. */
export function loadedBy(
  family: FamilyName,
  args: readonly (string | undefined)[],
  look: Look,
): Loaded {
  const { options, find } = FAMILIES[family];
  const at = args.findIndex((arg) => arg === undefined || !options.test(arg));
  const script = args[at];
  if (script === undefined || script === '' || /^[-+]/.test(script) || family === 'bundler')
    return looselyLoaded(family, args, look);
  const found = find(script, look);
  return {
    ...found,
    code: codeIn(family, found.files, args.slice(0, at), look),
    rest: args.slice(at + 1),
  };
}

/** The file that runs, of those that are named for it. */
export function codeIn(
  family: FamilyName,
  files: readonly string[],
  options: readonly (string | undefined)[],
  look: Look,
): Code[] {
  const file = files.findLast((one) => look.kind(one) === 'file' && !one.endsWith('package.json'));
  if (file === undefined) return [];
  const isolated = family === 'python' && options.some((option) => /^-\w*[IP]/.test(option ?? ''));
  return [{ file, as: family, ...(isolated ? { roots: [] } : {}) }];
}

function looselyLoaded(
  family: FamilyName,
  args: readonly (string | undefined)[],
  look: Look,
): Loaded {
  const files = loosely(family, args, look);
  const start = family === 'python' ? pythonStart(args) : undefined;
  const roots = start ? { roots: start.roots ?? [RUNS_HERE] } : {};
  const code = files.map((file): Code => ({ file, as: family, ...roots }));
  const trees = args.flatMap((arg, at) => searchedBy(family, arg, args[at - 1]));
  return { files, whole: false, rest: args, code: start ? [start, ...code] : code, trees };
}

/** The directories in which an option has Perl and Ruby look for modules. */
function searchedBy(family: FamilyName, arg = '', before = ''): string[] {
  if (family !== 'perl' && family !== 'ruby') return [];
  const value = before === '-I' ? arg : (/^-I(.+)$/s.exec(arg)?.[1] ?? '');
  return value.split(':').filter((dir) => dir !== '');
}

/** Options that name a file which may be missing, and is read once it is there. */
const PERHAPS = /^--env-file-if-exists=/;

/** Options nobody looked into: any file that one of the arguments may mean. */
function loosely(family: FamilyName, args: readonly (string | undefined)[], look: Look): string[] {
  const { endings } = FAMILIES[family];
  return args.flatMap((arg, at) => {
    if (arg === undefined || arg === '') return [];
    const value = /^--[\w-]+=(.+)$/s.exec(arg)?.[1] ?? /^-\w(.+)$/s.exec(arg)?.[1] ?? arg;
    const isModule = family === 'python' && (args[at - 1] === '-m' || arg.startsWith('-m'));
    const isPerhaps =
      family === 'node' && (PERHAPS.test(arg) || args[at - 1] === '--env-file-if-exists');
    if (isPerhaps && look.kind(value) === 'nothing') return [value];
    return isModule ? pythonModule(value, look) : withEndings(endings, value, look);
  });
}

/** A module's packages are loaded before it. */
function pythonModule(name: string, look: Look): string[] {
  const parts = name.split('.');
  const dirs = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
  const whole = dirs.at(-1);
  const files = [...dirs.map((dir) => `${dir}/__init__.py`), `${whole}/__main__.py`, `${whole}.py`];
  return files.filter((file) => look.kind(file) === 'file');
}

/** The options that a first line gives its interpreter, of which some load more. */
export const areHarmless = (family: FamilyName, options: readonly string[]): boolean =>
  family !== 'bundler' && options.every((option) => FAMILIES[family].options.test(option));

/** Perl and Ruby hand a script over to another program that its first line names. */
export const handsOver = (family: FamilyName, firstLine: string): boolean =>
  (family === 'perl' || family === 'ruby') && /^#!/.test(firstLine) && !firstLine.includes(family);
