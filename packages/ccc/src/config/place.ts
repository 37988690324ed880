import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { UsageError } from '../cli/command.ts';
import { show } from './fields.ts';

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

/** Throws `UsageError`. */
export function placeOf(env: Env): Place {
  const dir = env['CCC_CONFIG_DIR'] ? absolute(env['CCC_CONFIG_DIR']) : join(homeOf(env), '.wave');
  const own = join(dir, 'supervisor');
  return {
    config: join(dir, 'ccc.json'),
    instructions: join(dir, 'SUPERVISOR.md'),
    sessions: join(own, 'sessions'),
    mode: join(own, 'mode'),
    log: join(own, 'log.jsonl'),
  };
}

/** Hooks of one session run in many directories: a relative one would be another each time, and its count. */
function absolute(dir: string): string {
  if (isAbsolute(dir)) return resolve(dir);
  throw new UsageError(`CCC_CONFIG_DIR: expected an absolute path, got ${show(dir)}`);
}

export const homeOf = (env: Env): string => env['HOME'] || homedir();
