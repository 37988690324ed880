import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../../test/until.ts';
import type { Agent } from '../src/open/agent.ts';
import { type StartOptions, startAgent } from './talk.ts';
import type { WireServer } from './wire/server.ts';

export interface OpenAgent {
  readonly agent: Agent;
  readonly server: WireServer;
  readonly dir: string;
  readonly home: string;
  /** All that went to the model, as one text. */
  sent(): string;
  /** Waits for a file in the project and gives its text. */
  file(name: string): Promise<string>;
}

/** An agent that nobody has spoken to yet, with an endpoint that checks every request. */
export async function openAgent(options: StartOptions = {}): Promise<OpenAgent> {
  const { agent, server, dir, home } = await startAgent(options);
  return {
    agent,
    server,
    dir,
    home,
    sent: () => JSON.stringify(server.requests.map(({ body }) => body)),
    file: async (name) => {
      await until(() => existsSync(join(dir, name)));
      return readFileSync(join(dir, name), 'utf8').trim();
    },
  };
}

/** Whether something of a process group still runs; what is only waiting to be reaped does not. */
export function groupRuns(pgid: number): boolean {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => {
      const [state, , group] = statOf(pid);
      return Number(group) === pgid && state !== 'Z';
    });
}

function statOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  } catch {
    return [];
  }
}

/** A shell command that leaves its group's number in `started` and stays, but only the first time. */
export const STAYS_ONCE =
  'test -e started && exit 0; echo $$ > s.tmp; mv s.tmp started; sleep 60 & sleep 60';
