import type { PluginDirs, Start, TracePlace } from '@wavehooks/process';
import type { HandlerSpec } from '../entries/entry.ts';
import type { Pin } from '../pins/pin.ts';
import type { Runs } from '../scripts/of-runs.ts';
import type { EventName, HookInput } from '../vocabulary/events.ts';
import type { HookEnding } from '../vocabulary/outcome.ts';
import type { Fields } from '../vocabulary/shape.ts';
import type { Web } from '../web/web.ts';
import type { Workers } from '../worker/workers.ts';
import type { Host } from './host.ts';

/**
 * All that is particular to a handler type. Whoever checks, lists, approves, explains or prints hooks goes
 * by this and knows no type by name. Adding a type: a file with one of these, and a line in the list.
 */
export interface Handler<S extends HandlerSpec = HandlerSpec, F extends Fields = Fields> {
  readonly type: S['type'];
  /** Its own fields in an entry, the one that names a hook first. */
  readonly fields: F;
  /** Who can ask for it. */
  readonly from: 'settings' | 'code' | 'engine';
  /** What is wrong with fields of the right kind. */
  check?(raw: Raw, event: EventName): string | undefined;
  /** What it makes of an entry that is right. */
  read(raw: Raw): S;
  /** What an entry without a name is called; by default its first field. Also for an entry that is wrong. */
  label?(raw: Raw): string | undefined;
  /** What it runs, as people recognise it. No secret is in it. */
  shows(spec: S): string;
  /** What is said in an entry and has no effect. */
  remarks?(raw: Raw): string[];
  /**
   * An entry, or what was read of it, without what must not be shown. Who approves must see what is
   * approved; a report can do with less.
   */
  conceal?(raw: Raw, shownIn: 'approval' | 'report'): Raw;
  /** What it reaches that no approval covers, in words that go on from "it"; shells have their files. */
  beyond?(spec: S): string | undefined;
  /** Why it would be refused, as far as settings say so before it runs. */
  refusal?(spec: S, allowedHttpHookUrls: readonly string[] | undefined): string | undefined;
  /** The seconds it may take where an entry does not say. */
  readonly timeout?: number;
  /** What a shell or the system runs for it: what approval, doctor and the look for missing files follow. */
  runs?(spec: S): Runs | undefined;
  /** Hooks with equal identities are the same hook. */
  identity(spec: S): unknown;
  /** What lists call it where it is not a command. */
  readonly called?: string;
  readonly startsProcess: boolean;
  /** Whether its exit code is its answer. */
  readonly exits: boolean;
  /** It runs before the judges, one after the other, also where nothing can be rewritten. */
  readonly inOrder?: true;
  /** Where it runs; by default where the event is. */
  readonly runsIn?: 'project';
  /** Never rejects. */
  run(spec: S, job: Job): Promise<HookEnding>;
}

export type { Runs };

export type Raw = Readonly<Record<string, unknown>>;

/** One run of one hook. */
export interface Job {
  /** The event as JSON, serialised once for all its hooks. */
  readonly payload: Buffer;
  readonly cwd: string;
  readonly projectDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The plugin that the hook came with. */
  readonly plugin?: PluginDirs | undefined;
  /** Further variables of this run alone. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
  /** Where this run stands in a trace. */
  readonly trace?: TracePlace | undefined;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  readonly start: Start;
  /** The session's workers. */
  readonly workers: Workers;
  /** The session's web requests. */
  readonly web: Web;
  /** What the host lends. */
  readonly host: Host;
  /** Files that are what they were when the hook was approved; none where it needs no approval. */
  readonly pins: readonly Pin[];
  /** Why the hook must not start now: its files are not the approved ones. */
  readonly refused: () => string | undefined;
  /** What hooks that run one after the other leave for the next of their kind, at this event. */
  readonly chain: Map<string, unknown>;
}

export const parseInput = (job: Job): HookInput => JSON.parse(job.payload.toString('utf8'));
