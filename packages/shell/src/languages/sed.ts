import { type Heard, PLAIN, UNHEARD } from './heard.ts';

/** What a script of sed runs: `e` runs its text or the line, and so does `s` with the flag `e`. */
export function readSed(script: string): Heard {
  let rest = script;
  let heard = PLAIN;
  for (let left = MAX_COMMANDS; left > 0; left--) {
    rest = rest.replace(BETWEEN, '');
    if (rest === '') return heard;
    const [command, does] = oneCommand(rest) ?? [];
    if (command === undefined || does === undefined) return { ...UNHEARD, maybe: heard.maybe };
    heard = joined(heard, does);
    rest = rest.slice(command);
  }
  return UNHEARD;
}

const MAX_COMMANDS = 500;

/** What stands between commands, braces and comments included. */
const BETWEEN = /^(?:[\s;{}]|#[^\n]*)+/;

const joined = (one: Heard, other: Heard): Heard => ({
  runs: [...one.runs, ...other.runs],
  maybe: [...one.maybe, ...other.maybe],
  sure: one.sure && other.sure,
  plain: one.plain && other.plain,
});

/** A line's number, `$`, a pattern between two signs, and what may follow those. */
const ADDRESS = String.raw`(?:\d+(?:~\d+)?|\$|/(?:\\.|\[\^?\]?(?:\[[:.=][^\]]*[:.=]\]|[^\]\n])*\]|[^\\/\n])*/[IM]*|\\(.)(?:\\.|(?!\1)[^\\\n])*\1[IM]*)`;
const SECOND = String.raw`(?:[+~]?\d+|\$|/(?:\\.|\[\^?\]?(?:\[[:.=][^\]]*[:.=]\]|[^\]\n])*\]|[^\\/\n])*/[IM]*|\\(.)(?:\\.|(?!\2)[^\\\n])*\2[IM]*)`;
const PLACE = new RegExp(`^(?:${ADDRESS}(?:\\s*,\\s*${SECOND})?)?\\s*!?\\s*`);

/** How long the first command is, with its place, and what it does; undefined if it is not understood. */
function oneCommand(text: string): readonly [number, Heard] | undefined {
  const from = PLACE.exec(text)?.[0].length ?? 0;
  const rest = text.slice(from);
  const found = byName(rest);
  return found && [from + found[0], found[1]];
}

const END = String.raw`(?=\s*(?:[;}#\n]|$))`;
const OPENS: Heard = { ...PLAIN, plain: false };

/** Each kind of command: how it is written, and what it does. */
const COMMANDS: readonly (readonly [RegExp, (found: RegExpExecArray) => Heard])[] = [
  [/^[{}]/, () => PLAIN],
  [new RegExp(`^[=dDgGhHnNpPxzF]${END}`), () => PLAIN],
  [new RegExp(`^[lLqQ]\\s*\\d*${END}`), () => PLAIN],
  [new RegExp(`^[btT]\\s*[\\w.-]*${END}`), () => PLAIN],
  [/^:\s*[\w.-]+(?=\s*(;|\n|$))/, () => PLAIN],
  [/^v\s*[\d.]*(?=\s*(;|\n|$))/, () => PLAIN],
  [/^[aic](?:\\\n|[^\\\n]|\\.)*(?=\n|$)/, () => PLAIN],
  [/^[rRwW]\s*[^\n]*/, () => OPENS],
  [
    /^e[ \t]*([^\n]*)/,
    ([, command = '']) =>
      command.trim() === '' ? UNHEARD : { runs: [command], maybe: [], sure: true, plain: false },
  ],
];

function byName(text: string): readonly [number, Heard] | undefined {
  if (/^[sy]/.test(text)) return changed(text);
  for (const [form, does] of COMMANDS) {
    const found = form.exec(text);
    if (found !== null) return [found[0].length, does(found)];
  }
  return undefined;
}

/** `s/a/b/flags` and `y/a/b/`, with any sign in place of the slashes. */
function changed(text: string): readonly [number, Heard] | undefined {
  const sign = text[1];
  if (sign === undefined || /[\s\\;]/.test(sign)) return undefined;
  const middle = partEnd(text, 2, sign, text[0] === 's');
  const end = middle && partEnd(text, middle, sign, false);
  if (middle === undefined || end === undefined) return undefined;
  const flags = /^(?:[gpiIme\d]|w[^\n]*)*/i.exec(text.slice(end))?.[0] ?? '';
  const after = text.slice(end + flags.length);
  if (!/^\s*([;}#\n]|$)/.test(after)) return undefined;
  const plain = flags.replace(/w[^\n]*/i, '');
  const opens = plain.length < flags.length;
  const does = plain.includes('e')
    ? { ...UNHEARD, maybe: [text.slice(middle, end - 1)] }
    : { ...PLAIN, plain: !opens };
  return [end + flags.length, does];
}

/** Where the part ends that begins here: behind the next such sign that is not escaped, or in brackets. */
function partEnd(text: string, from: number, sign: string, brackets: boolean): number | undefined {
  for (let at = from; at < text.length; at++) {
    const bracket = brackets && text[at] === '[' && BRACKET.exec(text.slice(at))?.[0].length;
    if (text[at] === '\\') at += 1;
    else if (bracket) at += bracket - 1;
    else if (text[at] === sign) return at + 1;
  }
  return undefined;
}

/** A sed that ends the pattern within one finds a fault, and runs nothing. */
const BRACKET = /^\[\^?\]?(?:\[[:.=][^\]]*[:.=]\]|[^\]\n])*\]/;
