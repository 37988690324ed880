/** A program that runs another one, named in its arguments. */
export interface Wrapper {
  /** Options that take the next word as their value. */
  readonly valued?: string;
  /** Options that take none and do no harm; with any other, an allow rule must name the wrapper itself. */
  readonly flags?: string;
  /** Of the known options, those that do more, such as to write a file. */
  readonly risky?: string;
  /** It runs another program only behind one of these verbs. */
  readonly verbs?: string;
  /** How many words stand before the other program. */
  readonly operands?: number;
  /** `NAME=value` may stand before it. */
  readonly assigns?: true;
  /** Gives the other program more than it has: an allow rule must name it itself. */
  readonly own?: true;
  /** With one of these options it runs nothing, or something that cannot be told. */
  readonly idle?: string;
  readonly opaque?: string;
  /** It joins its words to one text of the shell, except with one of these options. */
  readonly line?: string;
  /** With no other program it runs a shell, which reads its commands: always, or with these options. */
  readonly shell?: true | string;
}
