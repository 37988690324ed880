import {
  type AddClientAuthentication,
  createPrivateKeyJwtAuth,
  exchangeAuthorization,
  fetchToken,
  type OAuthTokens,
  refreshAuthorization,
} from '@modelcontextprotocol/client';
import type { OAuthSpec } from '../config/server-spec.ts';
import { LoginRefused } from '../web/login-fetch.ts';
import type { Fetch } from '../web/proxied-fetch.ts';
import type { KeptTokens } from './kept-login.ts';
import { algorithmOf, type LoginClient } from './login-client.ts';
import type { LoginPlace } from './login-place.ts';

export interface TokenDesk {
  readonly place: LoginPlace;
  readonly client: LoginClient;
  readonly oauth: OAuthSpec;
  readonly fetch: Fetch;
  readonly scope: string | undefined;
}

export const byCode = (
  desk: TokenDesk,
  code: string,
  verifier: string,
  redirectUri: string,
  iss: string | undefined,
): Promise<KeptTokens> =>
  exchangeAuthorization(desk.place.address, {
    ...shared(desk),
    authorizationCode: code,
    codeVerifier: verifier,
    redirectUri,
    ...(iss === undefined ? {} : { iss }),
  }).then((tokens) => kept(tokens, desk));

export const byRefresh = (desk: TokenDesk, refreshToken: string): Promise<KeptTokens> =>
  refreshAuthorization(desk.place.address, { ...shared(desk), refreshToken }).then((tokens) =>
    kept(tokens, desk),
  );

/** For programs that are users themselves: no browser, no person. */
export function byCredentials(desk: TokenDesk): Promise<KeptTokens> {
  const { place, client, scope } = desk;
  const { metadata, resource, addClientAuthentication, fetchFn } = shared(desk);
  const provider = {
    redirectUrl: undefined,
    clientMetadata: { redirect_uris: [] },
    clientInformation: () => client,
    tokens: () => undefined,
    saveTokens: () => {},
    redirectToAuthorization: () => {},
    saveCodeVerifier: () => {},
    codeVerifier: () => '',
    prepareTokenRequest: () =>
      new URLSearchParams({ grant_type: 'client_credentials', ...(scope ? { scope } : {}) }),
    ...(addClientAuthentication ? { addClientAuthentication } : {}),
  };
  const asked = {
    fetchFn,
    ...(metadata ? { metadata } : {}),
    ...(resource === undefined ? {} : { resource }),
  };
  return fetchToken(provider, place.address, asked).then((tokens) => kept(tokens, desk));
}

function shared({ place, client, oauth, fetch }: TokenDesk) {
  const { metadata, resource } = place;
  const { privateKey } = oauth;
  const proof = privateKey === undefined ? undefined : signed(client.client_id, privateKey);
  return {
    clientInformation: client,
    fetchFn: fetch,
    ...(metadata ? { metadata } : {}),
    ...(resource === undefined ? {} : { resource }),
    ...(proof ? { addClientAuthentication: proof } : {}),
  };
}

const signed = (clientId: string, privateKey: string): AddClientAuthentication =>
  createPrivateKeyJwtAuth({
    issuer: clientId,
    subject: clientId,
    privateKey,
    alg: algorithmOf(privateKey),
  });

/** What can be sent as a header, and no longer than servers take. */
const SENDABLE = /^[\x21-\x7e]{1,16384}$/;

function kept(tokens: OAuthTokens, { client, scope }: TokenDesk): KeptTokens {
  if (tokens.token_type.toLowerCase() !== 'bearer' || !SENDABLE.test(tokens.access_token))
    throw new LoginRefused('its login server gave a token of a kind that Wave cannot send');
  const granted = tokens.scope ?? scope;
  return {
    access_token: tokens.access_token,
    ...(tokens.refresh_token === undefined ? {} : { refresh_token: tokens.refresh_token }),
    ...(granted === undefined ? {} : { scope: granted }),
    client_id: client.client_id,
  };
}
