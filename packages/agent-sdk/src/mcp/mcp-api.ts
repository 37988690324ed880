import type { Notice } from './notices.ts';

/** A server and what became of it, for people and programs that show it. */
export interface McpServerState {
  readonly name: string;
  /** `file:line`, or who gave it. */
  readonly source: string;
  readonly state: 'connecting' | 'ready' | 'failed' | 'needs approval' | 'off' | 'closed';
  /** Names of its tools as the model knows them. */
  readonly tools: readonly string[];
  /** Why it is not ready. */
  readonly reason?: string;
}

export interface McpPrompt {
  readonly server: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly arguments: readonly {
    readonly name: string;
    readonly description?: string | undefined;
    readonly required?: boolean | undefined;
  }[];
}

export interface McpResource {
  readonly server: string;
  readonly uri: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
}

/** What servers listed, and which of them could not. */
export interface McpList<T> {
  readonly items: readonly T[];
  readonly problems: readonly string[];
}

export type McpAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly text: string };

type Options = { readonly signal?: AbortSignal };

/** `agent.mcp`: the servers of an agent beside their tools. */
export interface Mcp {
  servers(): readonly McpServerState[];
  resources(options?: Options): Promise<McpList<McpResource>>;
  /** The pieces of a resource, as the server gives them. */
  read(server: string, uri: string, options?: Options): Promise<McpAnswer<readonly unknown[]>>;
  prompts(options?: Options): Promise<McpList<McpPrompt>>;
  /** What a prompt of a server reads like with its arguments filled in. */
  prompt(
    server: string,
    name: string,
    args?: Readonly<Record<string, string>>,
    options?: Options,
  ): Promise<McpAnswer<readonly McpMessage[]>>;
  /** What users are to know of servers and was not told yet; the next request tells the rest. */
  news(): readonly Notice[];
  /** Waits for a server that is starting, as long as the first request would; its state then. */
  ready(server: string, options?: Options): Promise<McpServerState | undefined>;
  /** Starts a server again that failed, or that shall begin anew. */
  reconnect(server: string): Promise<McpServerState | undefined>;
}

export interface McpMessage {
  readonly role: 'user' | 'assistant';
  readonly content: unknown;
}
