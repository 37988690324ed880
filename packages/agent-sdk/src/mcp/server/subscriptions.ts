import * as z from 'zod';
import { MCP_LIMITS } from '../config/mcp-limits.ts';
import type { Server } from './server.ts';

type Listener = () => void;

/** The resources of one server that somebody wants to hear changes of. */
export interface Subscriptions {
  /** Undefined when it is so; a text says why not. */
  add(uri: string, listener?: Listener): Promise<string | undefined>;
  remove(uri: string): Promise<void>;
  /** The server says that one changed. */
  updated(uri: string): void;
  /** Whether one changed since it was last read. */
  isStale(uri: string): boolean;
  /** Somebody has read it. */
  read(uri: string): void;
  /** A server that was started anew has forgotten them. */
  again(): void;
}

export function subscriptions(
  server: () => Pick<Server, 'ask' | 'subscribes'>,
  tell: (uri: string) => void,
): Subscriptions {
  const wanted = new Map<string, Set<Listener>>();
  const stale = new Set<string>();
  const ask = (method: string, uri: string) =>
    server().ask({ method, params: { uri }, schema: z.unknown() });
  return {
    add: async (uri, listener) => {
      const known = wanted.get(uri);
      if (listener) known?.add(listener);
      if (known) return undefined;
      if (!server().subscribes) return 'it does not say when resources change';
      if (wanted.size >= MCP_LIMITS.subscriptions)
        return `Wave hears changes of at most ${MCP_LIMITS.subscriptions} resources of a server`;
      wanted.set(uri, new Set(listener ? [listener] : []));
      const reply = await ask('resources/subscribe', uri);
      if (reply.ok) return undefined;
      wanted.delete(uri);
      return reply.text;
    },
    remove: async (uri) => {
      if (wanted.delete(uri)) await ask('resources/unsubscribe', uri);
      stale.delete(uri);
    },
    updated: (uri) => {
      const listeners = wanted.get(uri);
      // What nobody asked for is nobody's news.
      if (!listeners || stale.has(uri)) return;
      stale.add(uri);
      tell(uri);
      for (const listener of listeners) listener();
    },
    isStale: (uri) => stale.has(uri),
    read: (uri) => void stale.delete(uri),
    again: () => {
      for (const uri of wanted.keys()) void ask('resources/subscribe', uri);
    },
  };
}
