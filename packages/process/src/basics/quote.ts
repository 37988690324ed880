/** A text as one word of the shell. */
export const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
