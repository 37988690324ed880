import type { AgentRef } from './agent-ref.ts';

/** A command that is to run in a terminal of the host. */
export interface TerminalOrder {
  /** The id of the call, and the subagent that makes it. */
  readonly call: string | undefined;
  readonly agent?: AgentRef;
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** As much of its output is kept, its end. */
  readonly maxBytes: number;
  /** Ends the command. `run` resolves all the same. */
  readonly signal: AbortSignal;
}

export interface TerminalEnd {
  /** What the terminal was sent, control characters included. */
  readonly output: string;
  /** Neither where it is not known how it ended. */
  readonly code?: number;
  readonly signal?: string;
}

/** Terminals of the host, such as an editor's: users see a command there while it runs, and can end it. */
export interface Terminals {
  /**
   * Runs a command to its end. Undefined where Wave is to run it itself; nothing may have been started then.
   * Rejects where the host refuses: the call then fails with its words.
   */
  run(order: TerminalOrder): Promise<TerminalEnd | undefined>;
}
