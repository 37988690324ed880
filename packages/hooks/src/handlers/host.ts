import type { TracePlace } from '@wavehooks/process';
import type { SandboxPlan } from '@wavehooks/process/sandbox';

/** What a host lends to hooks. A hook that asks for what its host does not have has failed. */
export interface Host {
  /** Asks a model, without tools but those that read. Rejects with what is wrong. */
  ask?(question: ModelQuestion): Promise<string>;
  /** Calls a tool of an MCP server by the server's own name for it. Rejects where it cannot be called. */
  callTool?(call: ToolCall): Promise<ToolAnswer>;
  /** The sandbox of hooks that ask for one. Rejects where there can be none. */
  sandbox?(): Promise<SandboxPlan>;
}

export interface ModelQuestion {
  readonly system: string;
  readonly prompt: string;
  /** The model's name; the host's own model where it is not given. */
  readonly model: string | undefined;
  /** It may read files before it answers, seen from this directory; without it, it gets no tools. */
  readonly readsFrom?: string;
  readonly signal: AbortSignal;
  /** Where the hook stands in a trace. */
  readonly trace?: TracePlace | undefined;
}

export interface ToolCall {
  readonly server: string;
  readonly tool: string;
  readonly input: Record<string, unknown>;
  /** Where the call stands in a trace. */
  readonly trace?: TracePlace | undefined;
  readonly signal: AbortSignal;
}

export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
}
