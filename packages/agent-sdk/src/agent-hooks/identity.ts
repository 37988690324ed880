import { createHash } from 'node:crypto';
import { type AgentContext, contextFault, identified } from './points.ts';

/** The name of what follows, on records. */
export const JCS_SHA256 = 'jcs-sha256';

/** Levels of nesting, and characters of its canonical form, that a context may have. */
const MAX_DEPTH = 128;
const MAX_CHARS = 32 * 1024 * 1024;

/** The identity of a context: a hash of what the standard requires of it, in canonical JSON (RFC 8785). */
export function contextIdentity(context: AgentContext): string {
  const fault = contextFault(context);
  if (fault !== undefined) throw new TypeError(fault);
  const text = canonicalJson(identified(context));
  if (text.length > MAX_CHARS) throw new TypeError(`more than ${MAX_CHARS} characters`);
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

/** Throws for what has no one form in JSON that everybody reads alike: nothing is rounded, and nothing left out. */
export function canonicalJson(value: unknown, depth = 0): string {
  if (depth > MAX_DEPTH) throw new TypeError(`more than ${MAX_DEPTH} levels`);
  switch (typeof value) {
    case 'string':
      return textOf(value);
    case 'number':
      return numberOf(value);
    case 'boolean':
      return String(value);
    case 'object':
      break;
    default:
      throw new TypeError(
        typeof value === 'bigint'
          ? 'an integer beyond 2^53: write such identifiers as text'
          : `${typeof value} is no JSON`,
      );
  }
  if (value === null) return 'null';
  if (Array.isArray(value)) return `[${value.map((one) => canonicalJson(one, depth + 1))}]`;
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  // Sorted by UTF-16 code units, as JavaScript compares texts.
  const sorted = members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([name, one]) => `${textOf(name)}:${canonicalJson(one, depth + 1)}`)}}`;
}

function textOf(value: string): string {
  if (!value.isWellFormed()) throw new TypeError('half a character');
  return JSON.stringify(value);
}

/** JavaScript writes integers from here on as doubles. */
const DOUBLES = 1e21;

function numberOf(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError('a number that is not finite');
  if (Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < DOUBLES)
    throw new TypeError('an integer beyond 2^53: write such identifiers as text');
  return JSON.stringify(value);
}
