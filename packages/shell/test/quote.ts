/** A text as one word of a shell. */
export const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
