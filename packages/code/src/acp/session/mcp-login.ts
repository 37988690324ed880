import { exactly } from '../../cli/style.ts';
import { browserWay } from '../../mcp/login/way.ts';
import type { CommandRun } from './commands.ts';

/** `/mcp login`: the page stands in the conversation, for the user to open. Wave opens none: the editor may be elsewhere. */
export async function logIn(
  { controller, print, say, signal }: CommandRun,
  server: string,
): Promise<void> {
  const way = browserWay({ say, env: process.env, opens: false });
  const done = await controller.agent.mcp.login(server, way, { signal });
  if (!done.ok) throw new Error(`No login to ${exactly(server)}: ${done.text}`);
  print(`${exactly(server)}: ${done.value?.state ?? 'closed'}`);
}
