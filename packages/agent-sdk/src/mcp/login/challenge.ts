import { extractWWWAuthenticateParams } from '@modelcontextprotocol/client';

/** What a server said when it refused a request for want of a token, or of a better one. */
export interface Challenge {
  readonly status: 401 | 403;
  /** What the token has to be good for, separated by spaces. */
  readonly scope?: string | undefined;
  /** Where the server says how to log in. */
  readonly metadata?: URL | undefined;
  /** The token that was refused. */
  readonly token?: string | undefined;
}

/** Undefined for answers that a login would not change. */
export function challengeIn(
  answer: Response,
  token: string | undefined,
  hide: (text: string) => string = (text) => text,
): Challenge | undefined {
  const { status } = answer;
  if (status !== 401 && status !== 403) return undefined;
  const { scope, resourceMetadataUrl, error } = extractWWWAuthenticateParams(answer);
  // Any other 403 is the server's last word.
  if (status === 403 && error !== 'insufficient_scope') return undefined;
  const bounded = scope !== undefined && scope.length <= MAX_SCOPE_CHARS ? scope : undefined;
  return { status, scope: bounded && hide(bounded), metadata: resourceMetadataUrl, token };
}

const MAX_SCOPE_CHARS = 4_096;
