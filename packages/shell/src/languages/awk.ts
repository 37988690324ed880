import { awkTokens, type Token } from './awk-tokens.ts';
import { type Heard, PLAIN, UNHEARD } from './heard.ts';

/** What a program of awk runs: by `system(...)`, and by pipes. A text that is put together is not read. */
export function readAwk(program: string): Heard {
  const tokens = awkTokens(program);
  if (tokens === undefined || tokens.some(isOdd)) return UNHEARD;
  const runs: string[] = [];
  let sure = true;
  for (const [at, token] of tokens.entries()) {
    if (!startsCommand(token)) continue;
    const text = commandAt(tokens, at);
    if (text === undefined) sure = false;
    else runs.push(text);
  }
  const opens = tokens.some(isGetline) || writes(tokens);
  return { ...PLAIN, runs, sure, plain: sure && runs.length === 0 && !opens };
}

const isSign = (token: Token | undefined, form: RegExp): boolean =>
  token?.is === 'sign' && form.test(token.text ?? '');

const isName = (token: Token | undefined, form: RegExp): boolean =>
  token?.is === 'name' && form.test(token.text ?? '');

const isGetline = (token: Token): boolean => isName(token, /^getline$/);

/** `@include`, a function by its name, and files that are connections. */
const isOdd = (token: Token): boolean =>
  isSign(token, /^@$/) || (token.is === 'text' && /^\/inet/.test(token.text ?? ''));

const startsCommand = (token: Token): boolean =>
  isName(token, /^system$/) || isSign(token, /^\|&?$/);

function commandAt(tokens: readonly Token[], at: number): string | undefined {
  const [two, before, here, after, third] = [-2, -1, 0, 1, 2].map((by) => tokens[at + by]);
  if (here?.is === 'name')
    return isSign(after, /^\($/) && third?.is === 'text' && isSign(tokens[at + 3], /^\)$/)
      ? third.text
      : undefined;
  if (after !== undefined && isGetline(after))
    return before?.is === 'text' && beginsValue(two) ? before.text : undefined;
  return after?.is === 'text' && endsValue(third) ? after.text : undefined;
}

const beginsValue = (token: Token | undefined): boolean =>
  token === undefined || token.is === 'end' || isSign(token, /^[{}(!]$/);

const endsValue = (token: Token | undefined): boolean =>
  token === undefined || token.is === 'end' || isSign(token, /^[})]$/);

/** `print x > file`, outside of parentheses. */
function writes(tokens: readonly Token[]): boolean {
  let [printing, depth] = [false, 0];
  for (const token of tokens) {
    if (token.is === 'end' || isSign(token, /^[{}]$/)) printing = false;
    if (isName(token, /^printf?$/)) [printing, depth] = [true, 0];
    if (isSign(token, /^\($/)) depth += 1;
    if (isSign(token, /^\)$/)) depth -= 1;
    if (printing && depth <= 0 && isSign(token, /^>>?$/)) return true;
  }
  return false;
}
