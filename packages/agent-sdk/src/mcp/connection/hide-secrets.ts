import type { Fetch } from '../web/proxied-fetch.ts';

/** What was sent to a server as a secret and must not come back from it into a log, a message or a session. */
export interface Secrets {
  add(secret: string | undefined): void;
  hide(text: string): string;
  hideIn<T>(value: T): T;
}

/** A shorter one is no secret, and stands in any text. */
const LEAST_CHARS = 8;
const HIDDEN = '[hidden]';

export function createSecrets(): Secrets {
  const known = new Set<string>();
  const hide = (text: string): string =>
    // The longest first: a part of it must not keep the whole from being found.
    [...known]
      .sort((a, b) => b.length - a.length)
      .reduce((now, secret) => now.replaceAll(secret, HIDDEN), text);
  return {
    add: (secret = '') => void (secret.length >= LEAST_CHARS && known.add(secret)),
    hide,
    hideIn: (value) => {
      if (known.size === 0) return value;
      const text = JSON.stringify(value);
      const isIn = [...known].some((secret) => text.includes(JSON.stringify(secret).slice(1, -1)));
      return isIn ? (inTexts(value, hide) as typeof value) : value;
    },
  };
}

/** Text by text: in JSON a secret with a quote in it is written otherwise, and one like `[[` would be its brackets. */
function inTexts(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === 'string') return hide(value);
  if (Array.isArray(value)) return value.map((one) => inTexts(one, hide));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [hide(name), inTexts(one, hide)]),
  );
}

/** What a server answers with when it fails is a text that is shown. */
export const withoutSecrets =
  (fetch: Fetch, { hide }: Secrets): Fetch =>
  async (input, init) => {
    const answer = await fetch(input, init);
    if (answer.ok || !answer.body || answer.type === 'opaqueredirect') return answer;
    const text = hide(await answer.text());
    const { status, headers } = answer;
    return new Response(text, { status, headers });
  };
