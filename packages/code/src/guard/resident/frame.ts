import type { Answered } from '../event/respond.ts';

/** Between the parts of an answer: JSON never holds it, and no text of ours does. */
const SEPARATOR = '\x1e';

/** What a caller hears before anything else: its event will be answered here. */
export const ACCEPTED = 'go';

/** Comes after that every moment: somebody is still there, and so is the caller. */
export const BEAT = '.';

/** An answer as the program of the entries reads it. What does not end this way is no answer. */
export const framed = ({ code, stderr, stdout }: Answered): string =>
  ['', String(code), plain(stderr), stdout, 'end'].join(SEPARATOR);

const plain = (text: string) => text.replaceAll(SEPARATOR, '?');
