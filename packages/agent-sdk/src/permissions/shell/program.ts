import { type Command, literal } from './types.ts';

/** The name of a command's program without its directory; undefined if it is not known. */
export function programOf({ words }: Command): string | undefined {
  const text = literal(words[0]);
  return text === undefined || text === '' ? undefined : baseName(text);
}

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
