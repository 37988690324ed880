import { messageOf } from '../base/error-text.ts';

export type JsonAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly fault: string };

/**
 * The JSON document that an answer is. Models like to put one into a code fence, whatever they are asked
 * for: where the whole is no JSON, the last fenced block counts.
 */
export function jsonIn(text: string): JsonAnswer {
  const whole = parsed(text);
  if (whole.ok) return whole;
  const block = lastFenced(text);
  return block === undefined ? whole : parsed(block);
}

function parsed(text: string): JsonAnswer {
  if (text.trim() === '') return { ok: false, fault: 'the answer is empty' };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, fault: `the answer is not a JSON document: ${messageOf(error)}` };
  }
}

const FENCE = /^\s*```/;

function lastFenced(text: string): string | undefined {
  const lines = text.split('\n');
  let begun: number | undefined;
  let last: string | undefined;
  for (const [at, line] of lines.entries()) {
    if (!FENCE.test(line)) continue;
    if (begun !== undefined) last = lines.slice(begun, at).join('\n');
    begun = begun === undefined ? at + 1 : undefined;
  }
  return last;
}
