import { matchesIn } from '../names/step.ts';

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

/**
 * The names that a module's text mentions. One in a comment counts as well: it costs little. The text is
 * read as it is and with its escapes resolved, since these can stand in names and in words of the language.
 */
export function mentionsIn(text: string): { mentions: Mention[]; computed: boolean } {
  const plain = unescaped(text);
  const all = (plain === text ? [text] : [plain, text]).map(mentionsAsIs);
  const mentions = all.flatMap((one) => one.mentions);
  return {
    mentions: mentions.filter(({ name }) => !name.includes('\\')),
    computed:
      all.some(({ computed }) => computed) ||
      (all[0]?.mentions ?? []).some(({ name }) => name.includes('\\')),
  };
}

function mentionsAsIs(text: string): { mentions: Mention[]; computed: boolean } {
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

const ESCAPE = /\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|\r?\n)/gi;

export function unescaped(text: string): string {
  return text.replace(ESCAPE, (whole, long?: string, four?: string, two?: string) => {
    const digits = long ?? four ?? two;
    if (digits === undefined) return '';
    const point = Number.parseInt(digits, 16);
    return point > 0x10ffff ? whole : String.fromCodePoint(point);
  });
}

/** Between the last quote or bracket and `from` an `import` or `export` stands. */
function isStatement({ input, index }: RegExpExecArray): boolean {
  let start = index;
  while (start > 0 && !/['"`;()]/.test(input[start - 1] ?? '')) start--;
  const before = input.slice(start, index);
  // Names in quotes may stand between the braces.
  return /(?<![\w$.])(?:import|export)\b/.test(before) || /\}\s{0,200}$/.test(before);
}

const beside = (name: string) => (/^\.{1,2}\//.test(name) ? name : `./${name.replace(/^\/+/, '')}`);

/** Without lines that are nothing but a comment, which often tell of code. */
export const code = (text: string) => text.replace(/^[ \t]*(\/\/|\*[ \t]).*$/gm, '');
