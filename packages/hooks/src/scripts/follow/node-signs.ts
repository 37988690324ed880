import { COMPUTED, gapsIn, PROGRAMS, PUT_TOGETHER, type Signs } from '../names/step.ts';
import { code, unescaped } from './node-mentions.ts';

/** The forms that are followed: with them taken out, whatever else mentions a way to load is a gap. */
const RESOLVED: readonly RegExp[] = [
  /(?<![\w$.])(?:module\.)?require(?:\.resolve)?\s{0,9}\(\s{0,9}(?:\/\*[^*\n]{0,200}\*\/\s{0,9})?(['"`])[^'"`\n\\$]*\1\s{0,9}(?=[,)])/g,
  /\b(?:const|let|var)\s{1,9}require\s{0,9}=\s{0,9}(?:\w+\.)?createRequire\s{0,9}\(\s{0,9}(?:import\.meta\.(?:url|filename)|__filename)\s{0,9}\)/g,
  /\bimport\s{0,9}\{\s{0,9}createRequire\s{0,9}\}\s{0,9}from\s{0,9}(['"])(?:node:)?module\1/g,
  /\brequire\.main\s{0,9}={2,3}\s{0,9}module\b|\bmodule\s{0,9}={2,3}\s{0,9}require\.main\b/g,
];

const SIGNS: Signs = [
  [
    /(?<![\w$])(eval|Function)(?![\w$])|['"`](node:)?(vm|repl|inspector)(\/\w+)?['"`]/,
    PUT_TOGETHER,
  ],
  [/(?:\.|['"`])constructor\b(?!\.name\b)/, PUT_TOGETHER],
  [/['"`](node:)?(child_process|worker_threads|cluster)['"`]/, PROGRAMS],
  [
    /(?<![\w$-])(require|createRequire|mainModule|_load|_resolveFilename|_extensions|_compile|dlopen|registerHooks)(?![\w$-])/,
    COMPUTED,
  ],
  [
    /\bregister\s{0,9}\(|(?<![\w$])(Worker|SharedWorker)\s{0,9}\(|\bprocess\s{0,9}\.\s{0,9}(binding|_linkedBinding)\b/,
    COMPUTED,
  ],
  [
    /\bgetBuiltinModule\b(?!\s{0,9}\(\s{0,9}(['"`])[\w:/]+\1\s{0,9}\))|['"`](node:)?(module|test|wasi|sqlite)['"`]/,
    COMPUTED,
  ],
  [/(?<![\w$.])(module|process|globalThis|global)\s{0,9}(?:\?\.\s{0,9})?\[/, COMPUTED],
  [/[=(,[:]\s{0,9}(module|process|globalThis|global)\s{0,9}(?:[,)\];}\n]|$)/, COMPUTED],
  // A comment inside of a statement would hide the name behind it.
  [
    /(?<![\w$.])(import|from)\s{0,9}\/[*/]|\*\/\s{0,9}from\b|(?<![\w$.])import\s{0,9}\.\s{0,9}(?!meta\b)/,
    COMPUTED,
  ],
];

export function nodeGaps(text: string): string[] {
  const plain = unescaped(text);
  const gaps = (plain === text ? [text] : [plain, text]).flatMap((one) =>
    gapsIn(
      RESOLVED.reduce((rest, form) => rest.replace(form, ''), code(one)),
      SIGNS,
    ),
  );
  return [...new Set(gaps)];
}
