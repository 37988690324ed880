import { homedir } from 'node:os';
import type { Lookup } from '@wavehooks/hooks/web';
import type { Surroundings } from '../config/read-server.ts';
import type { ServerSpec } from '../config/server-spec.ts';
import { loginWeb } from '../web/login-fetch.ts';
import { type Login, openLogin } from './login.ts';
import { openLoginStore } from './login-store.ts';
import type { LoginWay } from './login-way.ts';

/** What logins are made with. */
export interface LoginHost {
  /** Whose logins they are. */
  readonly home?: string | undefined;
  /** Absent where nobody can be brought to a login page. */
  readonly loginWay?: LoginWay | undefined;
  readonly lookup?: Lookup | undefined;
}

/** Programs need no login, and a key of the user's own is not replaced. */
export function loginFor(
  server: string,
  spec: ServerSpec,
  { home = homedir(), loginWay, lookup, env }: LoginHost & Pick<Surroundings, 'env'>,
): Login | undefined {
  if (spec.is !== 'http' || 'authorization' in spec.headers) return undefined;
  return openLogin({
    server,
    spec,
    store: openLoginStore(home, env),
    web: loginWeb({ server: spec.url, env, lookup }),
    way: loginWay,
  });
}
