import * as z from 'zod';
import { atMost } from '../base/wait.ts';
import type { Configured } from './config/server-spec.ts';
import type { Reply } from './connection/connection-types.ts';
import type {
  Mcp,
  McpAnswer,
  McpList,
  McpPrompt,
  McpResource,
  McpServerState,
  McpTemplate,
} from './mcp-api.ts';
import type { NoticeBoard } from './notices.ts';
import { plainText } from './server/call-result.ts';
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
    tools: () =>
      [...open.values()].flatMap((server) =>
        [...server.described].map(([name, { inputSchema }]) => ({
          ...{ server: server.name, name, inputSchema },
        })),
      ),
    resources: ({ signal } = {}) =>
      gather(
        open,
        'resources',
        (name, entry) => resourceOf(name, entry, open.get(name)?.resources.isStale(entry.uri)),
        signal,
      ),
    templates: ({ signal } = {}) => gather(open, 'templates', templateOf, signal),
    subscribe: async (name, uri, listener) => {
      const server = open.get(name);
      if (!server) return { ok: false, text: noServer(name, [...open.keys()]) };
      const why = await server.resources.add(uri, listener);
      return why === undefined ? { ok: true, value: undefined } : { ok: false, text: why };
    },
    unsubscribe: async (name, uri) => {
      await open.get(name)?.resources.remove(uri);
      return open.has(name)
        ? { ok: true, value: undefined }
        : { ok: false, text: noServer(name, [...open.keys()]) };
    },
    prompts: ({ signal } = {}) => gather(open, 'prompts', promptOf, signal),
    read: (name, uri, { signal } = {}) =>
      ask(
        name,
        (server) => {
          server.resources.read(uri);
          // Whoever has read it may want to know when it is no longer so.
          if (server.subscribes) void server.resources.add(uri);
          return server.ask({
            method: 'resources/read',
            params: { uri },
            schema: CONTENTS,
            signal,
          });
        },
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
    call: (name, tool, input = {}, { signal } = {}) =>
      ask(
        name,
        (server) => server.call(tool, input, { signal }),
        (result) => ({ text: plainText(result), isError: result.isError === true }),
      ),
    news: notices.take,
    ready: async (name, { signal } = {}) => {
      const life = open.get(name)?.life;
      if (life?.is === 'connecting') await atMost(waitMs, life.done, signal);
      return state(name);
    },
    login: async (name, way, { scopes, signal = new AbortController().signal } = {}) => {
      const server = open.get(name);
      if (!server) return { ok: false, text: noServer(name, [...open.keys()]) };
      const why = await server.login(way, scopes, signal);
      return why === undefined ? { ok: true, value: state(name) } : { ok: false, text: why };
    },
    logout: async (name) => {
      const server = open.get(name);
      if (!server) return { ok: false, text: noServer(name, [...open.keys()]) };
      return { ok: true, value: await server.logout() };
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
  if (life.is === 'lost') return { ...base, tools, state: 'failed', ...reason };
  const is = life.is === 'failed' && life.login ? 'needs login' : life.is;
  return { ...base, tools, state: is, ...reason };
}

async function gather<L extends 'resources' | 'templates' | 'prompts', T>(
  open: ReadonlyMap<string, Server>,
  list: L,
  made: (server: string, entry: EntryOf<L>) => T,
  signal: AbortSignal | undefined,
): Promise<McpList<T>> {
  const having = [...open.values()].filter((server) =>
    server.has(list === 'templates' ? 'resources' : list),
  );
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
  isStale = false,
): McpResource => ({
  ...{ server, uri, name, description, mimeType },
  ...(isStale ? { changed: true } : {}),
});

const templateOf = (
  server: string,
  { uriTemplate, name, description, mimeType }: EntryOf<'templates'>,
): McpTemplate => ({ server, uriTemplate, name, description, mimeType });

const promptOf = (
  server: string,
  { name, description, arguments: args = [] }: EntryOf<'prompts'>,
): McpPrompt => ({ server, name, description, arguments: args });
