import { COMPUTED, matchesIn, PROGRAMS, PUT_TOGETHER, type Signs } from '../names/step.ts';

/** How a module names another: `import` takes a name as it is, `require` adds endings. */
export interface Mention {
  readonly by: 'import' | 'require';
  readonly name: string;
}

const FROM = /\bfrom\s*(['"])([^'"\n]+)\1/g;
const PLAIN = /(?<![\w$.])import\s*(['"])([^'"\n]+)\1/g;
const CALL =
  /(?<![\w$])(import|require|require\.resolve)\s*\(\s*(?:\/\*[^*\n]{0,200}\*\/\s*)?(?:(['"`])([^'"`\n]*)\2\s*[,)])?/g;
const BESIDE =
  /(?:new URL\(\s*|(?:__dirname|import\.meta\.dirname)\s*(?:,|\+)\s*)(['"`])(\.{0,2}\/?[\w./-]+)\1/g;

/** The names that a module's text mentions. One in a comment counts as well: it costs little. */
export function mentionsIn(text: string): { mentions: Mention[]; computed: boolean } {
  const calls = matchesIn(code(text), CALL);
  const isKnown = ([, , quote, name = '']: RegExpExecArray) =>
    quote !== undefined && !name.includes('${');
  const named = [...matchesIn(text, FROM).filter(isStatement), ...matchesIn(text, PLAIN)];
  const paths = matchesIn(text, BESIDE);
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

/** Between the last quote or bracket and `from` an `import` or `export` stands. */
function isStatement({ input, index }: RegExpExecArray): boolean {
  let start = index;
  while (start > 0 && !/['"`;()]/.test(input[start - 1] ?? '')) start--;
  return /(?<![\w$.])(?:import|export)\b/.test(input.slice(start, index));
}

const beside = (name: string) => (/^\.{1,2}\//.test(name) ? name : `./${name.replace(/^\/+/, '')}`);

/** Without lines that are nothing but a comment, which often tell of code. */
export const code = (text: string) => text.replace(/^[ \t]*(\/\/|\*[ \t]).*$/gm, '');

export const SIGNS: Signs = [
  [/(?<![\w$.])eval\s*\(|\bnew Function\b|['"](node:)?vm['"]/, PUT_TOGETHER],
  [/['"](node:)?(child_process|worker_threads|cluster)['"]/, PROGRAMS],
  [
    /\bcreateRequire\b(?!\s*[,}])(?<!\brequire\s*=\s*(?:\w+\.)?createRequire)|\bregister(Hooks)?\s*\(/,
    COMPUTED,
  ],
];
