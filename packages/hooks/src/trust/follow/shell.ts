import { homedir } from 'node:os';
import { dirname } from 'node:path';
import type { Place } from '../place.ts';
import { segmentsOf } from '../segments.ts';
import { splitWords, type Variables } from '../words.ts';
import { isOutside } from './programs.ts';
import {
  COMPUTED,
  type Code,
  gapsIn,
  joined,
  PUT_TOGETHER,
  type Signs,
  type Step,
} from './step.ts';

/** The name under which the directory of a script is known while its text is read. */
const HERE = 'WAVE_READ_HERE';

const SELF = String.raw`"?(?:\$0|\$\{0\}|\$BASH_SOURCE|\$\{BASH_SOURCE(?:\[0\])?\}|\$\{\(%\):-%[xN]\})"?`;
const REAL = String.raw`(?:"?(?:\$\(|\x60)\s*(?:readlink -f|realpath)(?: --)? ${SELF}\s*(?:\)|\x60)"?|${SELF})`;
const OF = String.raw`(?:\$\(|\x60)\s*dirname(?: --)? ${REAL}\s*(?:\)|\x60)`;

/** The ways in which shell scripts name the directory they are in, the longest first. */
const DIRECTORY = new RegExp(
  [
    String.raw`(?:\$\(|\x60)\s*(?:CDPATH=\s*)?(?:builtin )?cd(?: -P| --)* "?${OF}"?(?:\s*>\s*/dev/null(?: 2>&1)?)?\s*(?:&&|;)\s*pwd(?: -P)?\s*(?:\)|\x60)`,
    OF,
    String.raw`\$\{(?:0|BASH_SOURCE(?:\[0\])?)%/\*\}`,
    String.raw`\$\{0:(?:[aA]:)?h\}`,
  ].join('|'),
  'g',
);

const HEREDOC = /<<-?\s*(['"]?)(\w+)\1([^\n]*)\n[\s\S]*?\n\s*\2(?=\n|$)/g;

/** The commands of a script, with the files that they name filled in as far as that can be done. */
export function commandsIn(text: string, known: Variables) {
  const read = text
    .replace(/^#!.*$/m, '')
    .replace(HEREDOC, '$3\n')
    .replace(DIRECTORY, `\${${HERE}}`);
  const filled = withConstants(read, known);
  return segmentsOf(splitWords(filled.text, filled.known).words);
}

const ASSIGNED =
  /(?:^|[\n;&])[ \t]*(?:export |readonly |local |declare (?:-\w+ )?)?([A-Za-z_]\w*)=("[^"\n]*"|[^\s;&|"'`]*)/g;

/** Variables that a script sets once, to what is known, its own directory mostly, stand under new names. */
function withConstants(text: string, known: Variables): { text: string; known: Variables } {
  const names = [...text.matchAll(ASSIGNED)].map(([, name = '']) => name);
  const others = [
    ...text.matchAll(/\b(?:for|select|read|unset|getopts|printf -v)\b([^;\n]*)/g),
  ].join(' ');
  return names
    .filter((name) => names.indexOf(name) === names.lastIndexOf(name))
    .filter((name) => !new RegExp(`\\b${name}\\b`).test(others))
    .reduce(withConstant, { text, known });
}

function withConstant(read: { text: string; known: Variables }, name: string): typeof read {
  const [, , value = ''] = [...read.text.matchAll(ASSIGNED)].find(([, own]) => own === name) ?? [];
  const [word, ...more] = splitWords(value, read.known).words;
  if (word?.text === undefined || more.length > 0) return read;
  const own = `${HERE}_${name}`;
  const used = new RegExp(String.raw`\$(?:${name}\b|\{${name}\})`, 'g');
  return {
    text: read.text.replace(used, `\${${own}}`),
    known: { ...read.known, [own]: word.text },
  };
}

const SIGNS: Signs = [
  [/(?:^|[\n;&|(])\s*eval\s/, PUT_TOGETHER],
  [
    /(?:^|[\n;&|(]|\b(?:then|do|else|exec|sh|bash))[ \t]+"?\$(?!\{?WAVE_|\{?CLAUDE_|\()\{?\w+\}?"?(?=\s*$|\s*[\n;&|)]|\s+["'\w$-])/,
    'runs a program whose name it works out at run time',
  ],
];

const SOURCES: ReadonlySet<string> = new Set(['.', 'source']);

/** What one command runs; handed in, since commands are read in one place for hooks and scripts. */
export type RunBy = (
  argv: readonly (string | undefined)[],
  place: Place,
) => { readonly files: readonly string[]; readonly code: readonly Code[]; readonly whole: boolean };

/** What a shell script loads: files that it reads in, and scripts that it runs. */
export function shellStep(own: Code, text: string, place: Place, runBy: RunBy): Step {
  const variables = {
    HOME: homedir(),
    WAVE_PROJECT_DIR: place.projectDir,
    CLAUDE_PROJECT_DIR: place.projectDir,
    [HERE]: dirname(own.file),
  };
  const own_ = new Set(
    [...text.matchAll(/(?:^|\n)\s*(?:function\s+)?([\w-]+)\s*\(\)/g)].map(([, name = '']) => name),
  );
  const steps = commandsIn(text, variables).flatMap(({ argv, dir }): Partial<Step>[] => {
    const [program, ...args] = argv;
    if (program === undefined || program === '' || own_.has(program)) return [];
    if (SOURCES.has(program)) return [sourced(args[0], own, dir, place)];
    return [ran(program, argv, own, dir, place, runBy)];
  });
  const comments = text.replace(/^\s*#.*$/gm, '').replace(HEREDOC, '$3\n');
  return joined([...steps, { gaps: gapsIn(comments, SIGNS) }]);
}

/** A name without a slash is looked for in PATH, and by some shells where they run. */
function sourced(
  name: string | undefined,
  own: Code,
  dir: string | undefined,
  place: Place,
): Partial<Step> {
  if (name === undefined || name === '') return { gaps: [COMPUTED] };
  const file = seen(name, own, dir);
  if (file === undefined) return { gaps: [COMPUTED] };
  if (/^\/dev\/(stdin|null)$/.test(file)) return {};
  return {
    files: place.kind(file) === 'directory' ? [] : [file],
    code: place.kind(file) === 'file' ? [{ ...own, file }] : [],
  };
}

function ran(
  program: string,
  argv: readonly (string | undefined)[],
  own: Code,
  dir: string | undefined,
  place: Place,
  runBy: RunBy,
): Partial<Step> {
  if (isOutside(program)) return filters(program, argv, own, dir, place);
  if (!/^[\w./+-]+$/.test(program) || /^[.\d-]+$/.test(program)) return {};
  if (dir === undefined && argv.some((arg) => arg !== undefined && /^[^/-].*\//.test(arg)))
    return { gaps: [COMPUTED] };
  const { files, code, whole } = runBy(argv, place);
  const name = (file: string) => seen(file, own, dir) ?? file;
  return {
    files: files.map(name),
    code: code.map((one) => ({
      ...one,
      file: name(one.file),
      ...(own.at === undefined ? {} : { at: own.at }),
    })),
    gaps: whole ? [] : [`runs ${program}, which may load more`],
  };
}

/** Relative names are seen from where the script runs, not from where it is. */
function seen(name: string, own: Code, dir: string | undefined): string | undefined {
  if (name.startsWith('/')) return name;
  if (dir === undefined) return undefined;
  const base = dir || own.at;
  return base === undefined ? name : `${base}/${name}`;
}

const FILTERS: ReadonlySet<string> = new Set([
  'awk',
  'gawk',
  'mawk',
  'sed',
  'jq',
  'grep',
  'egrep',
  'fgrep',
]);

/** Programs that take what they do from a file. */
function filters(
  program: string,
  argv: readonly (string | undefined)[],
  own: Code,
  dir: string | undefined,
  place: Place,
): Partial<Step> {
  if (!FILTERS.has(program)) return {};
  const files = argv.flatMap((arg, at) => {
    const named = /^(-\w*f|--(from-)?file)$/.test(argv[at - 1] ?? '')
      ? arg
      : /^--(?:from-)?file=(.+)$/.exec(arg ?? '')?.[1];
    const file = named === undefined ? undefined : seen(named, own, dir);
    return file !== undefined && place.kind(file) === 'file' ? [file] : [];
  });
  return { files };
}
