import { validateAuthorizationResponseIssuer } from '@modelcontextprotocol/client';
import { LoginRefused } from '../web/login-fetch.ts';
import type { LoginPlace } from './login-place.ts';

/** The code in the address that a browser was sent back to. Throws `LoginRefused` for any other address. */
export function codeIn(address: string, state: string, { metadata }: LoginPlace): string {
  if (typeof address !== 'string' || !URL.canParse(address.trim()))
    throw new LoginRefused('expected the address that the browser was sent back to');
  const { searchParams: said } = new URL(address.trim());
  // An answer to another question, or somebody else's: nothing of it is read.
  if (said.get('state') !== state)
    throw new LoginRefused('the browser came back from another login (its state differs)');
  try {
    validateAuthorizationResponseIssuer({
      iss: said.get('iss') ?? undefined,
      expectedIssuer: metadata?.issuer,
      issParameterSupported: metadata?.authorization_response_iss_parameter_supported === true,
    });
  } catch {
    throw new LoginRefused('the browser came back from another login server (its issuer differs)');
  }
  const code = said.get('code');
  if (code) return code;
  const why = [said.get('error'), said.get('error_description')].filter(Boolean).join(': ');
  throw new LoginRefused(`the login server refused: ${why.slice(0, MAX_CHARS) || 'no reason'}`);
}

const MAX_CHARS = 300;
