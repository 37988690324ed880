import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Mark } from '../../pins/pin.ts';
import { endingsOf } from '../names/interpreters.ts';
import { isInside, type Place } from '../names/place.ts';
import {
  COMPUTED,
  type Code,
  joined,
  MOST_NAMES,
  matchesIn,
  type Step,
  TOO_LONG,
} from '../names/step.ts';
import { gapsOf } from './signs.ts';

/** A word that loads, and a name in quotes behind it. One in a comment counts as well: it costs little. */
const NODE =
  /(?<![\w$])(import|(?<=(?:\}|\*|\bimport\s{1,9}[\w$]{1,200}|\bas\s{1,9}[\w$]{1,200})\s{0,99})from|require|require\.resolve|URL|__dirname|import\.meta\.dirname)(?![\w$])[\s(,+]{0,99}(?:\/\*[^*\n]{0,200}\*\/\s{0,9})?(['"`])([^'"`\n]{1,300})\2/g;
const OTHERS =
  /(?<![\w$])(require|require_relative|require_once|include|include_once|load|dofile|do|lib|__dir__|__DIR__|__FILE__|dirname)(?![\w$])[^'"`;\n]{0,60}(['"])([^'"\n]{1,300})\2/g;

/** How scripts name their own directory inside of a text. */
const HERE =
  /^(?:\$\{?(?:FindBin::)?(?:Real)?Bin\}?|#\{__dir__\}|\$\{(?:import\.meta\.dirname|__dirname)\})\/+/;

/** Words behind which a name without a slash is that of a package. */
const MODULES: ReadonlySet<string> = new Set(['import', 'from', 'require', 'require.resolve']);

/** What a script of Node, Perl, Ruby, PHP or Lua loads: names in quotes behind a word that loads. */
export function quotedStep(own: Code & { as: Quoted }, text: string, place: Place): Step {
  const file = place.real(own.file);
  const isNode = own.as === 'node' || own.as === 'bundler';
  if (isNode && !CODE.test(extname(file))) return joined([]);
  const mentions = matchesIn(text, isNode ? NODE : OTHERS);
  const steps = mentions
    .slice(0, MOST_NAMES)
    .map(([, word = '', , name = '']) =>
      isNode ? imported(word, name, own, file, place) : read(word, name, own, file, place),
    );
  const isAlone = steps.every(({ files = [] }) => files.length === 0);
  const marks = isNode
    ? [...typeMarks(file, place), ...(isAlone ? [] : [{ path: own.file, of: 'place' as const }])]
    : [];
  return joined([
    ...steps,
    { marks, gaps: gapsOf(own.as, text) },
    { gaps: mentions.length > MOST_NAMES ? [TOO_LONG] : [] },
  ]);
}

export type Quoted = Exclude<Code['as'], 'shell' | 'python'>;

const CODE = /^\.([cm]?[jt]s|[jt]sx)?$|^$/;

/** Relative names are seen from where the file really is; others are those of packages. */
function imported(
  word: string,
  written: string,
  own: Code,
  file: string,
  place: Place,
): Partial<Step> {
  const isModule = MODULES.has(word);
  if (/^(data|https?):/.test(written))
    return isModule ? { gaps: [`loads ${written.slice(0, 40)}`] } : {};
  const name = pathOf(written.replace(HERE, './'));
  if (isModule && !/^[./]/.test(name)) return isBuiltin(name) ? {} : fromPackage(name, file, place);
  if (name.includes('\\')) return { gaps: [COMPUTED] };
  if (name.includes('$')) return {};
  return loaded(
    name.startsWith('/') && isModule ? name : join(dirname(file), name),
    name,
    own,
    place,
  );
}

/** These read files beside the script, or from where it runs. */
function read(word: string, written: string, own: Code, file: string, place: Place): Partial<Step> {
  const name = written.replace(HERE, './');
  if (/[$#\\]/.test(name)) return {};
  const beside = join(dirname(file), name);
  if (name !== written || BESIDE.has(word)) return loaded(beside, './', own, place);
  return loaded(
    own.at === undefined || name.startsWith('/') ? name : `${own.at}/${name}`,
    name,
    own,
    place,
  );
}

const BESIDE: ReadonlySet<string> = new Set([
  'require_relative',
  '__dir__',
  '__DIR__',
  '__FILE__',
  'dirname',
]);

/** A name as a path: without what an address has more. */
function pathOf(name: string): string {
  if (name.startsWith('file:')) return attempt(() => fileURLToPath(name)) ?? name;
  const path = name.replace(/[?#].+$/, '');
  return attempt(() => decodeURI(path)) ?? path;
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/**
 * The first of the names that is there. Those before it are held as missing, since one of them would be
 * loaded instead. Of a directory everything may be loaded.
 */
function loaded(path: string, name: string, own: Code, place: Place): Partial<Step> {
  const endings = ENDED.test(path) ? [''] : endingsOf(own.as);
  const tried = endings.map((ending) => path + ending);
  const at = tried.findIndex((one) => place.kind(one) === 'file');
  const file = tried[at];
  const isTree = file === undefined && place.kind(path) === 'directory';
  // What looks like no path may be any text.
  if (file === undefined && !isTree && !name.startsWith('.')) return {};
  return {
    files: tried
      .slice(0, file === undefined ? tried.length : at + 1)
      .filter((one) => place.kind(one) !== 'directory'),
    code: file === undefined ? [] : [{ ...own, file }],
    trees: isTree && !/\.\.\/?$/.test(name) ? [path] : [],
  };
}

const ENDED = /\.([cm]?[jt]s|[jt]sx|json|node|p[lm]|rb|php|lua|so)$/;

const isBuiltin = (name: string): boolean =>
  process.getBuiltinModule('node:module').isBuiltin(name);

/** Packages are too much to follow, but nobody writes to them unasked, nor to where one would be found first. */
function fromPackage(name: string, file: string, place: Place): Partial<Step> {
  if (name.startsWith('#'))
    return { gaps: [`loads "${name}", which package.json leads to a file`] };
  const [scope = '', inner] = name.split('/');
  const of = scope.startsWith('@') ? `${scope}/${inner}` : scope;
  const marks = dirsAbove(file, place).map(
    (dir): Mark => ({ path: join(dir, 'node_modules'), of: 'packages' }),
  );
  return { gaps: [`loads packages from node_modules (${of})`], marks };
}

/** Whether such a file is one kind of module or the other is said by the first package.json above it. */
function typeMarks(file: string, place: Place): Mark[] {
  if (!/^\.[jt]sx?$|^$/.test(extname(file))) return [];
  const paths = dirsAbove(file, place).map((dir) => join(dir, 'package.json'));
  const at = paths.findIndex((path) => place.kind(path) === 'file');
  return paths.slice(0, at === -1 ? paths.length : at + 1).map((path) => ({ path, of: 'type' }));
}

const MOST_LEVELS = 32;

/** The directories of the project that a file is in, the nearest first. */
function dirsAbove(file: string, place: Place): string[] {
  const dirs: string[] = [];
  for (
    let dir = dirname(file);
    isInside(`${dir}/x`, place) && dirs.length < MOST_LEVELS;
    dir = join(dir, '..')
  )
    dirs.push(dir);
  return dirs;
}
