import type { EventName, Events } from '../event/events.generated.ts';
import type { Verb } from '../event/verb.ts';

export type { Verb };

type SignalOf<V> = V extends 'warn' ? 'warning' : V extends 'replace' ? 'rewrite' : V;

/** What a hook can say, each with the signal of the engine's table that it stands for. @internal */
export const SIGNAL_OF: { readonly [V in Verb]: SignalOf<V> } = {
  allow: 'allow',
  deny: 'deny',
  ask: 'ask',
  rewrite: 'rewrite',
  replace: 'rewrite',
  block: 'block',
  context: 'context',
  sandbox: 'sandbox',
  warn: 'warning',
  halt: 'halt',
};

/** The verbs that an event takes, by the engine's table. */
export type VerbsOf<E extends EventName> = Events[E]['verbs'];

/** What goes together. The rest would contradict itself, or be dropped: a blocked call has no input. */
interface Joins {
  allow: 'rewrite' | 'replace' | 'context' | 'sandbox' | 'warn';
  ask: 'rewrite' | 'context' | 'sandbox' | 'warn';
  deny: 'warn';
  block: 'replace' | 'context' | 'warn';
  rewrite: 'context' | 'sandbox' | 'warn';
  replace: 'context' | 'warn';
  context: 'sandbox' | 'warn';
  sandbox: 'context' | 'warn';
  halt: 'replace' | 'warn';
}

export type Part =
  | { readonly is: Exclude<Verb, 'rewrite' | 'replace'>; readonly text: string }
  | { readonly is: 'replace'; readonly value: unknown }
  | { readonly is: 'rewrite'; readonly fields: Readonly<Record<string, unknown>> };

/** An answer that uses the verbs `V`. */
export interface Said<out V extends Verb> {
  readonly verbs: readonly V[];
  readonly parts: readonly Part[];
}

/** What a hook of an event may return; nothing means that it has no objection. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler without a return is a valid one
export type Answer<E extends EventName> = Said<VerbsOf<E>> | undefined | void;

/** The tool runs without a question; the reason is for the user. */
export const allow = <M extends Joins['allow'] = never>(reason = '', ...more: Said<M>[]) =>
  said('allow', { is: 'allow', text: reason }, more);

/** The tool does not run; the agent is told why. */
export const deny = <M extends Joins['deny'] = never>(reason: string, ...more: Said<M>[]) =>
  said('deny', { is: 'deny', text: reason }, more);

/** The user is asked, and sees the reason. */
export const ask = <M extends Joins['ask'] = never>(reason: string, ...more: Said<M>[]) =>
  said('ask', { is: 'ask', text: reason }, more);

/** These fields of the tool's input are replaced; the others stay. */
export const rewrite = <M extends Joins['rewrite'] = never>(
  fields: Readonly<Record<string, unknown>>,
  ...more: Said<M>[]
) => said('rewrite', { is: 'rewrite', fields }, more);

/** What the model gets of a tool's output, the prompt that is sent, or the answer to an MCP server. */
export const replace = <M extends Joins['replace'] = never>(value: unknown, ...more: Said<M>[]) =>
  said('replace', { is: 'replace', value }, more);

/** Blocks what the event is about; on PostToolUse, where it is too late, it is feedback to the agent. */
export const block = <M extends Joins['block'] = never>(reason: string, ...more: Said<M>[]) =>
  said('block', { is: 'block', text: reason }, more);

/** Something the model should know. */
export const context = <M extends Joins['context'] = never>(text: string, ...more: Said<M>[]) =>
  said('context', { is: 'context', text }, more);

/** The sandbox that a command runs in at the least; it can only be made stricter. */
export const sandbox = <M extends Joins['sandbox'] = never>(
  profile: 'workspace' | 'read-only',
  ...more: Said<M>[]
) => said('sandbox', { is: 'sandbox', text: profile }, more);

/** Something the user should know. */
export const warn = (text: string): Said<'warn'> =>
  said<'warn', never>('warn', { is: 'warn', text }, []);

/** Ends the turn; the reason is for the user alone. */
export const halt = <M extends Joins['halt'] = never>(reason: string, ...more: Said<M>[]) =>
  said('halt', { is: 'halt', text: reason }, more);

// `NoInfer`: what is joined comes from the arguments alone. TypeScript 5 would take it from the event as well,
// and then refuse the verb.
const said = <V extends Verb, M extends Verb>(
  verb: V,
  part: Part,
  more: readonly Said<M>[],
): Said<V | NoInfer<M>> => ({
  verbs: [verb, ...more.flatMap(({ verbs }) => verbs)],
  parts: [part, ...more.flatMap(({ parts }) => parts)],
});

/** Looks at the shape: an answer may come from another copy of the kit. @internal */
export function isSaid(value: unknown): value is Said<Verb> {
  const { verbs, parts } = Object(value) as Record<string, unknown>;
  return Array.isArray(verbs) && Array.isArray(parts) && parts.length > 0 && parts.every(isPart);
}

const isPart = (part: unknown): boolean => {
  const { is } = Object(part) as { is?: unknown };
  return typeof is === 'string' && Object.hasOwn(SIGNAL_OF, is);
};
