const FILE = /^-[abcdefghkprsuwxGLNOS]$/;
const BETWEEN = /^-(nt|ot|ef)$/;
const OTHER = /^-([nztovR]|eq|ne|lt|le|gt|ge)$/;

/** `[ -f file ]` as a row sees it: the files that it asks about. Undefined for what is not known. */
export function testedFiles(texts: readonly string[]): readonly string[] | undefined {
  const [program = '', ...rest] = texts;
  if (program === '[' && rest.at(-1) !== ']') return undefined;
  const words = program === '[' ? rest.slice(0, -1) : rest;
  const files: string[] = [];
  for (const [at, word] of words.entries()) {
    const [before, after] = [words[at - 1], words[at + 1]];
    if (FILE.test(word)) files.push(...(after === undefined ? [] : [after]));
    else if (BETWEEN.test(word)) files.push(before ?? '', after ?? '');
    else if (/^-[A-Za-z]+$/.test(word) && !OTHER.test(word)) return undefined;
  }
  return [program, '--', ...files];
}
