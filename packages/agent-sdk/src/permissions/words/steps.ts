/**
 * A pattern as steps, each of which reads one character. Patterns come from settings that nobody looked at
 * yet: the time to match must not grow by more than text times pattern, whatever they are.
 */
export interface Step {
  readonly fits: (char: string) => boolean;
  /** It may read any number of characters. */
  readonly repeats?: true;
  /** How far one may go on from here without reading anything. */
  readonly skips?: readonly number[];
}

/** Any number of characters that fit. */
export const many = (fits: (char: string) => boolean): Step => ({
  fits,
  repeats: true,
  skips: [1],
});

/** Reads nothing itself. */
export const fork = (...skips: readonly number[]): Step => ({ fits: () => false, skips });

export const anyChar = (): boolean => true;

/** A character as it is compared, with `ignoreCase` as in a regular expression. */
export function oneChar(char: string, ignoreCase: boolean): Step {
  const folded = fold(char);
  return { fits: ignoreCase ? (other) => fold(other) === folded : (other) => other === char };
}

/** No character beyond ASCII counts as one within. */
function fold(char: string): string {
  const upper = char.toUpperCase();
  return upper.length === 1 && (char < '\x80' || upper >= '\x80') ? upper : char;
}

/** A shell's pattern, taken widely: a set is any character, and case does not matter. */
export const looseSteps = (pattern: string): readonly Step[] =>
  (pattern.match(/\[[^\]]*\]|\*+|[\s\S]/g) ?? []).map((one) => {
    if (one.startsWith('*')) return many(anyChar);
    return one === '?' || one.length > 1 ? { fits: anyChar } : oneChar(one, true);
  });

/** Goes through the text once, with all places in the pattern where it can be by then. */
export function stepsMatch(steps: readonly Step[], text: string): boolean {
  let places = new Uint8Array(steps.length + 1);
  let next = new Uint8Array(steps.length + 1);
  places[0] = 1;
  for (let index = 0; index < text.length; index++) {
    if (!advance(steps, text.charAt(index), places, next)) return false;
    [places, next] = [next, places];
    next.fill(0);
  }
  skip(steps, places);
  return places[steps.length] === 1;
}

/** Reads a character from each place; whether it leads anywhere. */
function advance(
  steps: readonly Step[],
  char: string,
  places: Uint8Array,
  next: Uint8Array,
): boolean {
  let leads = false;
  skip(steps, places);
  for (let at = 0; at < steps.length; at++) {
    const step = steps[at];
    if (places[at] === 0 || !step?.fits(char)) continue;
    next[step.repeats ? at : at + 1] = 1;
    leads = true;
  }
  return leads;
}

/** Skips lead forward only, so one pass finds them all. */
function skip(steps: readonly Step[], places: Uint8Array): void {
  for (let at = 0; at < steps.length; at++)
    if (places[at] === 1) for (const far of steps[at]?.skips ?? NONE) places[at + far] = 1;
}

const NONE: readonly number[] = [];
