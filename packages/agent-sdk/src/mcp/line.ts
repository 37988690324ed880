import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';

export type Library = typeof import('@modelcontextprotocol/client');

/** A way to a server, as the library talks over it. */
export interface Line extends Transport {
  /** Why it ended, where that is known; the library knows only that it did. */
  fate(): string | undefined;
}

/** Requests are answered; what we answer ourselves asks for nothing. */
export const isRequest = (message: JSONRPCMessage | JSONRPCMessage[]): boolean =>
  !Array.isArray(message) && 'method' in message && 'id' in message;
