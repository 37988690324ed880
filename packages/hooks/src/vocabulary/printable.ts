/**
 * Text of others on a terminal: what would move the cursor or change its state is made visible. The
 * line ends of other systems (CR LF) are line ends.
 */
export const printable = (text: string): string => harmless(text.replaceAll('\r\n', '\n'));

/**
 * The same where somebody decides by the text, as with a name, a command or a path: whatever cannot
 * be seen is shown by its number, or two texts could look alike and do different things. Line ends are
 * seen, too. An emoji that is joined of several falls apart: here safety wins over looks.
 */
export const exactly = (text: string): string => harmless(text.replace(unseen(), numbered));

/** What a terminal acts on: control characters, and what turns the direction of the text. */
const ACTIVE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;

/** JSON writes them this way, too. */
const harmless = (text: string): string =>
  text.replace(ACTIVE, (char) =>
    char === '\r' ? '\\r' : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** THE TABLE: characters that a terminal shows as nothing, as a blank, or as whatever it likes. */
const BLANK: readonly string[] = [
  // Format, private, unassigned, half a surrogate pair. Controls are written as ever.
  '[\\p{C}--\\p{Cc}]',
  // Fillers, joiners, tags, variation selectors.
  '\\p{Default_Ignorable_Code_Point}',
  // Every space that is not the one of the keyboard; line and paragraph separators.
  '[\\p{Z}--\\x20]',
  // Letters and symbols that are drawn as nothing: Braille, an object, a note's head, hieroglyphs, Khitan.
  '\\u2800',
  '\\uFFFC',
  '\\u{1D159}',
  '[\\u{13441}-\\u{13442}]',
  '\\u{16FE4}',
];

/** The selector that makes an emoji or a keycap colourful is a part of it. */
const IN_EMOJI = '(?<=\\p{Extended_Pictographic})\\uFE0F|(?<=[0-9#*])\\uFE0F(?=\\u20E3)';

let made: RegExp | undefined;

/** Made when it is first asked for: classes of all scripts take a start half a millisecond each. */
const unseen = (): RegExp => {
  made ??= new RegExp(`(?!${IN_EMOJI})[${BLANK.join('')}]`, 'gv');
  return made;
};

const numbered = (char: string): string =>
  `<U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;
