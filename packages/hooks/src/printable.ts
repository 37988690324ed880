/**
 * Text of others on a terminal: what would move the cursor or change its state is made visible. The
 * line ends of other systems (CR LF) are line ends.
 */
export const printable = (text: string): string => visible(text.replaceAll('\r\n', '\n'));

/** The same where every character counts, as in a change or a command: line ends are seen, too. */
export const exactly = (text: string): string => visible(text);

const visible = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g, (char) =>
    char === '\r' ? '\\r' : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
