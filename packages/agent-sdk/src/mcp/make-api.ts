import * as z from 'zod';
import { atMost } from '../base/wait.ts';
import type { Configured } from './config/server-spec.ts';
import type { Reply } from './connection/connection.ts';
import type { Mcp, McpAnswer, McpList, McpPrompt, McpResource, McpServerState } from './mcp-api.ts';
import type { NoticeBoard } from './notices.ts';
import type { EntryOf } from './server/read-list.ts';
import type { Server } from './server/server.ts';

const MESSAGES = z.looseObject({
  messages: z.array(z.looseObject({ role: z.enum(['user', 'assistant']), content: z.unknown() })),
});
const CONTENTS = z.looseObject({ contents: z.array(z.unknown()) });

export function mcpApi(
  configured: readonly Configured[],
  open: ReadonlyMap<string, Server>,
  notices: Pick<NoticeBoard, 'take'>,
  waitMs: number,
): Mcp {
  const state = (name: string) => {
    const one = configured.find((server) => server.name === name);
    return one && stateOf(one, open.get(name));
  };
  const ask = async <T, V>(
    name: string,
    request: (server: Server) => Promise<Reply<T>>,
    value: (answer: T) => V,
  ): Promise<McpAnswer<V>> => {
    const server = open.get(name);
    if (!server) return { ok: false, text: noServer(name, [...open.keys()]) };
    const reply = await request(server);
    return reply.ok ? { ok: true, value: value(reply.value) } : { ok: false, text: reply.text };
  };
  return {
    servers: () => configured.map((one) => stateOf(one, open.get(one.name))),
    resources: ({ signal } = {}) => gather(open, 'resources', resourceOf, signal),
    prompts: ({ signal } = {}) => gather(open, 'prompts', promptOf, signal),
    read: (name, uri, { signal } = {}) =>
      ask(
        name,
        (server) =>
          server.ask({ method: 'resources/read', params: { uri }, schema: CONTENTS, signal }),
        ({ contents }) => contents,
      ),
    prompt: (name, prompt, args = {}, { signal } = {}) =>
      ask(
        name,
        (server) =>
          server.ask({
            method: 'prompts/get',
            params: { name: prompt, arguments: args },
            schema: MESSAGES,
            signal,
          }),
        ({ messages }) => messages.map(({ role, content }) => ({ role, content })),
      ),
    news: notices.take,
    ready: async (name, { signal } = {}) => {
      const life = open.get(name)?.life;
      if (life?.is === 'connecting') await atMost(waitMs, life.done, signal);
      return state(name);
    },
    reconnect: async (name) => {
      await open.get(name)?.reconnect();
      return state(name);
    },
  };
}

const noServer = (name: string, names: readonly string[]) =>
  `there is no MCP server called "${name}"; there is: ${names.join(', ') || 'none'}`;

function stateOf({ name, source, use }: Configured, server: Server | undefined): McpServerState {
  const base = { name, source, tools: [] };
  if (use.is === 'off') return { ...base, state: 'off' };
  if (use.is === 'needs approval') return { ...base, state: use.is, reason: use.reason };
  if (use.is === 'wrong') return { ...base, state: 'failed', reason: use.reason };
  const life = server?.life ?? { is: 'closed' };
  const tools = 'tools' in life ? life.tools.map((tool) => tool.name) : [];
  const reason = 'reason' in life ? { reason: life.reason } : {};
  // One that was lost is not there, although its tools are still offered.
  return { ...base, tools, state: life.is === 'lost' ? 'failed' : life.is, ...reason };
}

async function gather<L extends 'resources' | 'prompts', T>(
  open: ReadonlyMap<string, Server>,
  list: L,
  made: (server: string, entry: EntryOf<L>) => T,
  signal: AbortSignal | undefined,
): Promise<McpList<T>> {
  const having = [...open.values()].filter((server) => server.has(list));
  const lists = await Promise.all(
    having.map(async (server) => ({ name: server.name, listed: await server.list(list, signal) })),
  );
  return {
    items: lists.flatMap(({ name, listed }) =>
      'failed' in listed ? [] : listed.entries.map((entry) => made(name, entry)),
    ),
    problems: lists.flatMap(({ name, listed }) =>
      ('failed' in listed ? [listed.failed] : listed.faults).map((text) => `${name}: ${text}`),
    ),
  };
}

const resourceOf = (
  server: string,
  { uri, name, description, mimeType }: EntryOf<'resources'>,
): McpResource => ({ server, uri, name, description, mimeType });

const promptOf = (
  server: string,
  { name, description, arguments: args = [] }: EntryOf<'prompts'>,
): McpPrompt => ({ server, name, description, arguments: args });
