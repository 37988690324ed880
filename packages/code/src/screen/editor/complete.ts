/** Something that could stand where the cursor is. */
export interface Completion {
  readonly label: string;
  readonly about: string;
  /** What the text becomes, and where the cursor is then. */
  readonly text: string;
  readonly at: number;
}

export interface Sources {
  /** Commands with their names, without the slash. */
  readonly commands: readonly { readonly name: string; readonly about: string }[];
  /** Paths of the project's files. */
  readonly files: () => readonly string[];
}

/** More than these nobody goes through. */
const MOST = 50;

/** `/` at the start completes commands, `@` at the start of a word completes files. */
export function completions(text: string, at: number, sources: Sources): Completion[] {
  const before = text.slice(0, at);
  const command = /^\/([\w:.-]*)$/.exec(before)?.[1];
  if (command !== undefined) return commandsFor(command, text, at, sources);
  const mention = /(?:^|\s)@("[^"\n]*|[^\s@"]*)$/.exec(before)?.[1];
  return mention === undefined ? [] : filesFor(mention, text, at, sources);
}

function commandsFor(typed: string, text: string, at: number, { commands }: Sources) {
  return commands
    .filter(({ name }) => name.startsWith(typed))
    .slice(0, MOST)
    .map(({ name, about }) => put(`/${name}`, `${name} `, about, typed, text, at));
}

function filesFor(typed: string, text: string, at: number, { files }: Sources) {
  const wanted = typed.replace(/^"/, '').toLowerCase();
  return files()
    .map((path) => ({ path, rank: rankOf(path.toLowerCase(), wanted) }))
    .filter(({ rank }) => rank !== undefined)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || a.path.length - b.path.length)
    .slice(0, MOST)
    .map(({ path }) => put(`@${path}`, `${quoted(path)} `, '', typed, text, at));
}

/** As a mention has a name with spaces in it. */
const quoted = (path: string) => (/\s/.test(path) ? `"${path}"` : path);

/** The start of the name counts most, then the start of the path, then anywhere. */
function rankOf(path: string, wanted: string): number | undefined {
  if (path.slice(path.lastIndexOf('/') + 1).startsWith(wanted)) return 0;
  if (path.startsWith(wanted)) return 1;
  return path.includes(wanted) ? 2 : undefined;
}

function put(
  label: string,
  word: string,
  about: string,
  typed: string,
  text: string,
  at: number,
): Completion {
  const start = at - typed.length;
  return {
    label,
    about,
    text: text.slice(0, start) + word + text.slice(at).replace(/^ /, ''),
    at: start + word.length,
  };
}
