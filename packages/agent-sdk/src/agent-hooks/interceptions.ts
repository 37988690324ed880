import type { Ended } from '../conversation/agent-event.ts';
import type { Call, Model } from '../vocabulary/model.ts';
import type { ToolResult } from '../vocabulary/tool.ts';

/** Somebody did not let a moment pass, and says why. */
export interface Refused {
  readonly refused: string;
}

/** The moments of a session that interceptors judge; see docs/standards.md. */
export interface Interceptions {
  /** Asks once, before the first prompt; refused means that the session does nothing. */
  begin(): Promise<Refused | undefined>;
  input(text: string): Promise<{ readonly text: string } | Refused>;
  /** A model whose requests and answers are judged. */
  model(model: Model): Model;
  /** The same for the one whose last words the user sees. */
  output(model: Model): Model;
  /** A call, with its input as hooks see it. */
  beforeCall(
    call: Call,
    args: Record<string, unknown>,
  ): Promise<{ readonly args: Record<string, unknown> } | Refused>;
  afterCall(call: Call, args: Record<string, unknown>, result: ToolResult): Promise<ToolResult>;
  /** The session is over; its last turn ended so. */
  end(last: Ended | undefined): Promise<void>;
}
