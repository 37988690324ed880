import type { PluginDirs } from '@wavehooks/process';
import type { Pin } from '../pins/pin.ts';
import type { Phase } from '../vocabulary/effect.ts';
import type { EventInput, EventName } from '../vocabulary/events.ts';
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
  /** Why it is off although it does not say so itself. */
  readonly off?: string;
  /** Whether somebody may have it run; hooks of a project need that first. */
  readonly approved: boolean;
  /** Files that must be what they were when it was approved. */
  readonly pins: readonly Pin[];
  readonly statusMessage?: string;
  /** A permission rule: it runs only for calls that the rule holds for. */
  readonly if?: string;
  /** It runs once a session. */
  readonly once?: true;
  /** Nobody waits for it; with `rewake` its exit 2 reaches the agent all the same. */
  readonly async?: 'late' | 'rewake';
  /** The plugin it came with. */
  readonly plugin?: PluginDirs;
  /** It runs only while this is under way. */
  readonly scope?: Scope;
  /** All that settings say of it, by which it is approved. */
  readonly content: unknown;
}

/** Something that a host begins and ends, such as a subagent of one kind. */
export interface Scope {
  readonly id: string;
  /** When that is, in words: "while the agent reviewer works". */
  readonly says: string;
}

/** What the handler of its type made of an entry; nobody else looks inside. */
export interface HandlerSpec {
  readonly type: string;
}

/** An in-process hook: gets what a command gets on stdin, returns what a command prints. */
export type HookFunction<E extends EventName = EventName> = (
  input: { [N in E]: EventInput<N> }[E],
  context: { signal: AbortSignal },
) => HookReply | Promise<HookReply>;

/** An answer, plain text, or nothing. */
// biome-ignore lint/suspicious/noConfusingVoidType: a callback without a return is a valid hook
export type HookReply = Record<string, unknown> | string | undefined | void;
