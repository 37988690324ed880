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
