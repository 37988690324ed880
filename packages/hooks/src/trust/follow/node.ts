import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Mark } from '../pin.ts';
import { isInside, type Place } from '../place.ts';
import {
  COMPUTED,
  type Code,
  gapsIn,
  joined,
  PROGRAMS,
  PUT_TOGETHER,
  type Signs,
  type Step,
} from './step.ts';

/** How a module names another: `import` takes a name as it is, `require` adds endings. */
export interface Mention {
  readonly by: 'import' | 'require';
  readonly name: string;
}

const FROM = /(?<![\w$.])(?:import|export)\b[^'"`;()]*?\bfrom\s*(['"])([^'"\n]+)\1/g;
const PLAIN = /(?<![\w$.])import\s*(['"])([^'"\n]+)\1/g;
const CALL =
  /(?<![\w$])(import|require|require\.resolve)\s*\(\s*(?:\/\*.*?\*\/\s*)?(?:(['"`])([^'"`\n]*)\2\s*[,)])?/g;
const BESIDE =
  /(?:new URL\(\s*|(?:__dirname|import\.meta\.dirname)\s*(?:,|\+)\s*)(['"`])(\.{0,2}\/?[\w./-]+)\1/g;

/** The names that a module's text mentions. One in a comment counts as well: it costs little. */
export function mentionsIn(text: string): { mentions: Mention[]; computed: boolean } {
  const calls = [...code(text).matchAll(CALL)];
  const isKnown = ([, , quote, name = '']: RegExpExecArray) =>
    quote !== undefined && !name.includes('${');
  const named = [...text.matchAll(FROM), ...text.matchAll(PLAIN)];
  const paths = [...text.matchAll(BESIDE)];
  return {
    mentions: [
      ...named.map(([, , name = '']) => ({ by: 'import' as const, name })),
      ...paths.map(([, , name = '']) => ({ by: 'import' as const, name: beside(name) })),
      ...calls.filter(isKnown).map(([, by, , name = '']) => ({
        by: by === 'import' ? ('import' as const) : ('require' as const),
        name,
      })),
    ],
    computed: calls.some((call) => !isKnown(call)),
  };
}

const beside = (name: string) => (/^\.{1,2}\//.test(name) ? name : `./${name.replace(/^\/+/, '')}`);

/** Without lines that are nothing but a comment, which often tell of code. */
const code = (text: string) => text.replace(/^\s*(\/\/|\*\s).*$/gm, '');

const SIGNS: Signs = [
  [/(?<![\w$.])eval\s*\(|\bnew Function\b|['"](node:)?vm['"]/, PUT_TOGETHER],
  [/['"](node:)?(child_process|worker_threads|cluster)['"]/, PROGRAMS],
  [
    /\bcreateRequire\b(?!\s*[,}])(?<!\brequire\s*=\s*(?:\w+\.)?createRequire)|\bregister(Hooks)?\s*\(.*import\.meta/,
    COMPUTED,
  ],
];

const CODE = /^\.([cm]?[jt]s|[jt]sx)?$|^$/;
const ENDINGS = ['.js', '.json', '.node'];
const LOOSE = [
  '.ts',
  '.mts',
  '.cts',
  '.tsx',
  '.js',
  '.mjs',
  '.cjs',
  '.jsx',
  '.json',
  '/index.ts',
  '/index.js',
];

/** What a module of Node loads. */
export function nodeStep(own: Code, text: string, place: Place): Step {
  const file = place.real(own.file);
  if (!CODE.test(extname(file))) return joined([]);
  const { mentions, computed } = mentionsIn(text);
  const steps = mentions.map((mention) => resolved(mention, own, file, place));
  const isAlone = steps.every(({ files = [] }) => files.length === 0);
  return joined([
    ...steps,
    {
      marks: [
        ...typeMarks(file, place),
        ...(isAlone ? [] : [{ path: own.file, of: 'place' as const }]),
      ],
    },
    { gaps: [...(computed ? [COMPUTED] : []), ...gapsIn(code(text), SIGNS)] },
  ]);
}

function resolved({ by, name }: Mention, own: Code, file: string, place: Place): Partial<Step> {
  if (/^(data|https?):/.test(name)) return { gaps: [`loads ${name.slice(0, 40)}`] };
  const path = pathOf(name, file);
  if (path === undefined) return isBuiltin(name) ? {} : { gaps: [packageGap(name)] };
  if (own.as === 'bundler')
    return found([path, ...LOOSE.map((ending) => path + ending)], own, place);
  return by === 'import' ? found([path], own, place) : required(path, own, place);
}

/** Relative names are seen from where the file really is; others are those of packages. */
function pathOf(name: string, file: string): string | undefined {
  if (/^\.{1,2}(\/|$)/.test(name)) return join(dirname(file), decoded(name.replace(/[?#].*$/, '')));
  if (name.startsWith('/')) return normalize(name);
  return name.startsWith('file:') ? fromUrl(name) : undefined;
}

function decoded(name: string): string {
  try {
    return decodeURI(name);
  } catch {
    return name;
  }
}

function fromUrl(name: string): string | undefined {
  try {
    return fileURLToPath(name);
  } catch {
    return undefined;
  }
}

/** Those that stand before the first that is there must stay away: one of them would be loaded instead. */
function found(tried: readonly string[], own: Code, place: Place): Partial<Step> {
  const at = tried.findIndex((name) => place.kind(name) === 'file');
  const files = tried.slice(0, at === -1 ? tried.length : at + 1);
  const target = tried[at];
  return {
    files: files.filter((name) => place.kind(name) !== 'directory'),
    code: target === undefined ? [] : [{ ...own, file: target }],
  };
}

function required(path: string, own: Code, place: Place): Partial<Step> {
  const plain = [path, ...ENDINGS.map((ending) => path + ending)];
  if (place.kind(path) !== 'directory' || plain.some((name) => place.kind(name) === 'file'))
    return found(plain, own, place);
  const main = mainIn(place.read(`${path}/package.json`));
  const starts = [
    ...(main === undefined ? [] : [join(path, main), join(path, main, 'index')]),
    `${path}/index`,
  ];
  const tried = starts.flatMap((start) => [start, ...ENDINGS.map((ending) => start + ending)]);
  const inside = found(tried, own, place);
  return { ...inside, files: [...plain.slice(1), `${path}/package.json`, ...(inside.files ?? [])] };
}

function mainIn(text: string): string | undefined {
  try {
    const { main } = JSON.parse(text) as { main?: unknown };
    return typeof main === 'string' ? main : undefined;
  } catch {
    return undefined;
  }
}

const isBuiltin = (name: string): boolean =>
  process.getBuiltinModule('node:module').isBuiltin(name);

function packageGap(name: string): string {
  if (name.startsWith('#')) return `loads "${name}", which package.json leads to a file`;
  const [scope = '', inner] = name.split('/');
  return `loads packages from node_modules (${scope.startsWith('@') ? `${scope}/${inner}` : scope})`;
}

/** Whether such a file is one kind of module or the other is said by the first package.json above it. */
function typeMarks(file: string, place: Place): Mark[] {
  if (!/^\.[jt]sx?$|^$/.test(extname(file))) return [];
  const marks: Mark[] = [];
  for (
    let dir = dirname(file);
    isInside(`${dir}/x`, place) && marks.length < MOST_LEVELS;
    dir = join(dir, '..')
  ) {
    const path = join(dir, 'package.json');
    marks.push({ path, of: 'type' });
    if (place.kind(path) === 'file') break;
  }
  return marks;
}

const MOST_LEVELS = 32;
