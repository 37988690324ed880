import type { LoginWay } from './login/login-way.ts';
import type { Notice } from './notices.ts';

/** A server and what became of it, for people and programs that show it. */
export interface McpServerState {
  readonly name: string;
  /** `file:line`, or who gave it. */
  readonly source: string;
  readonly state:
    | 'connecting'
    | 'ready'
    | 'failed'
    | 'needs login'
    | 'needs approval'
    | 'off'
    | 'closed';
  /** Names of its tools as the model knows them. */
  readonly tools: readonly string[];
  /** Why it is not ready. */
  readonly reason?: string;
}

/** A tool by the server's own name for it. */
interface McpTool {
  readonly server: string;
  readonly name: string;
  /** As the server wrote it: models may be given less of it. */
  readonly inputSchema: unknown;
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

export interface McpTemplate {
  readonly server: string;
  readonly uriTemplate: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
}

export interface McpResource {
  readonly server: string;
  readonly uri: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
  /** It changed since it was last read here. */
  readonly changed?: true;
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
  tools(): readonly McpTool[];
  resources(options?: Options): Promise<McpList<McpResource>>;
  /** Addresses with blanks to fill in: `file:///{path}`. */
  templates(options?: Options): Promise<McpList<McpTemplate>>;
  /** Calls `listener` when a resource changes, until `unsubscribe`. */
  subscribe(server: string, uri: string, listener: () => void): Promise<McpAnswer<undefined>>;
  unsubscribe(server: string, uri: string): Promise<McpAnswer<undefined>>;
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
  /** Calls a tool, without asking anybody: what it may do is the host's to decide. */
  call(
    server: string,
    tool: string,
    input?: Readonly<Record<string, unknown>>,
    options?: Options,
  ): Promise<McpAnswer<McpCalled>>;
  /** What users are to know of servers and was not told yet; the next request tells the rest. */
  news(): readonly Notice[];
  /** Waits for a server that is starting, as long as the first request would; its state then. */
  ready(server: string, options?: Options): Promise<McpServerState | undefined>;
  /** Asks the user to log in to a server, and starts it again. */
  login(
    server: string,
    way: LoginWay,
    options?: Options & { readonly scopes?: string | undefined },
  ): Promise<McpAnswer<McpServerState | undefined>>;
  /** Forgets the login of a server; false where there was none. */
  logout(server: string): Promise<McpAnswer<boolean>>;
  /** Starts a server again that failed, or that shall begin anew. */
  reconnect(server: string): Promise<McpServerState | undefined>;
}

export interface McpMessage {
  readonly role: 'user' | 'assistant';
  readonly content: unknown;
}

/** What a tool answered, as text. */
export interface McpCalled {
  readonly text: string;
  readonly isError: boolean;
}
