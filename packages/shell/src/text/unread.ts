/** A part of a command that cannot be read before it runs, and why. */
export interface Unread {
  readonly part: string;
  readonly why: string;
  /** It is code for the program itself: a rule that permits the program by name is meant for it, too. */
  readonly inline?: true;
}

export const TOO_DEEP = 'it is nested too deeply';
