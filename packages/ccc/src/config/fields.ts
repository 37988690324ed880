/** What a field of the configuration may hold. */
export interface Check {
  readonly fits: (value: unknown) => boolean;
  readonly expected: string;
}

/** What the host allows a hook beyond the review's own time, so that we end ourselves first. */
export const MARGIN_SECONDS = 60;
/** Wave takes no hook that may run for longer than a day: what is longer with its margin ends a little earlier. */
const MAX_SECONDS = 86_400;
export const MAX_REVIEW_SECONDS = MAX_SECONDS - MARGIN_SECONDS;

const text: Check = {
  fits: (value) => typeof value === 'string' && value.trim() !== '' && !value.includes('\0'),
  expected: 'a text that is not empty',
};

const word = (...words: string[]): Check => ({
  fits: (value) => words.includes(value as string),
  expected: words.map((one) => `"${one}"`).join(' or '),
});

/** The fields of the file; what the section holds is looked at by itself. */
export const SECTIONS: Readonly<Record<string, Check>> = {
  supervisor: { fits: () => true, expected: 'an object' },
  $schema: text,
};

/** The fields of `supervisor`. */
export const FIELDS: Readonly<Record<string, Check>> = {
  max_iterations: {
    fits: (value) => Number.isSafeInteger(value) && (value as number) >= 1,
    expected: 'a whole number from 1 on',
  },
  timeout_seconds: {
    fits: (value) => typeof value === 'number' && value > 0 && value <= MAX_SECONDS,
    expected: `a number of seconds above 0, at most ${MAX_SECONDS}`,
  },
  model: text,
  on_error: word('allow', 'block'),
  // What it holds depends on its type.
  reviewer: { fits: () => true, expected: 'an object' },
};

/** The fields of each kind of reviewer. */
export const REVIEWERS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  agent: { type: word('agent') },
  claude: { type: word('claude') },
  command: { type: word('command'), command: text },
};

export const sorted = (table: Readonly<Record<string, unknown>>): string =>
  Object.keys(table)
    .map((name) => `"${name}"`)
    .join(', ');

/**
 * A value as it is shown to a person: short, on one line. A long one is not shown in part: of a secret
 * that was cut, nobody could tell any more that it is one.
 */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  const kind = typeof value === 'string' ? 'a text' : Array.isArray(value) ? 'a list' : 'an object';
  try {
    const shown = JSON.stringify(value);
    return shown.length > 60 ? `${kind} of ${shown.length} characters` : shown;
  } catch {
    return `${kind} that is nested too deeply to be shown`;
  }
}
