import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { Challenge } from '../login/challenge.ts';

/** A way to a server, as the library talks over it. */
export interface Line extends Transport {
  /** How it ended, unless we ended it; the library knows only that it did. */
  fate(): string | undefined;
  /** What a program wrote to stderr last. */
  words(): string;
  /** What the server wants to have before it answers, where that is why it did not. */
  challenge?(): Challenge | undefined;
}

/** What went wrong with a server, in the best words there are for it. */
export function reasonOf(line: Line, otherwise: string): string {
  const words = line.words();
  return `${line.fate() ?? otherwise}${words === '' ? '' : `; it wrote: ${words}`}`;
}

/** Every message that comes in passes through `change` first, and through those that were set before. */
export function hearThrough(
  line: Transport,
  change: (message: JSONRPCMessage) => JSONRPCMessage,
): void {
  const below = Object.getOwnPropertyDescriptor(line, 'onmessage');
  let hear: Transport['onmessage'];
  Object.defineProperty(line, 'onmessage', {
    configurable: true,
    get: () => (below?.get ? below.get.call(line) : hear),
    set: (heard: Transport['onmessage']) => {
      hear = heard && ((message: JSONRPCMessage, extra) => heard(change(message), extra));
      below?.set?.call(line, hear);
    },
  });
}

/** Requests are answered; what we answer ourselves asks for nothing. */
export const isRequest = (message: JSONRPCMessage | JSONRPCMessage[]): boolean =>
  !Array.isArray(message) && 'method' in message && 'id' in message;
