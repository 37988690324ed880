import type { EnvSpec } from 'wave-process';
import type { Pin } from '../pins/pin.ts';
import type { Phase } from '../vocabulary/effect.ts';
import type { EventName, HookInput } from '../vocabulary/events.ts';
import type { Matcher } from './match.ts';

/** A hook as it stands ready to run: checked, with every default filled in. */
export interface Entry {
  readonly event: EventName;
  readonly matcher: Matcher;
  readonly handler: HandlerSpec;
  /** Its `name`, else the start of its command. */
  readonly label: string;
  /** `file:line`, or the place in the object it came from. */
  readonly source: string;
  /** The source it came from, and the way to it there. */
  readonly from: string;
  readonly path: string;
  readonly timeoutMs: number;
  readonly onError: 'continue' | 'block';
  readonly phase: Phase;
  readonly enabled: boolean;
  /** Whether somebody may have it run; hooks of a project need that first. */
  readonly approved: boolean;
  /** Files that must be what they were when it was approved. */
  readonly pins: readonly Pin[];
  readonly statusMessage?: string;
}

export type HandlerSpec =
  | { readonly type: 'command'; readonly command: string; readonly env?: EnvSpec }
  | {
      readonly type: 'worker';
      readonly command: string;
      readonly env?: EnvSpec;
      readonly idleMs: number;
    }
  | { readonly type: 'function'; readonly run: HookFunction }
  /** Stands in for a hook that must not run; settings cannot ask for it. */
  | { readonly type: 'broken'; readonly error: string };

export type HandlerType = HandlerSpec['type'];

/** An in-process hook: gets what a command gets on stdin, returns what a command prints. */
export type HookFunction = (
  input: HookInput,
  context: { signal: AbortSignal },
) => HookReply | Promise<HookReply>;

/** An answer, plain text, or nothing. */
// biome-ignore lint/suspicious/noConfusingVoidType: a callback without a return is a valid hook
export type HookReply = Record<string, unknown> | string | undefined | void;
