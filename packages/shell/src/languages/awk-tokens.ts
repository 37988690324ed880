/** A piece of a program of awk. */
export interface Token {
  readonly is: 'text' | 'pattern' | 'name' | 'number' | 'sign' | 'end';
  /** Of a text: what it says; undefined where it has an escape that is not plain. */
  readonly text: string | undefined;
}

const FORMS: readonly (readonly [Token['is'] | 'blank', RegExp])[] = [
  ['blank', /^(?:[ \t\r]|\\\r?\n|#[^\n]*)+/],
  ['end', /^[\n;]/],
  ['text', /^"(?:\\[\s\S]|[^"\\\n])*"/],
  ['number', /^(?:0[xX][\da-fA-F]+|\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)/],
  ['name', /^[A-Za-z_]\w*/],
  ['sign', /^(?:\|\||\|&|&&|[-+*/%^!<>=]=|\*\*=?|\+\+|--|>>|::|.)/s],
];

/** A slash begins a pattern where no value can have ended. */
const PATTERN = /^\/(?:\\.|\[\^?\]?(?:\[:\w+:\]|\\.|[^\]\n])*\]|[^\\/[\n])*\//;

/** The tokens of a program of awk; undefined if it cannot be told where they begin. */
export function awkTokens(program: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  let rest = program;
  while (rest !== '') {
    if (mayBeEither(tokens.at(-1), rest)) return undefined;
    const pattern = rest.startsWith('/') && mayBeginPattern(tokens.at(-1));
    const [is, found] = pattern ? ['pattern', PATTERN.exec(rest)?.[0]] : next(rest);
    if (!found) return undefined;
    if (is === 'sign' && /["'\\`]/.test(found)) return undefined;
    if (is !== 'blank')
      tokens.push({ is: is as Token['is'], text: is === 'text' ? saidBy(found) : found });
    rest = rest.slice(found.length);
  }
  return tokens;
}

function next(text: string): readonly [string, string | undefined] {
  for (const [is, form] of FORMS) {
    const found = form.exec(text)?.[0];
    if (found !== undefined) return [is, found];
  }
  return ['', undefined];
}

/** Words of the language behind which a value begins. */
const OPENERS = /^(print|printf|return|in|case|if|while|do|else|exit|getline|delete)$/;

const mayBeginPattern = (before: Token | undefined): boolean => {
  if (before === undefined || before.is === 'end') return true;
  if (before.is === 'name') return OPENERS.test(before.text ?? '');
  return before.is === 'sign' && !/^([)\]$]|\+\+|--)$/.test(before.text ?? '');
};

/**
 * Behind `if (...)` a slash begins a pattern, behind `(1 + 2)` it divides. Where a quote follows, the two
 * readings differ in what is a text.
 */
const mayBeEither = (before: Token | undefined, rest: string): boolean =>
  rest.startsWith('/') && before?.is === 'sign' && before.text === ')' && rest.includes('"');

/** What a quoted text says. */
function saidBy(quoted: string): string | undefined {
  const inner = quoted.slice(1, -1);
  if (/\\[^"\\/tn]/s.test(inner)) return undefined;
  return inner.replace(/\\(.)/gs, (_, char: string) =>
    char === 'n' ? '\n' : char === 't' ? '\t' : char,
  );
}
