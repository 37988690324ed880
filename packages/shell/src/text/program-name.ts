import { type Command, literal, type Word } from './command.ts';
import { maySplit } from './pieces.ts';

/** The name of a command's program without its directory, which may be unknown; undefined if it is not known. */
export function programOf({ words }: Command): string | undefined {
  const text = literal(words[0]) ?? knownEnd(words[0]);
  return text === undefined || text === '' ? undefined : baseName(text);
}

/** `"$dir/bin/tool"`, but not a program that is open already: `"$dir/exe"`, `"$dir/3"`. */
function knownEnd(word: Word | undefined): string | undefined {
  const last = word?.pieces.at(-1);
  if (word === undefined || typeof last !== 'string' || maySplit(word)) return undefined;
  return /\/(?!exe$|\d+$)[^/]+$/.test(last) ? last : undefined;
}

/** `"./scripts/$name.sh"`: some script, and no program that runs what stands in its arguments. */
export function isScript({ words: [word] }: Command): boolean {
  const last = word?.pieces.at(-1);
  return word !== undefined && typeof last === 'string' && !maySplit(word) && SCRIPT.test(last);
}

const SCRIPT = /\.(sh|bash|zsh|py|js|mjs|cjs|ts|rb|pl|php|lua)$/;

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
