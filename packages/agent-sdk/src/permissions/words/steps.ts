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
  let places = withSkips(steps, new Set([0]));
  for (let index = 0; index < text.length && places.size > 0; index++) {
    const next = new Set<number>();
    for (const at of places) {
      const step = steps[at];
      if (step?.fits(text.charAt(index))) next.add(step.repeats ? at : at + 1);
    }
    places = withSkips(steps, next);
  }
  return places.has(steps.length);
}

/** A set hands out what is added while it is gone through. */
function withSkips(steps: readonly Step[], places: Set<number>): ReadonlySet<number> {
  for (const at of places) for (const far of steps[at]?.skips ?? []) places.add(at + far);
  return places;
}
