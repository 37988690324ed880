import {
  configuredServers,
  type Hub,
  hookHost,
  loneSandbox,
  openServers,
  resolveModel,
} from '@wavehooks/agent-sdk';
import type { Host } from '@wavehooks/hooks';
import { withoutNpm } from '@wavehooks/process';
import { type OpenOptions, openSettings } from '@wavehooks/settings';

export interface LoneHost {
  readonly host: Host;
  close(): Promise<void>;
}

/** What hooks are lent where there is no agent: the model that is configured, and servers that may be started. */
export function openLoneHost(options: OpenOptions): LoneHost {
  const { projectDir } = options;
  const opened = openSettings(options);
  const own = withoutNpm(options.env ?? process.env);
  const env = { ...own, ...opened.settings.env };
  const { servers } = configuredServers({ opened, projectDir, env });
  const sandbox = loneSandbox(opened, { projectDir, home: options.home });
  const hubs = new Map<string, Promise<Hub>>();
  // Only the server that is asked is started.
  const hubOf = async (name: string): Promise<Hub> => {
    const one = servers.find((server) => server.name === name);
    const names = servers.map((server) => server.name).join(', ') || 'none';
    if (!one) throw new Error(`there is no MCP server called "${name}"; there is: ${names}`);
    const hub = hubs.get(name) ?? openServers({ servers: [one], projectDir, env, sandbox });
    hubs.set(name, hub);
    return hub;
  };
  const model = (name: string | undefined) => {
    const { settings } = opened;
    const found = resolveModel({ model: name, env: own, settings, practiceWouldDo: false });
    if (typeof found === 'string') throw new Error(found);
    return found;
  };
  return {
    host: hookHost({
      model,
      sandbox,
      spend: () => undefined,
      emit: () => {},
      callTool: async (call) => (await hubOf(call.server)).callTool(call),
      reading: { projectDir, env, rules: () => opened.settings.permissions },
    }),
    close: async () => {
      sandbox.close();
      await Promise.all([...hubs.values()].map(async (hub) => (await hub).close()));
    },
  };
}
