import { TARGETS, type TargetName } from '@wavehooks/hook-kit';
import type { EventName } from '@wavehooks/hooks';
import type { Rule } from './rules.ts';

/** Another agent whose hooks can be taken over: tables of what it has and what that is here. */
export interface Peer {
  readonly title: string;
  /** Where its settings usually are. */
  readonly places: (where: Where) => readonly ForeignPlace[];
  readonly events: Readonly<Record<string, EventRule>>;
  /** The fields of a hook. */
  readonly fields: Readonly<Record<string, Rule>>;
  /** The kinds of hooks it has. */
  readonly types: readonly string[];
  /** Kinds that it reads and does not run. */
  readonly skipped?: readonly string[];
  /** Values of a field that have no counterpart here. */
  readonly onlyThere?: Readonly<
    Record<string, { readonly values: readonly string[]; readonly why: string }>
  >;
  /** What its matchers can look for beside our values, on events that are not about a tool. */
  readonly values?: Readonly<Partial<Record<EventName, readonly string[]>>>;
  /** What its time-outs are in. */
  readonly unit: 'seconds' | 'milliseconds';
  /** The tools that its matchers can mean. */
  readonly toolNames: readonly string[];
  /** Plugins that its settings enable. */
  readonly plugins?: (where: Where) => readonly ForeignPlugin[];
  /** The fields of a group, beside `matcher` and `hooks`. */
  readonly groupFields: Readonly<Record<string, Rule>>;
  /** undefined: its matchers mean what ours mean. */
  readonly tools: ToolNames | undefined;
  readonly variables: Variables;
  /** Settings around the hooks, by their dotted path. */
  readonly switches: Readonly<Record<string, SwitchRule>>;
  /** Whether its rules of permissions have our form, and its other settings are worth a word. */
  readonly rules?: true;
  /** Seconds that a hook without a time-out of its own may take. */
  readonly timeout: { readonly usual: number } & Readonly<Partial<Record<EventName, number>>>;
  /** What its hooks may count on that is not so here. */
  readonly differences: Readonly<Partial<Record<EventName, readonly Difference[]>>>;
}

interface Where {
  readonly home: string;
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface ForeignPlace {
  readonly file: string;
  readonly level: Level;
}

/** Whose file it is, so whose it becomes here. */
export type Level = 'user' | 'project' | 'local';

interface ForeignPlugin {
  readonly root: string;
  readonly level: ForeignPlace['level'];
}

/** Our name of an event, or why there is none. */
export type EventRule = { readonly to: EventName } | { readonly why: string };

export interface ToolNames {
  /** Our names for each of its tools; none: there is no such tool here. */
  readonly names: Readonly<Record<string, readonly string[]>>;
  /** Plain names are compared whole; otherwise every matcher is a pattern. */
  readonly exactLists: boolean;
  /** Why its names of MCP tools that do not look like ours cannot be taken over. */
  readonly foreignMcp: string;
}

export interface Variables {
  /** The variables that are its own. */
  readonly prefix: string;
  /** Those that have a counterpart here; the same name: it is set here too. */
  readonly ours: Readonly<Record<string, string>>;
  /** Those that it sets for every hook. */
  readonly set: readonly string[];
  /** It puts the value in by itself, quoted, before a shell sees the command. */
  readonly quotes: boolean;
}

export type SwitchRule =
  | { readonly is: 'all-off'; readonly when: boolean }
  | { readonly is: 'names-off' }
  | { readonly is: 'lost'; readonly why: string };

export interface Difference {
  readonly field: string;
  readonly why: string;
}

/** The same differences on every event that a peer has. */
export const onAll = (peer: TargetName, differences: readonly Difference[]): Peer['differences'] =>
  Object.fromEntries(Object.keys(TARGETS[peer].events).map((event) => [event, differences]));

/** The events of a peer: those that Wave has, by the table of agents, and the others. */
export const eventsOf = (
  peer: TargetName,
  others: readonly string[],
): Record<string, EventRule> => {
  const shared = Object.entries(TARGETS[peer].events).map(
    ([event, name]) => [name, { to: event as EventName }] as const,
  );
  const missing = others.map((name) => [name, { why: 'Wave has no such moment' }] as const);
  return Object.fromEntries([...shared, ...missing]);
};
