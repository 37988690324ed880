import type { Verdict } from '@wavehooks/hooks';
import { isObject } from '@wavehooks/hooks/vocabulary';

type Raw = Readonly<Record<string, unknown>>;

/** What a verdict asks of a host, in what this host can do; a text where it cannot do what matters. */
export type Effects = { readonly effects: readonly Raw[] } | { readonly unable: string };

/** What a host offers at one moment. */
interface Offer {
  readonly has: (effect: string) => boolean;
  readonly modifies: (operation: 'replace' | 'merge') => boolean;
  readonly flows: (operation: 'stop' | 'continue') => boolean;
  readonly injects: (deliverAt: 'now' | 'next_turn') => boolean;
}

/** A refusal that the host cannot carry out is an error: its own policy for failures then decides. */
export function effectsOf(verdict: Verdict, asked: Raw, capabilities: Raw): Effects {
  const offer = offerOf(capabilities);
  const told = [...asides(verdict, offer)];
  const refusal = refusalOf(verdict, asked, offer);
  if (refusal === undefined) return { effects: [...changes(verdict, offer), ...told] };
  const [way] = refusal.ways.filter(({ isOffered }) => isOffered);
  return way
    ? { effects: [way.effect, ...told] }
    : { unable: `Wave refuses this, and the host offers no way to: ${refusal.reason}` };
}

interface Refusal {
  readonly reason: string;
  /** The best first. */
  readonly ways: readonly { readonly isOffered: boolean; readonly effect: Raw }[];
}

/** Undefined where the moment may go on. What the host cannot change or answer as asked does not go on as it was. */
function refusalOf(verdict: Verdict, asked: Raw, offer: Offer): Refusal | undefined {
  const { decision, stopReason, toAgent, toUser } = verdict;
  const why = textOf(toAgent) || textOf(toUser) || 'A hook refused this and gave no reason.';
  const deny = (reason: string) => ({
    isOffered: offer.has('deny'),
    effect: { type: 'deny', reason },
  });
  if (decision === 'halt') {
    const reason = stopReason || 'A hook ended the turn.';
    const stop = { type: 'flow', operation: 'stop', reason };
    return { reason, ways: [{ isOffered: offer.flows('stop'), effect: stop }, deny(reason)] };
  }
  if (decision === 'block') {
    const goOn = { type: 'flow', operation: 'continue', instruction: why };
    return { reason: why, ways: [deny(why), { isOffered: offer.flows('continue'), effect: goOn }] };
  }
  if (decision === 'ask') {
    const reason = `A person has to allow this: ${textOf(toUser) || 'a hook asks'}`;
    return offer.has('ask') ? undefined : { reason, ways: [deny(reason)] };
  }
  const lacks = lacking(verdict, asked, offer);
  return lacks && { reason: lacks, ways: [deny(lacks)] };
}

/** What hooks made of the moment that this host cannot carry out. */
function lacking({ input, output, prompt, content, ...rest }: Verdict, asked: Raw, offer: Offer) {
  if (input && !offer.modifies('replace') && !(offer.modifies('merge') && keepsAll(input, asked)))
    return 'A hook changes the input, which this host cannot do.';
  if ('response' in rest && !offer.has('return'))
    return 'A hook answers in the place of the tool, which this host cannot do.';
  return [output, prompt, content].some((value) => value !== undefined)
    ? 'A hook rewrites this, which this host cannot do.'
    : undefined;
}

const keepsAll = (input: Raw, asked: Raw): boolean =>
  Object.keys(asked).every((name) => Object.hasOwn(input, name));

function changes(verdict: Verdict, offer: Offer): Raw[] {
  const { decision, input } = verdict;
  const operation = offer.modifies('replace') ? 'replace' : 'merge';
  return [
    ...(input ? [{ type: 'modify', target: 'input', operation, value: input }] : []),
    ...('response' in verdict ? [{ type: 'return', value: verdict.response }] : []),
    ...((decision === 'allow' || decision === 'ask') && offer.has(decision)
      ? [{ type: decision }]
      : []),
  ];
}

/** What is lost where a host has no ear for it changes nothing of what is allowed. */
function asides(
  { decision, toAgent, toUser, context, nextContext = [] }: Verdict,
  offer: Offer,
): Raw[] {
  const inject = (deliverAt: 'now' | 'next_turn', text: string): Raw[] =>
    text !== '' && offer.injects(deliverAt)
      ? [{ type: 'inject', target: 'context', operation: 'append', deliverAt, value: { text } }]
      : [];
  const feedback = decision === 'block' ? [] : toAgent;
  return [
    ...inject('now', textOf([...feedback, ...context])),
    ...inject('next_turn', textOf(nextContext)),
    ...(offer.has('message') ? toUser.map(({ text }) => ({ type: 'message', text })) : []),
  ];
}

const textOf = (told: readonly { readonly text: string }[]): string =>
  told.map(({ text }) => text).join('\n');

function offerOf({ effects, modify, flow, inject }: Raw): Offer {
  const names = listIn(effects);
  const has = (effect: string) => names.includes(effect);
  const input = within(modify, 'input');
  const context = within(inject, 'context');
  const operations = listIn(within(flow)['operations']);
  const left = Number(within(flow)['remainingContinuations'] ?? 0);
  return {
    has,
    modifies: (operation) => has('modify') && input[operation] === true,
    flows: (operation) =>
      has('flow') && operations.includes(operation) && (operation === 'stop' || left > 0),
    injects: (deliverAt) =>
      has('inject') &&
      context['append'] === true &&
      listIn(context['deliverAt']).includes(deliverAt),
  };
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function within(value: unknown, name?: string): Raw {
  const found = name === undefined ? value : within(value)[name];
  return isObject(found) ? found : {};
}
