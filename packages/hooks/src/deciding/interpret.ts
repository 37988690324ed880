import type { Decision, Effect, EffectName, Tone } from '../vocabulary/effect.ts';
import { cell, type EventName, specOf } from '../vocabulary/events.ts';
import { SIGNALS, type Signal, type SignalName } from '../vocabulary/signal.ts';

/** Looks up what an event does with a signal. Pure. */
export function interpret(event: EventName, signal: Signal): Effect[] {
  const effects = cell(event, signal.is);
  if (!effects) return [notTaken(event, signal)];
  const decision = effects.find(isDecision);
  return effects.flatMap((name) => effect(event, name, signal, decision));
}

const isDecision = (name: EffectName): name is Exclude<Decision, 'none'> =>
  name === 'halt' || name === 'block' || name === 'ask' || name === 'allow';

function effect(
  event: EventName,
  name: EffectName,
  signal: Signal,
  decision: Decision | undefined,
): Effect[] {
  if (isDecision(name)) return [{ do: 'decide', decision: name, ...stopReason(name, signal) }];
  if (name === 'erase-prompt') return [{ do: name }];
  if (signal.is === 'rewrite') return rewrite(event, signal);
  if (signal.is === 'grant') return [{ do: 'grant', permissions: signal.permissions }];
  if (signal.is === 'sandbox') return [{ do: 'sandbox', profile: signal.profile }];
  if (signal.is === 'respond') return [{ do: 'respond', value: signal.value }];
  return isForText(name) && signal.text !== '' ? [text(name, signal, decision)] : [];
}

type TextEffect = 'tell-agent' | 'tell-user' | 'add-context';

const isForText = (name: EffectName): name is TextEffect =>
  name === 'tell-agent' || name === 'tell-user' || name === 'add-context';

/** Where a block ends the turn, its reason is why the turn ended. */
const stopReason = (name: EffectName, signal: Signal) => {
  if (signal.is === 'halt') return { stopReason: signal.reason };
  return name === 'halt' && 'text' in signal ? { stopReason: signal.text } : {};
};

function rewrite(event: EventName, signal: Signal & { is: 'rewrite' }): Effect[] {
  if ('fields' in signal) {
    const { fields, whole } = signal;
    return [{ do: 'rewrite', target: 'input', fields, ...(whole ? { whole } : {}) }];
  }
  const target = specOf(event).rewrites;
  return target === undefined || target === 'input'
    ? []
    : [{ do: 'rewrite', target, value: signal.value }];
}

function text(
  name: TextEffect,
  signal: Extract<Signal, { text: string }>,
  decision: Decision | undefined,
): Effect {
  const reason = decision ? { for: decision } : {};
  if (name === 'add-context')
    return { do: name, text: signal.text, ...('next' in signal ? { next: signal.next } : {}) };
  if (name === 'tell-agent') return { do: name, text: signal.text, ...reason };
  const tone = decision === 'halt' ? 'warning' : (TONES[signal.is] ?? 'info');
  const named = 'named' in signal ? { named: signal.named } : {};
  return { do: name, text: signal.text, tone, ...reason, ...named };
}

/** Everything else is for information. */
const TONES: Partial<Record<SignalName, Tone>> = {
  block: 'error',
  deny: 'error',
  failure: 'error',
  halt: 'warning',
  warning: 'warning',
};

const notTaken = (event: EventName, signal: Signal): Effect => ({
  do: 'tell-user',
  tone: 'warning',
  text: `${SIGNALS[signal.is]} was ignored: ${event} does not support it`,
});
