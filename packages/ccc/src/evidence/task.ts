/** What is known of the prompts before the last ones: the first, that there is none, or nothing. */
export type Earlier = { readonly prompt: string } | 'none' | 'not found';

const LATER = '\n\n(later)\n';

/** The task as a reviewer reads it: the first prompt and the last ones. What may be missing is said. */
export function taskText(last: readonly string[], earlier: Earlier): string {
  const words = last.join(LATER);
  if (earlier === 'none') return words || '(not known: the transcript holds no prompt)';
  if (earlier === 'not found')
    return words === ''
      ? `(not found: ${TOO_LONG})`
      : `(the first prompt was not found: ${TOO_LONG})\n\n${words}`;
  return words === ''
    ? `${earlier.prompt}\n\n(later prompts were not found: ${TOO_LONG})`
    : `${earlier.prompt}\n\n(later; prompts in between may be left out)\n${words}`;
}

const TOO_LONG = 'the transcript is too long to be looked through';
