type Path = readonly (string | number)[];

const NAME = String.raw`(?:"(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+)`;
const NAMES = String.raw`[ \t]*(${NAME}(?:[ \t]*\.[ \t]*${NAME})*)[ \t]*`;
const HEADER = new RegExp(String.raw`^[ \t]*(\[\[?)${NAMES}\]`);
/** A text over several lines may hold anything. */
const LONG = /"""(?:\\[\s\S]|[^\\])*?"{3,5}|'''[\s\S]*?'{3,5}/g;
const PAIR = new RegExp(`^${NAMES}=`);

/**
 * The lines of a TOML document by path; the library that parses it keeps no positions. What stands inside of
 * a value is where its name is. Only for a text that was parsed: what is no TOML is not noticed here.
 */
export function tomlLines(text: string): (path: Path) => number | undefined {
  const lines = new Map<string, number>();
  const counts = new Map<string, number>();
  let table: Path = [];
  const plain = text.replace(LONG, (found) => found.replace(/[^\n]+/g, '""'));
  for (const [at, line] of plain.split('\n').entries()) {
    const [, bracket, header = ''] = HEADER.exec(line) ?? [];
    const [, name] = PAIR.exec(line) ?? [];
    if (bracket) table = tableOf(namesIn(header), bracket === '[[', counts);
    else if (name === undefined) continue;
    const path = name === undefined ? table : [...table, ...namesIn(name)];
    for (let length = 1; length <= path.length; length++) {
      const key = JSON.stringify(path.slice(0, length));
      if (!lines.has(key)) lines.set(key, at + 1);
    }
  }
  return (path) => {
    for (let length = path.length; length > 0; length--) {
      const found = lines.get(JSON.stringify(path.slice(0, length)));
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/** A table below a list of tables belongs to its last one. */
function tableOf(names: readonly string[], isList: boolean, counts: Map<string, number>): Path {
  const path: (string | number)[] = [];
  for (const [depth, name] of names.entries()) {
    path.push(name);
    const key = JSON.stringify(path);
    if (isList && depth === names.length - 1) counts.set(key, (counts.get(key) ?? 0) + 1);
    const count = counts.get(key);
    if (count !== undefined) path.push(count - 1);
  }
  return path;
}

const namesIn = (text: string): string[] =>
  [...text.matchAll(new RegExp(NAME, 'g'))].map(([name]) => name.replace(/^["']|["']$/g, ''));
