import { exactly } from '../../cli/style.ts';
import { browserWay } from '../../mcp/login/way.ts';
import type { CommandContext, TellingContext } from '../control/command.ts';

/** `/mcp login`: the page opens because the user asked for it; its address is printed as well. */
export async function logIn(context: CommandContext, server: string): Promise<void> {
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
