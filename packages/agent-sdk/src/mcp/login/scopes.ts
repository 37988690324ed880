import { computeScopeUnion } from '@modelcontextprotocol/client';
import type { Challenge } from './challenge.ts';
import type { LoginPlace } from './login-place.ts';

/**
 * What a token is asked for: what the user wrote, else what the server asked for, else all that it has;
 * undefined leaves it to the login server. A step up keeps what was there.
 */
export function scopesFor(
  challenge: Challenge,
  place: LoginPlace,
  written: string | undefined,
  before: string | undefined,
): string | undefined {
  const first = written ?? challenge.scope ?? place.scopes?.join(' ');
  const wanted =
    challenge.status === 403 ? computeScopeUnion(before, written, challenge.scope) : first;
  // Without it some login servers give no token to refresh with.
  const keeps = place.metadata?.scopes_supported?.includes(OFFLINE) === true;
  return wanted && keeps ? computeScopeUnion(wanted, OFFLINE) : wanted || undefined;
}

const OFFLINE = 'offline_access';
