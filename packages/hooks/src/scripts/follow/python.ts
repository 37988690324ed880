import { dirname, extname, join } from 'node:path';
import { isWanted, LIBRARY, modulesIn } from '../../pins/modules.ts';
import { seenFrom } from '../../pins/pin.ts';
import { isPythonLibrary } from '../../pins/python-library.ts';
import type { Place } from '../names/place.ts';
import {
  type Code,
  joined,
  MOST_NAMES,
  matchesIn,
  type Step,
  TOO_LONG,
  withoutComments,
} from '../names/step.ts';
import { gapsOf } from './signs.ts';

/** As Python reads a text: lines that go on are one, and letters that only look different are the same. */
const asPython = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/\\\n/g, ' ').replaceAll('\f', ' ').normalize('NFKC');

/** A module that is imported, by its dotted name; `level` dots stand in front of a relative one. */
export interface Import {
  readonly name: string;
  readonly level: number;
  /** What `from` takes out of it: a name in it, or a module below it. */
  readonly parts: readonly string[];
}

const NAME = String.raw`[\p{ID_Continue}.]`;
const START = String.raw`(?:^|[\n;:"'(])[ \t]*`;
const IMPORT = new RegExp(`${START}import[ \\t]+([\\p{ID_Continue}., \\t]+)`, 'gu');
const FROM = new RegExp(
  `${START}from[ \\t]{0,40}(\\.{0,20})[ \\t]{0,40}(${NAME}{0,300})[ \\t]{1,40}import[ \\t]{0,40}(?:\\(([^)]{0,5000})\\)|([^\\n;#"']*))`,
  'gu',
);
const NAMED = /\b(?:import_module|__import__)\s*\(\s*(['"])(\w[\w.]*)\1\s*[,)]/g;
const ONE_NAME = new RegExp(`^\\s*(${NAME}+)(?:\\s+as\\s+\\p{ID_Continue}+)?\\s*$`, 'u');

/** The imports in a text, wherever a statement may stand: one too many costs little. */
export function importsIn(text: string): Import[] {
  const whole = asPython(text);
  const plain = matchesIn(whole, IMPORT).flatMap(([, names = '']) => namesIn(names));
  const literal = matchesIn(whole, NAMED).map(([, , name = '']) => name);
  return [
    ...[...plain, ...literal].map((name) => ({ name, level: 0, parts: [] })),
    ...matchesIn(whole, FROM).map(([, dots = '', name = '', inBrackets, rest]) => ({
      name,
      level: dots.length,
      parts: /^\s*\*/.test(rest ?? '') ? ['*'] : namesIn(inBrackets ?? rest ?? ''),
    })),
  ].filter(({ name, level }) => name !== '' || level > 0);
}

/** `a, b.c as d` without what they are called afterwards; what reads like a sentence is none. */
const namesIn = (text: string): string[] =>
  text
    .replace(/#.*$/gm, '')
    .split(',')
    .flatMap((one) => ONE_NAME.exec(one)?.[1] ?? []);

const CACHE = 'loads modules that Python keeps compiled in __pycache__, which is not covered';

/** What a Python script or module loads. */
export function pythonStep(start: Code, text: string, place: Place): Step {
  const { text: given, ...own } = start;
  if (extname(own.file) === '.so' || text.includes('\0')) return joined([]);
  const isMain = own.roots === undefined;
  // A script's directory is where it really is, whatever link it was started by.
  const here = dirname(given === undefined ? place.real(own.file) : own.file);
  const roots = own.roots ?? [here];
  const code = { ...own, roots };
  const imports = importsIn(withoutComments(text));
  return joined([
    ...imports.slice(0, MOST_NAMES).map((one) => imported(one, code, here, place)),
    { gaps: imports.length > MOST_NAMES ? [TOO_LONG] : [] },
    ...(isMain ? roots.map((root) => libraryIn(root, code, place)) : []),
    ...(isMain && given === undefined
      ? [{ marks: [{ path: own.file, of: 'place' as const }] }]
      : []),
    { gaps: gapsOf('python', asPython(text)) },
  ]);
}

/** What stands beside a script under a name of the library is loaded whenever the library wants that. */
function libraryIn(root: string, own: Code, place: Place): Partial<Step> {
  const { found } = modulesIn(seenFrom(place.dir, root), [LIBRARY]);
  const files = found.map((name) => join(root, name));
  return {
    files,
    code: files.map((file) => ({ ...own, file })),
    marks: [{ path: root, of: 'modules', names: [LIBRARY] }],
  };
}

function imported(one: Import, own: Code, here: string, place: Place): Step {
  const starts =
    one.level > 0
      ? [Array.from({ length: one.level - 1 }, () => '..').reduce((dir, up) => join(dir, up), here)]
      : (own.roots ?? []);
  const path = one.name.split('.').filter(Boolean);
  const [top = ''] = path;
  const steps = starts.map((start) => below(start, path, one.parts, own, place));
  const isHere = steps.some(({ code }) => code.length > 0);
  const isKnown = isHere || one.level > 0 || isPythonLibrary(top);
  return joined([
    ...steps,
    isKnown ? {} : { gaps: [`imports ${top}, which is not of Python's library`] },
  ]);
}

/** Follows a dotted name down from a directory, package by package. */
function below(
  dir: string,
  path: readonly string[],
  parts: readonly string[],
  own: Code,
  place: Place,
): Step {
  const [name, ...rest] = path;
  if (name === undefined) return inside(dir, parts, own, place);
  const { found } = modulesIn(seenFrom(place.dir, dir), [name]);
  const files = found.map((file) => join(dir, file));
  const isLibrary = isWanted(name, [LIBRARY]) && own.roots?.includes(dir);
  const here: Partial<Step> = {
    files,
    code: files.map((file) => ({ ...own, file })),
    // The whole library is looked for there already.
    marks: isLibrary ? [] : [{ path: dir, of: 'modules', names: [name] }],
    gaps: files.some((file) => file.endsWith('.py')) ? [CACHE] : [],
  };
  const next = join(dir, name);
  const goesOn = place.kind(next) === 'directory' && (rest.length > 0 || parts.length > 0);
  return joined([here, goesOn ? below(next, rest, parts, own, place) : {}]);
}

/** `from package import name` may load a module of that name. */
function inside(dir: string, parts: readonly string[], own: Code, place: Place): Step {
  return joined(
    parts.map((part) => (part === '*' ? { trees: [dir] } : below(dir, [part], [], own, place))),
  );
}
