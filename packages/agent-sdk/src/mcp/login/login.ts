import { randomBytes } from 'node:crypto';
import { OAuthError, OAuthErrorCode, startAuthorization } from '@modelcontextprotocol/client';
import { unlessAborted } from '../../base/wait.ts';
import type { HttpSpec } from '../config/server-spec.ts';
import { LoginRefused, type LoginWeb } from '../web/login-fetch.ts';
import type { Challenge } from './challenge.ts';
import { codeIn } from './code-in.ts';
import type { KeptLogin, KeptTokens, LoginStore } from './kept-login.ts';
import { knownClient, type LoginClient, newClient } from './login-client.ts';
import { faultOf } from './login-fault.ts';
import { findLoginPlace, type LoginPlace } from './login-place.ts';
import type { LoginWay } from './login-way.ts';
import { scopesFor } from './scopes.ts';
import { byCode, byCredentials, byRefresh, type TokenDesk } from './token-requests.ts';

/** What became of a challenge. */
type Answered =
  | { readonly is: 'done' }
  /** Only the user can go on, and nobody can ask them here. */
  | { readonly is: 'needs user' }
  | { readonly is: 'failed'; readonly why: string };

/** The login of one server. */
export interface Login {
  /** What every request to the server carries, and no other request. */
  token(): Promise<string | undefined>;
  /** Gets the token that a challenge asks for: kept, refreshed, or by asking the user. Never rejects. */
  answer(challenge: Challenge, signal: AbortSignal): Promise<Answered>;
  /** Asks the user, whatever is kept. Never rejects. */
  ask(challenge: Challenge, way: LoginWay, signal: AbortSignal): Promise<Answered>;
  /** Forgets it. True where there was one. */
  leave(): Promise<boolean>;
}

export interface LoginParts {
  readonly server: string;
  readonly spec: Pick<HttpSpec, 'url' | 'headers' | 'oauth'>;
  readonly store: LoginStore;
  readonly web: LoginWeb;
  readonly way: LoginWay | undefined;
}

/** How long somebody may take at a login page. */
const USER_MS = 10 * 60_000;

export function openLogin(parts: LoginParts): Login {
  const { spec, store, web, way } = parts;
  const { url, oauth } = spec;
  let tokens: KeptTokens | undefined;
  let isRead = false;
  const usable = (kept: KeptLogin | undefined): KeptTokens | undefined =>
    oauth.clientId === undefined || kept?.tokens?.client_id === oauth.clientId
      ? kept?.tokens
      : undefined;
  const read = async (): Promise<KeptLogin | undefined> => {
    const kept = await store.read(url);
    tokens = usable(kept);
    isRead = true;
    return kept;
  };
  const keep = async (kept: KeptLogin): Promise<Answered> => {
    await store.write(url, kept);
    tokens = kept.tokens;
    return { is: 'done' };
  };
  /** What needs no user; undefined where one has to be asked. */
  const quietly = async (challenge: Challenge): Promise<Answered | undefined> => {
    const kept = await read();
    const isNew = tokens && tokens.access_token !== challenge.token;
    // Another process was faster, or the user has logged in meanwhile.
    if (challenge.status === 401 && isNew) return { is: 'done' };
    const refresh = challenge.status === 401 ? tokens?.refresh_token : undefined;
    if (oauth.grant !== 'client_credentials' && refresh === undefined) return undefined;
    const place = await findLoginPlace(url, challenge, web.fetch);
    checkIssuer(place, kept, parts);
    const client = knownClient(oauth, place) ?? kept?.client;
    if (!client) return undefined;
    const scope = scopesFor(challenge, place, oauth.scopes, tokens?.scope);
    const desk = { place, client, oauth, fetch: web.fetch, scope };
    if (oauth.grant === 'client_credentials')
      return keep({ issuer: place.issuer, tokens: await byCredentials(desk) });
    // A token for refreshing goes to nobody but who gave it.
    if (kept?.issuer !== place.issuer || refresh === undefined) return undefined;
    const fresh = await refreshed({ ...desk, scope: tokens?.scope }, refresh);
    return fresh && keep({ ...kept, tokens: fresh });
  };
  const asking = async (challenge: Challenge, signal: AbortSignal, by = way): Promise<Answered> => {
    if (!by) return { is: 'needs user' };
    const kept = await store.read(url);
    const place = await findLoginPlace(url, challenge, web.fetch);
    checkIssuer(place, kept, parts);
    const before = kept?.issuer === place.issuer ? kept.client : undefined;
    const open = await by.open(before?.redirectUrl, oauth.callbackPort);
    try {
      const { redirectUrl } = open;
      const scope = scopesFor(challenge, place, oauth.scopes, usable(kept)?.scope);
      const own = before?.redirectUrl === redirectUrl ? before : undefined;
      const known: LoginClient | undefined = knownClient(oauth, place);
      const made = known
        ? undefined
        : (own ?? (await newClient(place, redirectUrl, scope, web.fetch)));
      const client = known ?? made;
      if (!client) throw new LoginRefused('there is no client to log in with');
      const desk: TokenDesk = { place, client, oauth, fetch: web.fetch, scope };
      const given = await ask(parts, desk, open, signal).catch(async (error) => {
        // It forgot us: the next login registers anew.
        if (own && isForgotten(error)) await store.write(url, undefined);
        throw error;
      });
      return await keep({
        issuer: place.issuer,
        ...(made ? { client: made } : {}),
        tokens: given,
      });
    } finally {
      open.close();
    }
  };
  return {
    token: async () => {
      if (!isRead) await read();
      return tokens?.access_token;
    },
    answer: (challenge, signal) =>
      told(signal, async () => {
        const quiet = await store.alone(url, () => quietly(challenge));
        return quiet ?? asking(challenge, signal);
      }),
    ask: (challenge, by, signal) => told(signal, () => asking(challenge, signal, by)),
    leave: async () => {
      const kept = await store.read(url);
      if (kept) await store.write(url, undefined);
      tokens = undefined;
      return kept !== undefined;
    },
  };
}

async function told(signal: AbortSignal, work: () => Promise<Answered>): Promise<Answered> {
  try {
    return await work();
  } catch (error) {
    return { is: 'failed', why: signal.aborted ? 'it was interrupted' : faultOf(error) };
  }
}

/** Credentials that the user wrote down belong to one login server; another must not get them. */
function checkIssuer(place: LoginPlace, kept: KeptLogin | undefined, { spec }: LoginParts): void {
  const { issuer, clientSecret, privateKey } = spec.oauth;
  const isSecret = (clientSecret ?? privateKey) !== undefined;
  const expected = issuer ?? (isSecret ? kept?.issuer : undefined);
  if (expected !== undefined && trimmed(expected) !== trimmed(place.issuer))
    throw new LoginRefused(
      `it names ${place.issuer} as its login server, but your client belongs to ${expected}`,
    );
}

const trimmed = (address: string) => address.replace(/\/$/, '');

/** Undefined where the login server does not take the token any more: then the user is asked. */
async function refreshed(desk: TokenDesk, token: string): Promise<KeptTokens | undefined> {
  try {
    return await byRefresh(desk, token);
  } catch (error) {
    const isOver = error instanceof OAuthError && OVER.has(error.code);
    if (isOver) return undefined;
    throw error;
  }
}

const isForgotten = (error: unknown): boolean =>
  error instanceof OAuthError && error.code === OAuthErrorCode.InvalidClient;

const OVER: ReadonlySet<string> = new Set([
  OAuthErrorCode.InvalidGrant,
  OAuthErrorCode.InvalidClient,
  OAuthErrorCode.UnauthorizedClient,
]);

/** Brings the user to the login page, and their answer to the login server. */
async function ask(
  { server, web }: LoginParts,
  desk: TokenDesk,
  { redirectUrl, authorize }: Awaited<ReturnType<LoginWay['open']>>,
  signal: AbortSignal,
): Promise<KeptTokens> {
  const { place, client, scope } = desk;
  const state = randomBytes(24).toString('base64url');
  const { metadata, resource } = place;
  const { authorizationUrl, codeVerifier } = await startAuthorization(place.address, {
    clientInformation: client,
    redirectUrl,
    state,
    ...(metadata ? { metadata } : {}),
    ...(scope === undefined ? {} : { scope }),
    ...(resource === undefined ? {} : { resource }),
  });
  const wrong = await web.check(authorizationUrl);
  if (wrong !== undefined) throw new LoginRefused(wrong);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(USER_MS)]);
  const asked = { server, url: authorizationUrl.href, signal: limit };
  const address = await unlessAborted(authorize(asked), limit);
  const code = codeIn(address, state, place);
  const iss = new URL(address.trim()).searchParams.get('iss') ?? undefined;
  return byCode(desk, code, codeVerifier, redirectUrl, iss);
}
