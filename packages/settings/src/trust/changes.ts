import { checkHooks, type Entry } from '@wavehooks/hooks';
import { concealed } from '@wavehooks/hooks/entries';
import { fingerprint } from '@wavehooks/hooks/scripts';
import { matcherText } from '@wavehooks/hooks/vocabulary';
import type { Opened } from './open.ts';

/** A hook as a review shows it. */
export interface HookView {
  readonly event: string;
  readonly label: string;
  readonly source: string;
  readonly from: string;
  /** All that its settings say, for comparing and showing. */
  readonly content: unknown;
}

/** What differs between two states of the settings. */
export type Change =
  | { readonly is: 'added'; readonly hook: HookView }
  | { readonly is: 'removed'; readonly hook: HookView }
  | { readonly is: 'changed'; readonly before: HookView; readonly after: HookView };

/** Compares hook by hook. A hook that kept its place or its name, but not its content, has changed. */
export function diffHooks(before: readonly HookView[], after: readonly HookView[]): Change[] {
  const left = unmatched(before, after, sameContent);
  const right = unmatched(after, before, sameContent);
  const changed = left.flatMap((old) => {
    const now = right.find((one) => isSuccessor(old, one));
    if (now) right.splice(right.indexOf(now), 1);
    return now ? [{ is: 'changed', before: old, after: now } as const] : [];
  });
  const gone = left.filter((old) => !changed.some((change) => change.before === old));
  return [
    ...changed,
    ...gone.map((hook) => ({ is: 'removed', hook }) as const),
    ...right.map((hook) => ({ is: 'added', hook }) as const),
  ];
}

type Same = (a: HookView, b: HookView) => boolean;

/** Those of `from` that have no counterpart of their own in `others`. */
function unmatched(from: readonly HookView[], others: readonly HookView[], same: Same): HookView[] {
  const rest = [...others];
  return from.filter((one) => {
    const at = rest.findIndex((other) => same(one, other));
    if (at !== -1) rest.splice(at, 1);
    return at === -1;
  });
}

const sameContent: Same = (a, b) =>
  a.from === b.from && a.event === b.event && fingerprint(a.content) === fingerprint(b.content);

const isSuccessor: Same = (a, b) =>
  a.from === b.from && a.event === b.event && (a.label === b.label || a.source === b.source);

/** The hooks of settings, as a review shows them. */
export const viewsOf = ({ sources }: Pick<Opened, 'sources'>): HookView[] =>
  checkHooks(sources).entries.map(viewOf);

const viewOf = (entry: Entry): HookView => {
  const { event, label, source, from, handler, timeoutMs, onError, phase, enabled } = entry;
  const matcher = matcherText(entry.matcher);
  const content = {
    matcher,
    ...concealed({ ...handler }),
    timeout: timeoutMs / 1000,
    onError,
    phase,
    enabled,
  };
  return { event, label, source, from, content };
};
