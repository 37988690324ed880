import type { Tool } from '../../vocabulary/tool.ts';
import type { Connection } from '../connection/connection.ts';

/** What a server is at the moment. */
export type Life =
  /** With the tools it had, where it is started again: the model's list does not flicker. */
  | { readonly is: 'connecting'; readonly done: Promise<void>; readonly tools: readonly Tool[] }
  | { readonly is: 'ready'; readonly connection: Connection; readonly tools: readonly Tool[] }
  /** It was ready and is gone. Its tools stay, so that the next use can start it again. */
  | { readonly is: 'lost'; readonly reason: string; readonly tools: readonly Tool[] }
  | { readonly is: 'failed'; readonly reason: string }
  | { readonly is: 'closed' };
