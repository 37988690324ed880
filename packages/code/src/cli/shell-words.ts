/** A text as one word of a shell. */
export const quoted = (text: string): string =>
  /^[\w./:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
