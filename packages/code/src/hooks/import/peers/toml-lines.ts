type Path = readonly (string | number)[];

/**
 * The lines of a TOML document by path; the library that parses it keeps no positions. Only for a text
 * that was parsed: what is no TOML is not noticed here.
 */
export function tomlLines(text: string): (path: Path) => number | undefined {
  const lines = new Map<string, number>();
  const counts = new Map<string, number>();
  const lineAt = counterOf(text);
  const scanner = scannerOf(text, (path, at) => {
    const line = lineAt(at);
    for (let length = 1; length <= path.length; length++) {
      const key = JSON.stringify(path.slice(0, length));
      if (!lines.has(key)) lines.set(key, line);
    }
  });
  let table: Path = [];
  while (scanner.next()) {
    const header = scanner.header();
    if (header) table = tableOf(header, counts, scanner.note);
    else scanner.pair(table);
  }
  return (path) => {
    for (let length = path.length; length > 0; length--) {
      const found = lines.get(JSON.stringify(path.slice(0, length)));
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/** Pieces come in the order of the text, so each line is counted once. */
function counterOf(text: string): (at: number) => number {
  let [line, passed] = [1, 0];
  return (at) => {
    line += text.slice(passed, at).split('\n').length - 1;
    passed = at;
    return line;
  };
}

interface Header {
  readonly names: readonly string[];
  readonly isList: boolean;
  readonly at: number;
}

/** A table below a list of tables belongs to its last one. */
function tableOf(
  { names, isList, at }: Header,
  counts: Map<string, number>,
  note: (path: Path, at: number) => void,
): Path {
  const path: (string | number)[] = [];
  for (const [depth, name] of names.entries()) {
    path.push(name);
    const key = JSON.stringify(path);
    if (isList && depth === names.length - 1) counts.set(key, (counts.get(key) ?? 0) + 1);
    const count = counts.get(key);
    if (count !== undefined) path.push(count - 1);
  }
  note(path, at);
  return path;
}

const BLANK = /(?:[ \t\r\n]|#[^\n]*)*/y;
const KEY = /[ \t]*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([\w-]+))[ \t]*(\.?)/y;
const LIST = /\[\[/y;
const TABLE = /\[/y;
const PLAIN =
  /"""(?:\\[\s\S]|[^\\])*?"{3,5}|'''[\s\S]*?'{3,5}|"(?:[^"\\]|\\.)*"|'[^']*'|[^,\]}\n#]+/y;

/** Walks through a document once; `note` hears where each piece begins. */
function scannerOf(text: string, note: (path: Path, at: number) => void) {
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found ?? undefined;
  };
  const names = (): string[] => {
    const found = take(KEY);
    if (!found) return [];
    const [, quoted, literal, bare, dot] = found;
    const name = quoted === undefined ? (literal ?? bare ?? '') : unquoted(quoted);
    return dot === '.' ? [name, ...names()] : [name];
  };
  const pair = (path: Path): void => {
    const start = at;
    const own = [...path, ...names()];
    note(own, start);
    at = Math.max(text.indexOf('=', at) + 1, start + 1);
    value(own);
  };
  const value = (path: Path): void => {
    take(BLANK);
    if (text[at] === '[') inside(']', (index) => item([...path, index]));
    else if (text[at] === '{') inside('}', () => pair(path));
    else take(PLAIN);
  };
  const item = (path: Path): void => {
    note(path, at);
    value(path);
  };
  const inside = (end: string, one: (index: number) => void): void => {
    at++;
    for (let index = 0; at < text.length; index++) {
      take(BLANK);
      if (text[at] === end) break;
      const before = at;
      one(index);
      take(BLANK);
      if (at === before) at++;
      if (text[at] === ',') at++;
    }
    at++;
  };
  const header = (): Header | undefined => {
    const start = at;
    const isList = take(LIST) !== undefined;
    if (!isList && !take(TABLE)) return undefined;
    const found = { names: names(), isList, at: start };
    at += isList ? 2 : 1;
    return found;
  };
  const next = (): boolean => {
    take(BLANK);
    return at < text.length;
  };
  return { next, header, pair, note };
}

/** Escapes in a name of ours are not worth more than JSON's. */
function unquoted(name: string): string {
  try {
    return String(JSON.parse(`"${name}"`));
  } catch {
    return name;
  }
}
