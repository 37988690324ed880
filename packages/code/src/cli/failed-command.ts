/** A failed command as people look at it: how it ended, then the last that it printed. */
export interface FailedCommand {
  /** The exit code, or what else ended it; nothing where the result does not say. */
  readonly end: readonly string[];
  readonly last: readonly string[];
  /** How many lines stand before those. */
  readonly left: number;
}

/** Takes the result of a Bash call apart. How it ended stands behind all that the command printed. */
export function failedCommand(result: string, most: number): FailedCommand {
  const at = [...result.matchAll(END)].at(-1)?.index ?? result.length;
  const printed = linesOf(result.slice(0, at));
  const last = printed.slice(-most);
  return { end: linesOf(result.slice(at)), last, left: printed.length - last.length };
}

const END =
  /^(?:Exit code: (?:\d+|unknown)$|The command (?:was ended by|ran longer than|could not be started))/gm;

const linesOf = (text: string): string[] => {
  const lines = text.trimEnd();
  return lines === '' ? [] : lines.split('\n');
};
