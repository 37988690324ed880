import type { PluginDirs } from '@wavehooks/process';
import type { Entry, Scope } from '../entries/entry.ts';
import type { EventName } from '../vocabulary/events.ts';

/** The way to a piece of settings. */
export type Path = readonly (string | number)[];

export const pathText = (path: Path): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .slice(1);

/** The settings' `hooks`; checked piece by piece, so its type promises little. */
export type HooksObject = Readonly<Record<string, unknown>>;

/** Hooks that stand where nobody looks for them. */
export interface Misplaced {
  /** The name at the top of the file. */
  readonly under: string;
  /** The event they are for, as far as it can be told. */
  readonly event: EventName | undefined;
  readonly name: string;
  readonly groups: unknown;
  /** `file:line`. */
  readonly at: string;
  readonly text: string;
}

/** Whether a hook of a source may run, by its content, and what its files must be for it. */
export type Vouch = (content: unknown) => Pick<Entry, 'approved' | 'pins'>;

/** A place that hooks come from. */
export interface Source {
  readonly name: string;
  readonly hooks: HooksObject;
  /** Hooks that are off because they stand elsewhere. */
  readonly misplaced?: readonly Misplaced[];
  /** Says where a piece of `hooks` stands, as `file:line`; without it the path is shown. */
  readonly locate?: (path: Path) => string;
  /** Says who may run; without it everything may. */
  readonly vouch?: Vouch;
  /** Seconds that a hook of it may take where it says nothing; ours by default. */
  readonly timeoutOf?: (event: EventName) => number | undefined;
  /** Why a hook of it is off although it does not say so itself. */
  readonly offFor?: (entry: unknown) => string | undefined;
  /** The plugin that its hooks came with. */
  readonly plugin?: PluginDirs;
  /** Its hooks run only where a host says that this is under way. */
  readonly scope?: Scope;
}
