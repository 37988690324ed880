/** What a host lends to hooks. A hook that asks for what its host does not have has failed. */
export interface Host {
  /** Asks a model once, without tools. Rejects with what is wrong. */
  ask?(question: ModelQuestion): Promise<string>;
  /** Calls a tool of an MCP server by the server's own name for it. Rejects where it cannot be called. */
  callTool?(call: ToolCall): Promise<ToolAnswer>;
}

export interface ModelQuestion {
  readonly system: string;
  readonly prompt: string;
  /** The model's name; the host's own model where it is not given. */
  readonly model: string | undefined;
  readonly signal: AbortSignal;
}

export interface ToolCall {
  readonly server: string;
  readonly tool: string;
  readonly input: Record<string, unknown>;
  readonly signal: AbortSignal;
}

export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
}
