import type { Protocol } from './provider/endpoint.ts';

type Env = Readonly<Record<string, string | undefined>>;

const VARIABLES = {
  anthropic: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'],
  openai: ['OPENAI_API_KEY'],
} as const satisfies Record<Protocol, readonly string[]>;

type Variable = (typeof VARIABLES)[Protocol][number];

export type Keys = Readonly<Record<Variable, string | undefined>>;

/** The keys of an environment. A file with other line ends leaves one behind each value: that is dropped. */
export const keysIn = (env: Env): Keys => {
  const all = Object.values(VARIABLES).flat();
  return Object.fromEntries(all.map((name) => [name, env[name]?.trim() || undefined])) as Keys;
};

/** Why the keys of a protocol cannot be sent, without a word of the key: the message may be logged. */
export function keyFault(protocol: Protocol, keys: Keys): string | undefined {
  const wrong = VARIABLES[protocol].find((name) => UNSENDABLE.test(keys[name] ?? ''));
  if (wrong === undefined) return undefined;
  const key = keys[wrong] ?? '';
  const at = key.search(UNSENDABLE);
  const code = (key.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `${wrong} cannot be sent: expected letters, digits and signs of ASCII, got U+${code} as character ${at + 1}. Set it again.`;
}

/** A key goes into a header, which takes visible ASCII only. */
const UNSENDABLE = /[^\x20-\x7e]/u;
