import type { AskHost } from './asked/ask-host.ts';
import type { Surroundings } from './config/read-server.ts';
import type { Configured } from './config/server-spec.ts';
import type { LoginHost } from './login/login-for.ts';

/** What the servers of an agent are opened with. */
export interface HubOptions extends Surroundings, LoginHost, AskHost {
  readonly servers: readonly Configured[];
  /** How long the first request waits. */
  readonly waitMs?: number | undefined;
}
