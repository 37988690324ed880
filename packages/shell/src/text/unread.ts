/** A part of a command that cannot be read before it runs, and why. */
export interface Unread {
  readonly part: string;
  readonly why: string;
}

export const TOO_DEEP = 'it is nested too deeply';
