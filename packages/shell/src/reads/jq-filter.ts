/** Whether a filter of jq only uses its input: nothing of the environment, and no other file. */
export const isReadingJq = (text: string): boolean =>
  !/(?<![.\w])(ENV|__prog\w*)\b|(?<![.\w$])(env|import|include|modulemeta|input_filename|get_search_list|getpath_env)\b/.test(
    text.replace(/\\\(/g, ' '),
  );

/** `--arg name value` and its like take two words, and only some of those name a file. */
export function withoutJqValues(texts: readonly string[]): readonly string[] | undefined {
  const words: string[] = [];
  for (let at = 0; at < texts.length; at++) {
    const text = texts[at] ?? '';
    if (!/^--(arg|argjson)$/.test(text)) words.push(text);
    else if (at + 2 >= texts.length || isOther(texts, at)) return undefined;
    else at += 2;
  }
  return words;
}

/** Behind a `--` it is a file, and behind an option with a value it may be that value. */
const isOther = (texts: readonly string[], at: number): boolean =>
  texts.slice(0, at).includes('--') ||
  /^(--indent|-L|-f|--from-file|--slurpfile|--rawfile|--library-path)$/.test(texts[at - 1] ?? '');
