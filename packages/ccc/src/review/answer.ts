import { show } from '../config/fields.ts';

/** What a reviewer said. */
export interface Verdict {
  readonly allow: boolean;
  readonly feedback: string;
}

export interface Malformed {
  /** What is wrong with the answer, in words for whoever gave it. */
  readonly problem: string;
}

/** As much as a program may print; what is longer is looked at from its end, where the verdict stands. */
const MAX_CHARS = 1024 * 1024;
/** Characters looked at, all tries together. */
const MAX_STEPS = 50_000_000;

/** Finds `{"allow_stop": ..., "feedback": ...}` in an answer: alone, in a fenced block, or in prose. */
export function parseAnswer(answer: string): Verdict | Malformed {
  const text = answer.slice(-MAX_CHARS).trim();
  if (text === '') return { problem: 'the answer was empty' };
  const found = plain(text) ?? lastWithin(text);
  if (!found) return { problem: 'the answer holds no JSON object with "allow_stop"' };
  return check(found);
}

function check({ allow_stop, feedback }: Record<string, unknown>): Verdict | Malformed {
  if (typeof allow_stop !== 'boolean')
    return { problem: `"allow_stop": expected true or false, got ${show(allow_stop)}` };
  if (feedback !== undefined && feedback !== null && typeof feedback !== 'string')
    return { problem: `"feedback": expected a text, got ${show(feedback)}` };
  const text = (feedback ?? '').trim();
  if (!allow_stop && text === '')
    return { problem: '"feedback": expected what is left to do, got nothing' };
  return { allow: allow_stop, feedback: text };
}

function plain(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isAnswer(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The last one counts: before it, a reviewer may quote the format or think aloud. What stands inside
 * of an answer is part of it and no answer of its own.
 */
function lastWithin(text: string): Record<string, unknown> | undefined {
  let found: { value: Record<string, unknown>; end: number } | undefined;
  let steps = MAX_STEPS;
  for (let at = text.lastIndexOf('{'); at !== -1 && steps > 0; ) {
    const end = endOfObject(text, at);
    steps -= (end ?? text.length) - at;
    if (end !== undefined && end > (found?.end ?? 0)) {
      const value = plain(text.slice(at, end));
      if (value) found = { value, end };
    }
    at = at === 0 ? -1 : text.lastIndexOf('{', at - 1);
  }
  return found?.value;
}

/** Where the object that begins at `start` ends; braces inside of texts do not count. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (quoted && char === '\\') at++;
    else if (char === '"') quoted = !quoted;
    else if (!quoted && char === '{') depth++;
    else if (!quoted && char === '}' && --depth === 0) return at + 1;
  }
  return undefined;
}

const isAnswer = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && 'allow_stop' in value;
