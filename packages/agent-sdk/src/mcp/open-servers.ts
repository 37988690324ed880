import type { Hub } from './hub.ts';
import type { HubOptions } from './hub-options.ts';

/** Starts the servers of an agent. Who has none pays for none: all of it is loaded with the first. */
export async function openServers(options: HubOptions): Promise<Hub> {
  if (options.servers.length === 0) return NONE;
  const { openHub } = await import('./hub.ts');
  return openHub(options);
}

const unknown = async (server: string) =>
  ({ ok: false, text: `there is no MCP server called "${server}"; there is: none` }) as const;

const NONE: Hub = {
  tools: () => [],
  settle: async () => [],
  words: () => [],
  rootsChanged: () => {},
  callTool: async ({ server }) => {
    throw new Error((await unknown(server)).text);
  },
  close: async () => {},
  api: {
    servers: () => [],
    tools: () => [],
    news: () => [],
    resources: async () => ({ items: [], problems: [] }),
    prompts: async () => ({ items: [], problems: [] }),
    templates: async () => ({ items: [], problems: [] }),
    subscribe: unknown,
    unsubscribe: unknown,
    read: unknown,
    prompt: unknown,
    call: unknown,
    login: unknown,
    logout: unknown,
    ready: async () => undefined,
    reconnect: async () => undefined,
  },
};
