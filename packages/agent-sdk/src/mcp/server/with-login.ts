import type { NeedsLogin } from '../connection/connection-types.ts';
import type { Challenge } from '../login/challenge.ts';
import type { Login } from '../login/login.ts';

/** How often a server may ask for a login before it has answered one request. */
const MOST_LOGINS = 2;

export interface Guest {
  readonly name: string;
  readonly login: Login | undefined;
  readonly heard: (challenge: Challenge) => void;
  readonly signal: AbortSignal;
}

export interface Refused {
  readonly ok: false;
  readonly is: 'refused';
  readonly text: string;
  /** Only the user can go on. */
  readonly login?: boolean;
}

/**
 * What was refused for want of a token has not been done, so it may be asked again with one. Whatever
 * takes a user's time happens between two attempts, never inside of one.
 */
export async function withLogin<T>(
  { name, login, heard, signal }: Guest,
  attempt: () => Promise<T | NeedsLogin>,
): Promise<T | Refused> {
  for (let logins = 0; ; logins++) {
    const reply = await attempt();
    if (!isLogin(reply)) return reply;
    heard(reply.challenge);
    if (!login || logins >= MOST_LOGINS)
      return refused(`${reply.text}; it did not take the token that its login server gave`);
    const answered = await login.answer(reply.challenge, signal);
    if (answered.is === 'failed') return refused(`the login failed: ${answered.why}`);
    if (answered.is === 'needs user') return { ...refused(loginHint(name, reply)), login: true };
  }
}

const refused = (text: string): Refused => ({ ok: false, is: 'refused', text });

const isLogin = (reply: unknown): reply is NeedsLogin =>
  typeof reply === 'object' && reply !== null && 'is' in reply && reply.is === 'login';

/** Scopes are the server's words, and the command is there to be copied into a shell. */
const loginHint = (name: string, { text, challenge }: NeedsLogin): string =>
  challenge.status === 403
    ? `it wants more than the login allows; log in again: wave mcp login ${word(name)} --scopes ${word(challenge.scope ?? '')}`
    : `${text}; it needs a login (wave mcp login ${word(name)}), or "headers" can hold a key`;

function word(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return /^[\w@%+=:,./ -]*$/.test(text) ? `"${text}"` : `'${text.replaceAll("'", `'\\''`)}'`;
}
