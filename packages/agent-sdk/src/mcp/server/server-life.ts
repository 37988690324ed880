import { setTimeout as wait } from 'node:timers/promises';
import { unlessAborted } from '../../base/wait.ts';
import type { ServerNews } from '../../conversation/agent-event.ts';
import type { Tool } from '../../vocabulary/tool.ts';
import { BACK_OFF_MS, MCP_LIMITS } from '../config/mcp-limits.ts';
import type { Tell } from '../config/tell.ts';
import type { Connection } from '../connection/connection-types.ts';
import type { Reached } from './reach.ts';
import type { ToolList } from './read-list.ts';

/** What a server is at the moment. */
export type Life =
  /** With the tools it had, where it is started again: the model's list does not flicker. */
  | { readonly is: 'connecting'; readonly done: Promise<void>; readonly tools: readonly Tool[] }
  | { readonly is: 'ready'; readonly connection: Connection; readonly tools: readonly Tool[] }
  /** It was ready and is gone. Its tools stay, so that the next use can start it again. */
  | { readonly is: 'lost'; readonly reason: string; readonly tools: readonly Tool[] }
  /** `login`: a login would help. */
  | { readonly is: 'failed'; readonly reason: string; readonly login: boolean }
  | { readonly is: 'closed' };

export interface LifeParts {
  readonly reach: () => Promise<Reached>;
  /** Hears what a server has when it is reached; gives the tools that the model gets of its list. */
  readonly take: (connection: Connection, listed: ToolList) => readonly Tool[];
  readonly onReady: (connection: Connection) => void;
  readonly news: (state: ServerNews['state'], connection?: Connection) => void;
  readonly tell: Tell;
}

/** When a server is started, lost, started again and closed. Whoever asks it something uses it. */
export class ServerLife {
  readonly #parts: LifeParts;
  readonly #ending = new AbortController();
  #now: Life = { is: 'closed' };
  /** Since the last request that was answered. */
  #starts = 0;
  /** Connections that are on their way out. */
  #leaving: Promise<unknown> = Promise.resolve();

  constructor(parts: LifeParts) {
    this.#parts = parts;
  }

  get now(): Life {
    return this.#now;
  }

  /** Aborts when the server is closed. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  start(): Promise<void> {
    this.#starts++;
    this.#parts.news('connecting');
    const done = this.#open().catch((error: Error) => this.#fail(error.message));
    this.#now = { is: 'connecting', done, tools: 'tools' in this.#now ? this.#now.tools : [] };
    return done;
  }

  /** The connection, opened again if it was lost. A text says why it cannot be had. */
  async use(signal: AbortSignal = this.signal): Promise<Connection | string> {
    try {
      if (this.#now.is === 'lost') await this.#revive(this.#now.reason, signal);
      if (this.#now.is === 'connecting') await unlessAborted(this.#now.done, signal);
    } catch {
      return 'it was interrupted while it started';
    }
    const now = this.#now;
    if (now.is === 'ready') return now.connection;
    return 'reason' in now ? now.reason : 'it was closed';
  }

  /** It answered: what was counted against it is forgotten. */
  answered(): void {
    this.#starts = 0;
  }

  /** Its tools are others now. */
  has(tools: readonly Tool[]): void {
    if (this.#now.is === 'ready') this.#now = { ...this.#now, tools };
  }

  /** Whether it is ready, by this connection. */
  isBy(connection: Connection): boolean {
    return this.#now.is === 'ready' && this.#now.connection === connection;
  }

  lose(connection: Connection, reason: string): void {
    if (this.#now.is !== 'ready' || this.#now.connection !== connection) return;
    this.#now = { is: 'lost', reason, tools: this.#now.tools };
    this.#leave(connection);
    this.#parts.tell('warning', `it is gone: ${reason}. It is started again when it is next used`);
  }

  /** Starts it anew, whatever became of it. */
  async reconnect(): Promise<void> {
    const before = this.#now;
    if (before.is === 'closed') return;
    if (before.is === 'connecting') return before.done;
    this.#starts = 0;
    if (before.is === 'ready') this.#leave(before.connection);
    await this.start();
  }

  /** Settles when nothing of it runs any more. */
  async close(): Promise<void> {
    const before = this.#now;
    this.#now = { is: 'closed' };
    this.#ending.abort();
    if (before.is === 'connecting') await before.done;
    if (before.is === 'ready') this.#leave(before.connection);
    await this.#leaving;
  }

  async #open(): Promise<void> {
    const reached = await this.#parts.reach();
    if (reached.is === 'failed') return this.#fail(reached.reason, reached.login);
    const { connection, listed } = reached;
    if (this.signal.aborted) {
      await connection.close();
      return this.#fail('it was closed');
    }
    this.#now = { is: 'ready', connection, tools: this.#parts.take(connection, listed) };
    this.#parts.news('ready', connection);
    void connection.lost.then((reason) => this.lose(connection, reason));
    this.#parts.onReady(connection);
  }

  #fail(reason: string, login = false): void {
    this.#parts.news('failed');
    if (this.signal.aborted) return;
    this.#now = { is: 'failed', reason, login };
    this.#parts.tell('error', `it is not available: ${reason}`);
  }

  async #revive(reason: string, signal: AbortSignal): Promise<void> {
    if (this.#starts >= MCP_LIMITS.restarts)
      return this.#fail(
        `it was started ${this.#starts} times in a row and went each time: ${reason}`,
      );
    await wait(BACK_OFF_MS[this.#starts - 1] ?? 0, undefined, { signal });
    if (this.#now.is === 'lost') void this.start();
  }

  #leave(connection: Connection): void {
    this.#leaving = Promise.all([this.#leaving, connection.close()]);
  }
}
