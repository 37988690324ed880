import type { BoxProfile } from '@wavehooks/process/sandbox';
import type { Decision, PermissionUpdate, Tone } from './effect.ts';
import type { EventName } from './events.ts';
import type { HookOutcome } from './outcome.ts';

/** The one answer of an event: the shape that `wave hooks run --json` prints. */
export interface Verdict {
  event: EventName;
  decision: Decision;
  /** Only when a hook rewrote it: the whole tool input after the merge. */
  input?: Record<string, unknown>;
  /** Only when a hook rewrote it: what the model gets of the tool, a text or a value in its shape. */
  output?: unknown;
  /** Only when a hook rewrote it: the prompt that is sent. */
  prompt?: string;
  /** Only when a hook gave it: the answer for an MCP server. */
  content?: Record<string, unknown>;
  /** Only when a hook answered in the tool's place: what the model gets; the tool does not run. */
  response?: unknown;
  /** The hook whose answer that is. */
  respondedBy?: string;
  /** Only when a hook asks for it: the sandbox that a command runs in at the least, the strictest of all. */
  sandbox?: BoxProfile;
  /** Only beside an allow that asks for it: what is permitted from now on, for this session. */
  permissions?: PermissionUpdate[];
  /** The hooks whose decision won. */
  decidedBy: string[];
  /** The hooks whose rewrite is in `input`, `output`, `prompt` or `content`. */
  rewrittenBy: string[];
  toAgent: Told[];
  toUser: UserText[];
  context: Told[];
  /** Only when a hook gave it: context for the next turn. */
  nextContext?: Told[];
  erasePrompt: boolean;
  /** Only with halt; several are joined by a newline. */
  stopReason?: string;
  runs: Run[];
}

export interface Told {
  text: string;
  hook: string;
}

export interface UserText extends Told {
  tone: Tone;
  /** The text names the hook itself. Not in the JSON of `wave hooks run`. */
  named?: true;
}

export interface Run {
  hook: string;
  source: string;
  ms: number;
  outcome: HookOutcome;
  stdout: string;
  stderr: string;
}
