import {
  type AuthorizationServerMetadata,
  checkResourceAllowed,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  type OAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/client';
import { LoginRefused } from '../web/login-fetch.ts';
import type { Fetch } from '../web/proxied-fetch.ts';
import type { Challenge } from './challenge.ts';

/** Where one logs in to a server, as its documents say. */
export interface LoginPlace {
  /** Who gives tokens: what they are kept and compared by. */
  readonly issuer: string;
  readonly address: string;
  /** Absent for servers of the first revision, which have no documents, only the usual paths. */
  readonly metadata: AuthorizationServerMetadata | undefined;
  /** What tokens are asked for, so that they are good for this server alone. */
  readonly resource: string | undefined;
  readonly scopes: readonly string[] | undefined;
}

/** Throws an `Error` that says what is wrong with the documents. */
export async function findLoginPlace(
  server: URL,
  challenge: Challenge,
  fetch: Fetch,
): Promise<LoginPlace> {
  const resource = await resourceOf(server, challenge, fetch);
  const named = resource?.authorization_servers?.[0];
  const address = named ?? new URL('/', server).href;
  if (!URL.canParse(address)) throw new LoginRefused('its login server is no address');
  const metadata = await discoverAuthorizationServerMetadata(address, {
    fetchFn: fetch,
    skipIssuerValidation: named === undefined,
  });
  // In the first revision a server is its own login server, and may call itself by one of its paths.
  if (metadata && named === undefined && originOf(metadata.issuer) !== server.origin)
    throw new LoginRefused('its login server says that it is another one');
  // What does not say that it takes the safe kind of proof may not take it.
  if (metadata && !metadata.code_challenge_methods_supported?.includes('S256'))
    throw new LoginRefused(`${new URL(address).host} does not say that it takes PKCE with S256`);
  return {
    issuer: metadata?.issuer ?? address,
    address,
    metadata,
    resource: resource?.resource,
    scopes: resource?.scopes_supported,
  };
}

async function resourceOf(
  server: URL,
  { metadata }: Challenge,
  fetch: Fetch,
): Promise<OAuthProtectedResourceMetadata | undefined> {
  const found = await discoverOAuthProtectedResourceMetadata(
    server,
    metadata ? { resourceMetadataUrl: metadata } : {},
    fetch,
  ).catch((error) => {
    if (error instanceof LoginRefused) throw error;
    // Servers of the first revision have none: they are their own login server.
    return undefined;
  });
  // A token for somebody else would be theirs to use.
  if (found && !isFor(found.resource, server))
    throw new LoginRefused(`its metadata is for another server (${found.resource.slice(0, 200)})`);
  return found;
}

const originOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).origin : undefined;

const isFor = (resource: string, server: URL): boolean =>
  URL.canParse(resource) &&
  checkResourceAllowed({ requestedResource: server, configuredResource: resource });
