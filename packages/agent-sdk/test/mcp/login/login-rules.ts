import { createHash } from 'node:crypto';

type Doc = Record<string, unknown>;

/** What a login server says no with: RFC 6749, sections 4.1.2.1 and 5.2; RFC 7591, section 3.2.2; RFC 8707. */
export interface Refusal {
  readonly error: string;
  readonly error_description: string;
}

const no = (error: string, error_description: string): Refusal => ({ error, error_description });

/** RFC 8252: a program on the user's machine is sent back to a loopback address, at any port. */
const loopback = (uri: string): string =>
  uri.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\])):\d+/, '$1');
const mayReturnTo = (uri: unknown): boolean =>
  typeof uri === 'string' && /^(https:|http:\/\/(127\.0\.0\.1|\[::1\]|localhost)[:/])/.test(uri);

/** RFC 7591: whether a client may be registered. */
export function registrationFault(type: string | undefined, sent: Doc): Refusal | undefined {
  const uris = sent['redirect_uris'];
  if (!type?.startsWith('application/json'))
    return no('invalid_client_metadata', `expected JSON, got ${type}`);
  if (!Array.isArray(uris) || uris.length === 0 || !uris.every(mayReturnTo))
    return no('invalid_redirect_uri', `redirect_uris: ${JSON.stringify(uris)}`);
  return undefined;
}

/** What was asked for on the page of the login server, kept with its code. */
export type Asked = URLSearchParams;

/** OAuth 2.1: whether the page may be shown. Clients that nobody registered here bring their own addresses. */
export function pageFault(
  said: Asked,
  clients: ReadonlyMap<string, readonly string[]>,
  resource: string,
): Refusal | undefined {
  const own = clients.get(said.get('client_id') ?? '');
  const back = said.get('redirect_uri') ?? '';
  if (!said.get('client_id')) return no('invalid_request', 'client_id is missing');
  if (!mayReturnTo(back)) return no('invalid_request', `redirect_uri: ${back}`);
  if (own && !own.map(loopback).includes(loopback(back)))
    return no('invalid_request', `redirect_uri ${back} was not registered`);
  if (said.get('response_type') !== 'code')
    return no('unsupported_response_type', `response_type: ${said.get('response_type')}`);
  if (said.get('code_challenge_method') !== 'S256' || !said.get('code_challenge'))
    return no('invalid_request', 'a code needs a challenge by S256 (RFC 7636)');
  if (said.get('resource') !== resource)
    return no('invalid_target', `resource: ${said.get('resource')}`);
  return undefined;
}

/** Whether a token may be given out. A code is for one use, by the one who asked for it. */
export function tokenFault(
  type: string | undefined,
  said: URLSearchParams,
  asked: Asked | undefined,
  refreshTokens: ReadonlySet<string>,
  resource: string,
): Refusal | undefined {
  if (!type?.startsWith('application/x-www-form-urlencoded'))
    return no('invalid_request', `expected a form, got ${type}`);
  if (said.get('resource') !== resource)
    return no('invalid_target', `resource: ${said.get('resource')}`);
  const grant = said.get('grant_type') ?? '';
  if (grant === 'client_credentials') return undefined;
  if (grant === 'refresh_token')
    return refreshTokens.has(said.get('refresh_token') ?? '')
      ? undefined
      : no('invalid_grant', 'the refresh token is not known');
  if (grant !== 'authorization_code') return no('unsupported_grant_type', grant);
  if (!asked) return no('invalid_grant', 'the code is not known, or was used');
  if (said.get('redirect_uri') !== asked.get('redirect_uri'))
    return no('invalid_grant', 'redirect_uri is not the one of the page');
  const proof = createHash('sha256')
    .update(said.get('code_verifier') ?? '')
    .digest('base64url');
  if (asked.get('code_challenge') !== proof)
    return no('invalid_grant', 'code_verifier does not fit the challenge');
  return undefined;
}
