import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Mark } from '../../pins/pin.ts';
import { mainIn } from '../names/node-start.ts';
import { isInside, type Place } from '../names/place.ts';
import { COMPUTED, type Code, joined, MOST_NAMES, type Step, TOO_LONG } from '../names/step.ts';
import { firstOf } from './first.ts';
import { type Mention, mentionsIn } from './node-mentions.ts';
import { nodeGaps } from './node-signs.ts';

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
  const steps = mentions.slice(0, MOST_NAMES).map((mention) => resolved(mention, own, file, place));
  const isAlone = steps.every(({ files = [] }) => files.length === 0);
  return joined([
    ...steps,
    {
      marks: [
        ...typeMarks(file, place),
        ...(isAlone ? [] : [{ path: own.file, of: 'place' as const }]),
      ],
    },
    { gaps: [...(computed ? [COMPUTED] : []), ...nodeGaps(text)] },
    { gaps: mentions.length > MOST_NAMES ? [TOO_LONG] : [] },
  ]);
}

function resolved({ by, name }: Mention, own: Code, file: string, place: Place): Partial<Step> {
  if (/^(data|https?):/.test(name)) return { gaps: [`loads ${name.slice(0, 40)}`] };
  const path = pathOf(name, file);
  if (path === undefined) return isBuiltin(name) ? {} : fromPackage(name, file, place);
  if (own.as === 'bundler')
    return firstOf([path, ...LOOSE.map((ending) => path + ending)], own, place);
  return by === 'import' ? firstOf([path], own, place) : required(path, own, place);
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

function required(path: string, own: Code, place: Place): Partial<Step> {
  const plain = [path, ...ENDINGS.map((ending) => path + ending)];
  if (place.kind(path) !== 'directory' || plain.some((name) => place.kind(name) === 'file'))
    return firstOf(plain, own, place);
  const main = mainIn(place.read(`${path}/package.json`));
  const starts = [
    ...(main === undefined ? [] : [join(path, main), join(path, main, 'index')]),
    `${path}/index`,
  ];
  const tried = starts.flatMap((start) => [start, ...ENDINGS.map((ending) => start + ending)]);
  const inside = firstOf(tried, own, place);
  return { ...inside, files: [...plain.slice(1), `${path}/package.json`, ...(inside.files ?? [])] };
}

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
