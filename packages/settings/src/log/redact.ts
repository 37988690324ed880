import { isSecretName, redactForms } from '@wavehooks/process/secrets';
import { redactNamed } from './named-values.ts';

/** Stands where a secret was. It holds nothing that would end a value, so redacting twice changes nothing. */
const REDACTED = '[redacted]';

/** Texts stay texts and JSON values JSON values; never throws. */
export interface Redactor {
  (text: string): string;
  (value: unknown): unknown;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Takes secrets out of what is kept: by the names beside them, by their forms, by their values in `env`. */
export function makeRedactor(env: Env): Redactor {
  // Most processes keep nothing, so the environment is read with the first text.
  let known: readonly string[] | undefined;
  const text = (before: string): string => {
    known ??= secretValues(env);
    return settled(before, known);
  };
  return ((value: unknown): unknown => {
    try {
      return walk(value, text, 0);
    } catch {
      // What cannot be looked through is not kept.
      return REDACTED;
    }
  }) as Redactor;
}

/** Shorter values would turn up in innocent texts. */
const MIN_VALUE = 8;

/** The longest first: one value may begin with another. */
function secretValues(env: Env): string[] {
  const values = Object.entries(env)
    .filter(([name]) => isSecretName(name))
    .map(([, value]) => value?.trim() ?? '')
    .filter((value) => value.length >= MIN_VALUE && !REDACTED.includes(value));
  return [...new Set(values.flatMap(spellings))].sort((a, b) => b.length - a.length);
}

/** As it is, and as it looks inside JSON. */
const spellings = (value: string) => [value, JSON.stringify(value).slice(1, -1)];

/** What was taken out may lay open a form that was not one before: a few rounds, until nothing changes. */
function settled(before: string, known: readonly string[]): string {
  let text = before;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = redactKnown(redactForms(redactNamed(text, REDACTED), REDACTED), known);
    if (next === text) return text;
    text = next;
  }
  return text;
}

const MAX_ROUNDS = 6;

const redactKnown = (text: string, known: readonly string[]): string =>
  known.reduce((done, value) => (done.includes(value) ? without(done, value) : done), text);

/** Marks are stepped over, so that a value that resembles one does no harm. */
const without = (text: string, value: string): string =>
  text
    .split(REDACTED)
    .map((part) => part.replaceAll(value, () => REDACTED))
    .join(REDACTED);

/** Deeper values would overflow the stack; nothing that is kept is as deep. */
const MAX_DEPTH = 200;

function walk(value: unknown, text: (text: string) => string, depth: number): unknown {
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === MAX_DEPTH) return REDACTED;
  if (Array.isArray(value))
    return value.map((item, at) =>
      isSecretFlag(value[at - 1]) ? REDACTED : walk(item, text, depth + 1),
    );
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecretName(name) && !saysNothing(inner) ? REDACTED : walk(inner, text, depth + 1),
    ]),
  );
}

/** In a list of arguments the value follows its flag. */
const isSecretFlag = (item: unknown) =>
  typeof item === 'string' && /^--?\w/.test(item) && !item.includes('=') && isSecretName(item);

/** Flags and blanks are no secrets, whatever they are called. */
const saysNothing = (value: unknown) =>
  value === null || value === undefined || value === '' || typeof value === 'boolean';
