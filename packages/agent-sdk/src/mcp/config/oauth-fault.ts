import { unknownFields } from '@wavehooks/hooks/entries';
import { isObject, misfit, show, suggest } from '@wavehooks/hooks/vocabulary';
import { OAUTH_FIELDS } from '@wavehooks/settings';

type Raw = Readonly<Record<string, unknown>>;

/** What is wrong with how a login is written; undefined when nothing is. */
export function oauthFault({ oauth, url }: Raw): string | undefined {
  if (oauth === undefined) return undefined;
  if (!isObject(oauth)) return `"oauth": expected an object, got ${show(oauth)}`;
  if (url === undefined) return '"oauth" is for servers with a "url"';
  for (const [name, field] of Object.entries(OAUTH_FIELDS)) {
    const value = oauth[name];
    const expected = value === undefined ? undefined : misfit(field, value);
    // What came may be a secret.
    if (expected) return `"oauth.${name}": expected ${expected}`;
  }
  // A misspelt field could leave a credential unbound.
  const misspelt = Object.keys(oauth).find((name) => meantBy(name) !== undefined);
  if (misspelt === undefined) return pairFault(oauth);
  return `"oauth.${misspelt}" is not known; did you mean "${meantBy(misspelt)}"?`;
}

const NAMES = Object.keys(OAUTH_FIELDS);

const meantBy = (name: string): string | undefined =>
  NAMES.includes(name) ? undefined : suggest(name, NAMES);

/** What other agents write there and Wave does not take. */
export const oauthWarnings = ({ oauth }: Raw): string[] =>
  isObject(oauth) ? unknownFields(oauth, NAMES).map((text) => `"oauth": ${text}`) : [];

function pairFault(oauth: Raw): string | undefined {
  const { clientId, clientSecret, privateKey, grant, clientIdUrl, callbackPort: port } = oauth;
  if (clientId === undefined && (clientSecret ?? privateKey) !== undefined)
    return '"oauth.clientId": expected the client that the secret belongs to';
  if (grant === 'client_credentials' && (clientSecret ?? privateKey) === undefined)
    return '"oauth.grant": client_credentials needs "clientSecret" or "privateKey"';
  if (clientIdUrl !== undefined && !/^https:\/\/[^/]+\/.+/.test(String(clientIdUrl)))
    return '"oauth.clientIdUrl": expected an address that begins with https:// and has a path';
  if (port !== undefined && !(Number.isInteger(port) && Number(port) > 0 && Number(port) < 65_536))
    return '"oauth.callbackPort": expected a port, from 1 to 65535';
  return undefined;
}
