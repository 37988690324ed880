import type { Variables } from './peer.ts';

/** Words as one line for a shell; only the named variables are still put in by it. */
export const quoteWords = (words: readonly string[], variables: readonly string[]): string =>
  words.map((word) => quoteWord(word, variables)).join(' ');

function quoteWord(word: string, variables: readonly string[]): string {
  const names = variables.map((name) => `\\$\\{${name}\\}`).join('|');
  const parts = word.split(new RegExp(`(${names})`)).filter((part) => part !== '');
  if (parts.length === 0) return "''";
  return parts
    .map((part) => (new RegExp(`^(${names})$`).test(part) ? `"${part}"` : quoted(part)))
    .join('');
}

/** A text as one word of a shell. */
export const quoted = (text: string): string =>
  /^[\w./:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** The variables of a peer in a command: renamed where we have them, else named. */
export function renameVariables(command: string, { prefix, ours, quotes }: Variables) {
  const unset = new Set<string>();
  const renamed = new Map<string, string>();
  const pattern = new RegExp(`\\$(\\{?)(${prefix}\\w+)(\\}?)`, 'g');
  const result = command.replace(pattern, (found, open, name: string, close, offset: number) => {
    const to = Object.hasOwn(ours, name) ? ours[name] : undefined;
    if (to === undefined) unset.add(name);
    if (to === undefined || to === name) return found;
    renamed.set(name, to);
    const plain = `$${open}${to}${close}`;
    const isWhole = (open === '') === (close === '');
    return quotes && isWhole && isBare(command.slice(0, offset)) ? `"${plain}"` : plain;
  });
  return { command: result, unset: [...unset], renamed: [...renamed] };
}

/** Whether what follows stands outside of quotes. */
function isBare(before: string): boolean {
  let inside = '';
  for (const [char] of before.replace(/\\./g, '').matchAll(/["']/g))
    inside = inside === '' ? char : inside === char ? '' : inside;
  return inside === '';
}
