import { nearest } from './nearest.ts';

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
  /** What `?` shows: keys, and what they do. */
  readonly keys?: readonly (readonly [key: string, about: string])[];
  /** Paths of the project's files. */
  readonly files: () => readonly string[];
  /** Those of them that the conversation was about last, the newest first. */
  readonly recent?: () => readonly string[];
}

/** More than these nobody goes through. */
const MOST = 50;

/** `/` at the start completes commands, `@` at the start of a word completes files; `?` alone shows the keys. */
export function completions(text: string, at: number, sources: Sources): Completion[] {
  if (text === '?')
    return (sources.keys ?? []).map(([label, about]) => ({ label, about, text, at }));
  const before = text.slice(0, at);
  const command = /^\/([\w:.-]*)$/.exec(before)?.[1];
  if (command !== undefined) return commandsFor(command, text, at, sources);
  const mention = /(?:^|\s)@("[^"\n]*|[^\s@"]*)$/.exec(before)?.[1];
  return mention === undefined ? [] : filesFor(mention, text, at, sources);
}

function commandsFor(typed: string, text: string, at: number, { commands }: Sources) {
  const wanted = typed.toLowerCase();
  const begun = commands.filter(({ name }) => name.startsWith(typed));
  // One who does not know the name knows what it is about.
  const others = commands.filter(
    (one) => !begun.includes(one) && `${one.name} ${one.about}`.toLowerCase().includes(wanted),
  );
  return [...begun, ...(wanted.length < 3 ? [] : others)]
    .slice(0, MOST)
    .map(({ name, about }) => put(`/${name}`, `${name} `, about, typed, text, at));
}

function filesFor(typed: string, text: string, at: number, { files, recent }: Sources) {
  const wanted = typed.replace(/^"/, '').toLowerCase();
  return nearest(files(), wanted, recent?.() ?? [])
    .slice(0, MOST)
    .map((path) => put(`@${path}`, `${quoted(path)} `, '', typed, text, at));
}

/** As a mention has a name with spaces in it. */
const quoted = (path: string) => (/\s/.test(path) ? `"${path}"` : path);

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
