import { COMPUTED, gapsIn, PROGRAMS, PUT_TOGETHER, type Signs } from '../names/step.ts';

/** As Python reads a text: lines that go on are one, and letters that only look different are the same. */
export const asPython = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/\\\n/g, ' ').replaceAll('\f', ' ').normalize('NFKC');

/** The forms that are followed: with them taken out, whatever else mentions a way to load is a gap. */
const RESOLVED: readonly RegExp[] = [
  /\b(?:importlib\.import_module|import_module|__import__)\s*\(\s*(['"])\w[\w.]*\1\s*\)/g,
  /^[ \t]*import[ \t]+importlib[ \t]*$/gm,
  /^[ \t]*from[ \t]+importlib[ \t]+import[ \t]+import_module[ \t]*$/gm,
];

/** Modules of the library that load other files, or run texts, for whoever imports them. */
const LOADERS =
  'bdb cProfile code codeop ctypes doctest idlelib imp marshal pdb pickle pkgutil profile pydoc runpy shelve site timeit trace unittest venv zipimport';
const LOADER = `(?:_?(?:${LOADERS.split(' ').join('|')}))`;

const SIGNS: Signs = [
  [
    /(?<!\w)(exec|eval)(?!\w)|(?<!\bre\s{0,9}\.\s{0,9})\bcompile\b(?=\s{0,9}(?:[(,)\]};=\n]|$))/,
    PUT_TOGETHER,
  ],
  [/\b(FunctionType|CodeType|InteractiveInterpreter|InteractiveConsole)\b/, PUT_TOGETHER],
  [
    /\b(subprocess|_posixsubprocess|multiprocessing|pty|ProcessPoolExecutor)\b|\bcreate_subprocess_\w+|\bos\.(system|popen|exec\w+|spawn\w+|posix_spawn\w*)\b|\bfrom\s{1,9}(os|posix)\s{1,9}import\b|\bimport\s{1,9}(os\s{1,9}as|posix)\b/,
    PROGRAMS,
  ],
  [
    /\b(spec_from_file_location|SourceFileLoader|run_path|run_module|execfile|load_source|load_module|load_extension|fileConfig|dictConfig)\b|\blogging\s{0,9}\.\s{0,9}config\b|\bfrom\s{1,9}logging\s{1,9}import\b[^\n]{0,200}\bconfig\b/,
    COMPUTED,
  ],
  [
    /import_module|__import__|importlib|__builtins__|\bbuiltins\b|__loader__|__spec__|__subclasses__|__globals__/,
    COMPUTED,
  ],
  [
    new RegExp(
      `(?:\\bimport[ \\t]+(?:[\\w., \\t]{0,300}[, \\t])?|\\bfrom[ \\t]+)${LOADER}(?![\\w])`,
    ),
    COMPUTED,
  ],
  [/\bsys\s{0,9}\.\s{0,9}(modules|__dict__)\b/, COMPUTED],
];

const PATHS =
  /\bsys\s{0,9}\.\s{0,9}(path\b|meta_path|path_hooks|path_importer_cache)|\baddsitedir\b|\b__path__\b|\bfrom\s{1,9}sys\s{1,9}import\b[^\n]{0,300}(\*|path|modules)|\bsys\s{1,9}as\b/;
/** These modules themselves, handed on or under another name. */
const SYS = /(?<![./\w'"-])sys\b(?=\s{0,9}(?:[,)\]};=\n]|$))/;
const OS = /(?<![./\w'"-])os\b(?=\s{0,9}(?:[,)\]};=\n]|$))/;
const IMPORTS = /^[^\n]{0,200}\bimport\b[^\n]{0,500}$/gm;

/** Whether a text may change where Python looks for modules. */
export function movesPaths(comments: string): boolean {
  const text = asPython(comments);
  return PATHS.test(text) || SYS.test(text.replace(IMPORTS, ''));
}

/** Another encoding than the usual ones hides what is said. */
const ENCODED = /^[ \t\f]*#.{0,200}?coding[:=][ \t]*(?!utf-?8|ascii|us-ascii|latin)[\w.-]/im;

export function pythonGaps(text: string, comments: string): string[] {
  const left = RESOLVED.reduce((rest, form) => rest.replace(form, ''), comments);
  const [first = '', second = ''] = text.split(/\r\n?|\n/, 2);
  return [
    ...new Set([
      ...gapsIn(asPython(left), SIGNS),
      ...(OS.test(asPython(left).replace(IMPORTS, '')) ? [PROGRAMS] : []),
      ...(ENCODED.test(`${first}\n${second}`) ? [PUT_TOGETHER] : []),
    ]),
  ];
}
