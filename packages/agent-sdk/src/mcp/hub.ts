import type { Tone } from '@wavehooks/hooks';
import { atMost } from '../base/wait.ts';
import type { Tool } from '../vocabulary/tool.ts';
import { askedBy } from './asked/asked-by.ts';
import { type CallForHook, callForHook } from './call-for-hook.ts';
import { REFRESH_WAIT_MS, START_WAIT_MS } from './config/mcp-limits.ts';
import { plainServer, serverNameFault } from './config/server-names.ts';
import type { Configured } from './config/server-spec.ts';
import type { HubOptions } from './hub-options.ts';
import { loginFor } from './login/login-for.ts';
import { mcpApi } from './make-api.ts';
import type { Mcp } from './mcp-api.ts';
import { type Notice, type NoticeBoard, noticeBoard } from './notices.ts';
import { resourceTools } from './resource-tools.ts';
import { keepIn } from './server/call-tool.ts';
import { Server } from './server/server.ts';
import { serverWords } from './server/server-words.ts';

/** All servers of an agent. */
export interface Hub {
  readonly api: Mcp;
  /** What the model gets from servers now, by name. */
  tools(): readonly Tool[];
  /**
   * To be called before each request: waits, in bounds, once for servers that start, and each time for
   * lists that are being read again. Returns what there is to tell.
   */
  settle(signal: AbortSignal): Promise<readonly Notice[]>;
  /** What servers want the model to know, each marked as the server's. */
  words(): readonly string[];
  /** The project's directories changed. */
  rootsChanged(): void;
  /** Calls a tool for a hook. Rejects where the server cannot be asked. */
  readonly callTool: CallForHook;
  close(): Promise<void>;
}

/** Starts every server that may be, in the background. */
export function openHub({ servers, waitMs = START_WAIT_MS, ...around }: HubOptions): Hub {
  const notices = noticeBoard();
  const checked = withPlainNames(servers);
  const open = new Map<string, Server>();
  for (const { name, use } of checked) {
    const tell = (tone: Tone, text: string) => notices.tell(name, tone, text);
    if (use.is === 'start') {
      const login = loginFor(name, use.spec, around);
      const askedOfUs = askedBy(name, use.spec, around, tell);
      open.set(name, new Server(name, use.spec, { around, tell, login, askedOfUs }));
    } else if (use.is === 'wrong' && !servers.some((one) => one.name === name && one.use === use))
      tell('error', `${use.reason}; it is not started`);
  }
  const api = mcpApi(checked, open, notices, waitMs);
  const reading = resourceTools(api, keepIn(around.outputDir));
  const wait = waitOnce([...open.values()], waitMs, notices);
  return {
    api,
    tools: () => offered([...open.values()], reading),
    settle: async (signal) => {
      await wait(signal);
      const lists = [...open.values()].flatMap(({ refreshing }) => refreshing ?? []);
      if (lists.length > 0) await atMost(REFRESH_WAIT_MS, Promise.all(lists), signal);
      return notices.take();
    },
    words: () => serverWords([...open.values()]),
    rootsChanged: () => {
      for (const { life } of open.values()) if (life.is === 'ready') life.connection.rootsChanged();
    },
    callTool: callForHook(checked, open),
    close: async () => {
      await Promise.all([...open.values()].map((server) => server.close()));
    },
  };
}

/** Two servers that rules and hooks could not tell apart are not both started. */
function withPlainNames(servers: readonly Configured[]): Configured[] {
  const taken = new Map<string, string>();
  return servers.map((server) => {
    if (server.use.is !== 'start') return server;
    const plain = plainServer(server.name);
    const other = taken.get(plain);
    const reason =
      serverNameFault(server.name) ??
      (other === undefined ? undefined : `in names of tools it reads as "${other}" does`);
    if (reason !== undefined) return { ...server, use: { is: 'wrong', reason } };
    taken.set(plain, server.name);
    return server;
  });
}

function offered(servers: readonly Server[], reading: readonly Tool[]): readonly Tool[] {
  const own = servers.flatMap(({ life }) => ('tools' in life ? life.tools : []));
  const readable = servers.some((server) => server.has('resources'));
  const all = [...own, ...(readable ? reading : [])];
  return all.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The first request waits; late servers are reported then, and again when they join. */
function waitOnce(servers: readonly Server[], waitMs: number, notices: NoticeBoard) {
  let waited = false;
  const late = new Set<Server>();
  return async (signal: AbortSignal): Promise<void> => {
    for (const server of late) {
      if (server.life.is === 'connecting') continue;
      late.delete(server);
      if (server.life.is === 'ready') notices.tell(server.name, 'info', 'it is ready now');
    }
    if (waited) return;
    const starting = servers.flatMap(({ life }) => (life.is === 'connecting' ? [life.done] : []));
    await atMost(waitMs, Promise.all(starting), signal);
    if (signal.aborted) return;
    waited = true;
    for (const server of servers.filter(({ life }) => life.is === 'connecting')) {
      late.add(server);
      notices.tell(
        server.name,
        'warning',
        `it is still starting after ${waitMs / 1000} s, so Wave continues without it`,
      );
    }
  };
}
