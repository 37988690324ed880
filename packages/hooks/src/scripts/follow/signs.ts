import type { FamilyName } from '../names/interpreters.ts';
import { withoutComments } from '../names/step.ts';

/**
 * What may load more of a project than the names in a text say, by language. A word of these is enough,
 * wherever it stands: a script that is said to be covered has none of them.
 */
const SIGNS: Readonly<Record<Exclude<FamilyName, 'shell'>, readonly RegExp[]>> = {
  node: nodeSigns(),
  bundler: nodeSigns(),
  python: [
    /(?<!\w)(?:exec|eval|__import__|import_module|importlib|builtins|__builtins__|__loader__|__spec__|__subclasses__|__globals__)(?!\w)/,
    /(?<!\bre\s{0,9}\.\s{0,9})\bcompile\b(?=\s{0,9}(?:[(,)\]};=\n]|$))/,
    /\b(?:FunctionType|CodeType|Interactive(?:Interpreter|Console)|ProcessPoolExecutor|SourceFileLoader|spec_from_file_location|run_path|run_module|load_source|load_module|fileConfig|dictConfig)\b/,
    /\b(?:subprocess|_posixsubprocess|multiprocessing|pty|create_subprocess_\w+)\b|\bos\.(?:system|popen|exec\w+|spawn\w+|posix_spawn\w*)\b/,
    /\bfrom\s{1,9}(?:os|posix|sys)\s{1,9}import\b|\bimport\s{1,9}(?:os|sys)\s{1,9}as\b|\blogging\s{0,9}\.\s{0,9}config\b|\bfrom\s{1,9}logging\s{1,9}import\b[^\n]{0,200}\bconfig\b/,
    // These modules themselves, handed on or under another name.
    /^(?![^\n]{0,200}\bimport\b)[^\n]{0,500}(?<![./\w'"-])(?:sys|os)\b(?=\s{0,9}(?:[,)\]};=\n]|$))/m,
    /\bsys\s{0,9}\.\s{0,9}(?:path\w*|meta_path|modules|__dict__)\b|\baddsitedir\b|\b__path__\b/,
    // Modules of the library that load other files, or run texts, for whoever imports them.
    /(?:\bimport[ \t]+(?:[\w., \t]{0,300}[, \t])?|\bfrom[ \t]+)_?(?:bdb|cProfile|code|codeop|ctypes|doctest|idlelib|imp|marshal|pdb|pickle|pkgutil|posix|profile|pydoc|runpy|shelve|site|timeit|trace|unittest|venv|zipimport)(?!\w)/,
    // Another encoding than the usual ones hides what is said.
    /^[ \t\f]*#.{0,200}?coding[:=][ \t]*(?!utf-?8|ascii|us-ascii|latin)[\w.-]+/i,
  ],
  perl: [
    /(?<![\w$@%>])(?:require|do)[\s(]{0,20}\$(?!FindBin::|(?:Real)?Bin\b)/,
    /@INC\b|(?<![\w$])eval[\s(]{0,20}["'$q]/,
    /(?<![\w$>])(?:system|exec|qx)\b|`|open\s*\(?[^;]{0,200}['"]\s*-?\|/,
  ],
  ruby: [
    /(?<![\w.])(?:require|require_relative|load)(?:\s+|\s*\(\s*)(?:[A-Za-z_$@]|"[^"\n]*#\{(?!__dir__))/,
    /\$(?:LOAD_PATH|:|-I)|['"]bundler|\b(?:instance_|class_|module_)?eval\b/,
    /(?<![\w.])(?:system|exec|spawn|IO\.popen|Open3)\b|`|%x/,
  ],
  php: [/\b(?:eval|assert)\s*\(|\b(?:exec|system|passthru|shell_exec|popen|proc_open)\b|`/],
  lua: [/\b(?:os\.execute|io\.popen|load|loadstring)\b/],
};

function nodeSigns(): readonly RegExp[] {
  return [
    /(?<![\w$-])(?:eval|Function|require|createRequire|mainModule|_load|_resolveFilename|_extensions|_compile|dlopen|registerHooks|getBuiltinModule|_?linkedBinding|Worker|SharedWorker)(?![\w$-])/,
    /(?:\.|['"`])constructor\b(?!\.name\b)/,
    /['"`](?:node:)?(?:vm|repl|inspector|child_process|worker_threads|cluster|module|test|wasi|sqlite)(?:\/\w+)?['"`]/,
    /(?<![\w$.])(?:module|process|globalThis|global)\s{0,9}(?:\?\.\s{0,9})?\[/,
    /[=(,[:]\s{0,9}(?:module|process|globalThis|global)\s{0,9}(?:[,)\];}\n]|$)/,
    /(?<![\w$.])import\s{0,9}(?:\(|\/[*/]|\.\s{0,9}(?!meta\b))|\bfrom\s{0,9}\/[*/]|\*\/\s{0,9}from\b/,
    // A letter that is written as a number stands in a word that is not to be seen.
    /\\(?:u\{0{0,4}|u00|x)[4-7][\da-f]/i,
  ];
}

/** The forms that are followed: they are no sign of more. */
const FOLLOWED: Readonly<Partial<Record<FamilyName, readonly RegExp[]>>> = {
  node: nodeForms(),
  bundler: nodeForms(),
  python: [
    /\b(?:importlib\.import_module|import_module|__import__)\s*\(\s*(['"])\w[\w.]*\1\s*\)/g,
    /^[ \t]*import[ \t]+importlib[ \t]*$/gm,
    /^[ \t]*from[ \t]+importlib[ \t]+import[ \t]+import_module[ \t]*$/gm,
  ],
};

function nodeForms(): readonly RegExp[] {
  return [
    /(?<![\w$.])(?:module\.)?(?:require(?:\.resolve)?|import)\s{0,9}\(\s{0,9}(?:\/\*[^*\n]{0,200}\*\/\s{0,9})?(?=(['"`])[^'"`\n\\$]{0,500}\1\s{0,9}[,)])/g,
    /\b(?:const|let|var)\s{1,9}require\s{0,9}=\s{0,9}(?:\w+\.)?createRequire\s{0,9}\(\s{0,9}(?:import\.meta\.(?:url|filename)|__filename)\s{0,9}\)/g,
    /\bimport\s{0,9}\{\s{0,9}createRequire\s{0,9}\}\s{0,9}from\s{0,9}(['"])(?:node:)?module\1/g,
    /\brequire\.main\s{0,9}={2,3}\s{0,9}module\b|\bmodule\s{0,9}={2,3}\s{0,9}require\.main\b/g,
  ];
}

const COMMENT_LINES = /^[ \t]*(\/\/|\*[ \t]).*$/gm;

/** Which words of a text may load more than is followed, in words that go on from "it". */
export function gapsOf(family: Exclude<FamilyName, 'shell'>, text: string): string[] {
  const isNode = family === 'node' || family === 'bundler';
  const [first = '', second = ''] = text.split('\n', 2);
  const code = isNode
    ? text.replace(COMMENT_LINES, '')
    : `${family === 'python' && /coding[:=]/.test(`${first}${second}`) ? `${first}\n${second}\n` : ''}${withoutComments(text)}`;
  const left = (FOLLOWED[family] ?? []).reduce((rest, form) => rest.replace(form, ''), code);
  const found = SIGNS[family].flatMap((sign) => sign.exec(left)?.[0] ?? []);
  return found.length === 0 ? [] : [moreText(found)];
}

const moreText = (found: readonly string[]): string =>
  `may load more than its text names (${[...new Set(found.map((word) => word.trim().replaceAll(/\s+/g, ' ').slice(0, MOST_CHARS)))].join(', ')})`;

const MOST_CHARS = 30;
