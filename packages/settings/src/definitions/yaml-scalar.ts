import { withoutRemark, YamlFault } from './yaml-lines.ts';

/** What a single value stands for. Lists and maps in one line are read as well. */
export function scalarOf(text: string, line: number): unknown {
  if (/^[[{]/.test(text)) return flowOf(text, line);
  const quoted = quotedOf(text, line);
  if (quoted) return ended(quoted, text, line);
  if (/^[&*!%@`]/.test(text))
    throw new YamlFault(line, `expected quotes around a text that begins with "${text[0]}"`);
  return plainOf(withoutRemark(text));
}

const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['', null],
  ['~', null],
  ['null', null],
  ['true', true],
  ['false', false],
]);

function plainOf(text: string): unknown {
  if (WORDS.has(text)) return WORDS.get(text);
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

interface Read {
  readonly value: unknown;
  /** What stands behind it. */
  readonly rest: string;
}

/** A text in quotes; undefined where there are none. */
function quotedOf(text: string, line: number): Read | undefined {
  const sign = text[0];
  if (sign !== '"' && sign !== "'") return undefined;
  const [whole] = (sign === '"' ? /^"(?:[^"\\]|\\.)*"/ : /^'(?:[^']|'')*'/).exec(text) ?? [];
  if (whole === undefined) throw new YamlFault(line, `expected a closing ${sign}`);
  const rest = text.slice(whole.length).trimStart();
  if (sign === "'") return { value: whole.slice(1, -1).replaceAll("''", "'"), rest };
  try {
    return { value: JSON.parse(whole) as unknown, rest };
  } catch {
    throw new YamlFault(line, `expected a text in quotes, got ${whole}`);
  }
}

function ended({ value, rest }: Read, text: string, line: number): unknown {
  if (withoutRemark(rest) === '') return value;
  throw new YamlFault(line, `expected nothing behind the quotes, got ${text.slice(-40)}`);
}

/** People write `[file] [range]` and mean just that: what goes on behind a list is a plain text. */
function flowOf(text: string, line: number): unknown {
  const { value, rest } = flowValue(text, line, 0);
  return withoutRemark(rest) === '' ? value : withoutRemark(text);
}

const MAX_DEPTH = 20;

function flowValue(text: string, line: number, depth: number): Read {
  if (depth > MAX_DEPTH) throw new YamlFault(line, 'nested too deeply to be read');
  if (text.startsWith('[')) return flowList(text.slice(1).trimStart(), line, depth + 1);
  if (text.startsWith('{')) return flowMap(text.slice(1).trimStart(), line, depth + 1);
  const quoted = quotedOf(text, line);
  if (quoted) return quoted;
  const [plain = ''] = /^[^,[\]{}]*/.exec(text) ?? [];
  return { value: plainOf(plain.trim()), rest: text.slice(plain.length) };
}

function flowList(from: string, line: number, depth: number): Read {
  const value: unknown[] = [];
  let rest = from;
  while (!rest.startsWith(']')) {
    const one = flowValue(rest, line, depth);
    value.push(one.value);
    rest = afterComma(one.rest, ']', line);
  }
  return { value, rest: rest.slice(1).trimStart() };
}

function flowMap(from: string, line: number, depth: number): Read {
  const pairs: [string, unknown][] = [];
  let rest = from;
  while (!rest.startsWith('}')) {
    const [whole, double, single, plain] = FLOW_KEY.exec(rest) ?? [];
    if (whole === undefined) throw new YamlFault(line, 'expected "name: value" inside of { }');
    const one = flowValue(rest.slice(whole.length), line, depth);
    pairs.push([double ?? single ?? plain ?? '', one.value]);
    rest = afterComma(one.rest, '}', line);
  }
  return { value: Object.fromEntries(pairs), rest: rest.slice(1).trimStart() };
}

const FLOW_KEY = /^(?:"([^"]*)"|'([^']*)'|([\w$.-]+))\s*:\s*/;

function afterComma(text: string, end: string, line: number): string {
  const rest = text.trimStart();
  if (rest.startsWith(',')) return rest.slice(1).trimStart();
  if (rest.startsWith(end)) return rest;
  throw new YamlFault(line, `expected "${end}" on the same line`);
}
