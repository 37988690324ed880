import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** Where the supervisor keeps its things. */
export interface Place {
  readonly config: string;
  readonly instructions: string;
  /** One file a session. */
  readonly sessions: string;
  readonly mode: string;
  readonly log: string;
}

export function placeOf(env: Env): Place {
  const dir = env['CCC_CONFIG_DIR'] ? resolve(env['CCC_CONFIG_DIR']) : join(homeOf(env), '.wave');
  const own = join(dir, 'supervisor');
  return {
    config: join(dir, 'ccc.json'),
    instructions: join(dir, 'SUPERVISOR.md'),
    sessions: join(own, 'sessions'),
    mode: join(own, 'mode'),
    log: join(own, 'log.jsonl'),
  };
}

export const homeOf = (env: Env): string => env['HOME'] || homedir();
