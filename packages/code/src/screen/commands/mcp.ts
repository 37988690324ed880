import type { McpServerState } from '@wavehooks/agent-sdk';
import { exactly, exactPlace } from '../../cli/style.ts';
import { browserWay } from '../../mcp/login/way.ts';
import type { CommandContext, TellingContext } from '../control/command.ts';
import type { Paint } from '../text/theme.ts';

/** `/mcp`: the servers and their tools; connects to one anew, logs in and out. */
export async function mcp(context: CommandContext, args: string): Promise<void> {
  const { controller, print, paint } = context;
  const [word, server] = args.split(/\s+/);
  if (word === 'reconnect' && server) return reconnect(context, server);
  if (word === 'login' && server) return logIn(context, server);
  if (word === 'logout' && server) return logOut(context, server);
  if (args !== '') throw new Error('/mcp, or /mcp reconnect, login or logout SERVER');
  const servers = controller.agent.mcp.servers();
  if (servers.length === 0) print('No MCP servers are configured. "wave mcp add" adds one.');
  else print(...servers.flatMap((one) => serverLines(one, paint)));
}

async function reconnect(context: CommandContext, server: string): Promise<void> {
  const { controller, busy, print, paint } = context;
  const what = `connecting to ${server}`;
  const connect = async (signal?: AbortSignal) => {
    const now = await Promise.race([controller.agent.mcp.reconnect(server), ...ends(signal)]);
    if (now === ENDED) print('Still connecting in the background; /mcp shows its state.');
    else if (now) print(...serverLines(now, paint));
    else throw new Error(`there is no server "${server}"; /mcp lists them`);
  };
  if (controller.store.get().busySince === undefined) return busy(what, connect);
  // The agent is at work, and the keys that interrupt are for that.
  print(`${what} …`);
  await connect();
}

const ENDED = Symbol('ended');

const ends = (signal: AbortSignal | undefined): Promise<typeof ENDED>[] =>
  signal ? [new Promise((resolve) => signal.addEventListener('abort', () => resolve(ENDED)))] : [];

function serverLines(
  { name, state, source, tools, reason }: McpServerState,
  paint: Paint,
): string[] {
  const role = state === 'ready' ? 'good' : state === 'failed' ? 'bad' : 'warn';
  return [
    `${paint(role, state)}  ${paint('strong', exactly(name))}  ${paint('quiet', exactPlace(source))}`,
    ...(reason ? [`  ${exactly(reason)}`] : []),
    ...(tools.length > 0 ? [`  ${tools.map(exactly).join(', ')}`] : []),
  ];
}

/** `/mcp login`: the page opens because the user asked for it; its address is printed as well. */
async function logIn(context: CommandContext, server: string): Promise<void> {
  const { controller, busy, print } = context;
  const way = browserWay({
    say: (text) => print(...text.trimEnd().split('\n')),
    env: process.env,
    opens: true,
  });
  await busy(`logging in to ${server}`, async (signal) => {
    const done = await controller.agent.mcp.login(server, way, { signal });
    if (!done.ok) throw new Error(`No login to ${exactly(server)}: ${done.text}`);
    print(`${exactly(server)}: ${done.value?.state ?? 'closed'}`);
  });
}

export async function logOut({ controller, print }: TellingContext, server: string): Promise<void> {
  const done = await controller.agent.mcp.logout(server);
  if (!done.ok) throw new Error(done.text);
  print(
    done.value
      ? `Forgot the login to ${exactly(server)}.`
      : `There is no login to ${exactly(server)}.`,
  );
}
