import { type Configured, type Hub, openServers } from '@wavehooks/agent-sdk';
import { UsageError } from '../cli/command.ts';
import { onInterrupt } from '../cli/signals.ts';
import { exactly } from '../cli/style.ts';
import { type Found, pick } from './servers.ts';

/** One server that may run: a project's server that nobody has approved is not started, nor logged in to. */
export async function openOne(
  { servers, projectDir, env }: Found,
  name: string,
  onEnd: () => void = () => {},
): Promise<{ hub: Hub; close(): Promise<void> }> {
  const server: Configured = pick(servers, name);
  if (server.use.is !== 'start') {
    const why = 'reason' in server.use ? server.use.reason : 'it is switched off';
    throw new UsageError(`MCP server "${exactly(name)}" (${exactly(server.source)}): ${why}`);
  }
  const waitMs = 2 * server.use.spec.startMs;
  const hub = await openServers({ servers: [server], projectDir, env, waitMs });
  const done = onInterrupt(async () => {
    onEnd();
    await hub.close();
  });
  return {
    hub,
    close: async () => {
      done();
      await hub.close();
    },
  };
}
