import { createPrivateKey } from 'node:crypto';
import {
  type OAuthClientInformationMixed,
  type OAuthClientMetadata,
  registerClient,
} from '@modelcontextprotocol/client';
import type { OAuthSpec } from '../config/server-spec.ts';
import { LoginRefused } from '../web/login-fetch.ts';
import type { Fetch } from '../web/proxied-fetch.ts';
import type { KeptClient } from './kept-login.ts';
import type { LoginPlace } from './login-place.ts';

/** Who Wave is at a login server. */
export type LoginClient = OAuthClientInformationMixed;

/** A client that needs no registration: the user's own, or one that a document describes. */
export function knownClient(oauth: OAuthSpec, { metadata }: LoginPlace): LoginClient | undefined {
  const { clientId, clientSecret, clientIdUrl } = oauth;
  if (clientId !== undefined)
    return {
      client_id: clientId,
      ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
    };
  return clientIdUrl !== undefined && metadata?.client_id_metadata_document_supported === true
    ? { client_id: clientIdUrl }
    : undefined;
}

/** Registers Wave for one address that the browser is sent back to. */
export async function newClient(
  { address, metadata }: LoginPlace,
  redirectUrl: string,
  scope: string | undefined,
  fetch: Fetch,
): Promise<KeptClient> {
  if (metadata && !metadata.registration_endpoint)
    throw new LoginRefused(
      'its login server registers no clients; register one there and name it in "oauth.clientId"',
    );
  const made = await registerClient(address, {
    ...(metadata ? { metadata } : {}),
    clientMetadata: aboutWave(redirectUrl, metadata?.token_endpoint_auth_methods_supported),
    ...(scope === undefined ? {} : { scope }),
    fetchFn: fetch,
  });
  return { ...picked(made), redirectUrl };
}

/** A program on the user's machine keeps no secret, so it asks for none where it need not have one. */
function aboutWave(redirectUrl: string, methods: readonly string[] = []): OAuthClientMetadata {
  const method = ['none', 'client_secret_basic', 'client_secret_post'].find((one) =>
    methods.includes(one),
  );
  return {
    client_name: 'Wave',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    application_type: 'native',
    token_endpoint_auth_method: method ?? 'none',
  };
}

/** Only what is needed again. */
function picked(made: LoginClient): Omit<KeptClient, 'redirectUrl'> {
  const { client_id, client_secret } = made;
  const method = 'token_endpoint_auth_method' in made ? made.token_endpoint_auth_method : undefined;
  return {
    client_id,
    ...(client_secret === undefined ? {} : { client_secret }),
    ...(method === undefined ? {} : { token_endpoint_auth_method: method }),
  };
}

/** How assertions are signed with a key of each kind. */
export function algorithmOf(pem: string): string {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = createPrivateKey(pem);
  if (type === 'rsa') return 'RS256';
  const curves: Record<string, string> = { prime256v1: 'ES256', secp384r1: 'ES384' };
  const named = type === 'ec' ? curves[details?.namedCurve ?? ''] : undefined;
  if (named === undefined)
    throw new LoginRefused('"oauth.privateKey": expected a key of type RSA, P-256 or P-384');
  return named;
}
