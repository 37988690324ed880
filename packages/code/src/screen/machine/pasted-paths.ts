import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What files of images are called. */
const IMAGE = /\.(png|jpe?g|gif|webp)$/i;

/**
 * The paths that a paste is made of, where it is nothing but paths of images: a terminal pastes the path of
 * a file that is dropped on it, quoted, escaped or as an address. undefined for any other text.
 */
export function imagePathsIn(pasted: string, cwd: string): string[] | undefined {
  const text = pasted.trim();
  if (text === '' || text.length > 4_000) return undefined;
  const paths = [text, ...wordsIn(text)].map((word) => pathOf(word, cwd));
  const [whole, ...words] = paths;
  // A path with spaces in it may come without quotes.
  if (words.length > 0 && words.every((path) => path !== undefined)) return words as string[];
  return whole === undefined || text.includes('\n') ? undefined : [whole];
}

/** In quotes, or with a backslash in front of what a shell would take apart. */
const wordsIn = (text: string): string[] =>
  [...text.matchAll(/"([^"]*)"|'([^']*)'|((?:\\.|[^\s\\"'])+)/g)].map(
    ([, double, single, bare = '']) => double ?? single ?? bare.replace(/\\(.)/g, '$1'),
  );

function pathOf(word: string, cwd: string): string | undefined {
  if (!IMAGE.test(word)) return undefined;
  if (word.startsWith('file://')) return URL.canParse(word) ? localPath(word) : undefined;
  if (word.startsWith('~/')) return join(homedir(), word.slice(2));
  return isAbsolute(word) ? word : resolve(cwd, word);
}

function localPath(address: string): string | undefined {
  try {
    return fileURLToPath(address);
  } catch {
    return undefined;
  }
}
