/**
 * The fields that a JSON text gives twice, each as the way to it. JSON.parse keeps the last one in silence,
 * so only the text itself can tell. The text must be valid JSON.
 */
export function fieldsGivenTwice(json: string): readonly (readonly string[])[] {
  const found: string[][] = [];
  const open: Level[] = [];
  for (let at = 0; at < json.length; at++) {
    const char = json[at];
    const level = open.at(-1);
    if (char === '{') open.push({ names: new Set(), name: undefined });
    else if (char === '[') open.push({ names: undefined, name: '*' });
    else if (char === '}' || char === ']') open.pop();
    else if (char === ',' && level?.names) level.name = undefined;
    else if (char === '"') {
      const end = stringEnd(json, at);
      if (level?.names && level.name === undefined) {
        level.name = JSON.parse(json.slice(at, end + 1)) as string;
        if (level.names.has(level.name)) found.push([...wayTo(open), level.name]);
        level.names.add(level.name);
      }
      at = end;
    }
  }
  return found;
}

interface Level {
  /** The names so far; undefined in a list. */
  readonly names: Set<string> | undefined;
  /** The name whose value comes next or is being read; undefined where a name comes next. */
  name: string | undefined;
}

/** Nothing that is known by name lies as deep; a hostile text goes on for a million levels. */
const MOST_LEVELS = 64;

const wayTo = (open: readonly Level[]): readonly string[] =>
  open.slice(0, Math.min(open.length - 1, MOST_LEVELS)).map(({ name = '' }) => name);

/** The quote that ends a string: the first one with an even number of backslashes before it. */
export function stringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}
