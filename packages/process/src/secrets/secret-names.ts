/**
 * Says whether a thing of this name is a secret, in any spelling: `apiKey`, `X-Api-Key`, `GITHUB_TOKEN`,
 * `db.password`.
 */
export function isSecretName(name: string): boolean {
  if (!HINT.test(name)) return false;
  const words = wordsOf(name);
  return (SECRET.test(words) || isKey(name, words)) && !HARMLESS_END.test(words);
}

/** A cheap look first: most names are of other things. */
const HINT = /key|tok|sec|pas|pwd|cre|aut|coo|bea|jwt/i;

/** Names whose values hold spaces: what follows a colon belongs to them up to the end of the line. */
export const isHeaderName = (name: string): boolean => HEADER.test(wordsOf(name));

/** Names are short: of a longer run only its end can be one. */
const MAX_NAME = 128;

/** `_api_key_`: words in small letters, each between underscores. */
const wordsOf = (name: string) =>
  `_${name
    .slice(-MAX_NAME)
    .replace(/([a-z0-9])(?=[A-Z])/g, '$1_')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase()}_`.replace(/_{2,}/g, '_');

/** Each must end a word (not `tokenizer`); counts of `tokens` are no secrets. */
const SECRET = new RegExp(
  `(?:${[
    'api_?keys?',
    '(?:private|access|secret|signing|encryption|master|session|auth|ssh|service|account)_?keys?',
    'secrets?',
    'token',
    '(?:access|refresh|auth|api|bearer)_?tokens',
    'pass_?words?',
    'passwd',
    'pass_?phrases?',
    'credentials?',
    'creds',
    'authori[sz]ation',
    'cookies?',
    'bearer',
    'jwt',
    '[a-z0-9]_(?:pwd|pass)',
  ].join('|')})_`,
);

/** `STRIPE_KEY`, `deploy-key`: a key of something, unless that is what keys of data and boards are. */
const isKey = (name: string, words: string): boolean =>
  KEY_END.test(name) && !HARMLESS_KEY.test(words);
const KEY_END = /[a-z0-9][_-]key$/i;
const HARMLESS_KEY =
  /_(?:public|pub|primary|foreign|partition|sort|cache|group|idempotency|unique|composite|index|lookup|object|dictionary|hot|arrow|shift|ctrl|alt|meta|enter|escape|tab|any|on|by|the|a|is|has|get|set|no)_key_$/;

/** About a secret, but not secret. */
const HARMLESS_END =
  /_(?:file|path|dir|url|uri|endpoint|count|limit|type|kind|format|name|length|size|ttl|expiry|expires|expiration|expires_in|expires_at|sock|policy|store|usage|budget|provider|helper|manager|version)_$/;

const HEADER = /_(?:authori[sz]ation|cookie)_$/;
