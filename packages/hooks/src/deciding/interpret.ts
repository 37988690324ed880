import type { Decision, Effect, EffectName, Tone } from '../vocabulary/effect.ts';
import { cell, type EventName } from '../vocabulary/events.ts';
import { SIGNALS, type Signal, type SignalName } from '../vocabulary/signal.ts';

/** Looks up what an event does with a signal. Pure. */
export function interpret(event: EventName, signal: Signal): Effect[] {
  const effects = cell(event, signal.is);
  if (!effects) return [notTaken(event, signal)];
  const decision = effects.find(isDecision);
  return effects.flatMap((name) => effect(name, signal, decision));
}

const isDecision = (name: EffectName): name is Exclude<Decision, 'none'> =>
  name === 'halt' || name === 'block' || name === 'ask' || name === 'allow';

function effect(name: EffectName, signal: Signal, decision: Decision | undefined): Effect[] {
  if (isDecision(name))
    return [
      {
        do: 'decide',
        decision: name,
        ...(signal.is === 'halt' ? { stopReason: signal.reason } : {}),
      },
    ];
  if (name === 'erase-prompt') return [{ do: name }];
  if (signal.is === 'rewrite')
    return name === 'rewrite' ? [{ do: name, target: 'input', fields: signal.fields }] : [];
  return name === 'rewrite' || signal.text === '' ? [] : [text(name, signal, decision)];
}

function text(
  name: 'tell-agent' | 'tell-user' | 'add-context',
  signal: Exclude<Signal, { is: 'rewrite' }>,
  decision: Decision | undefined,
): Effect {
  const reason = decision ? { for: decision } : {};
  if (name === 'add-context') return { do: name, text: signal.text };
  if (name === 'tell-agent') return { do: name, text: signal.text, ...reason };
  const named = 'named' in signal ? { named: signal.named } : {};
  return { do: name, text: signal.text, tone: TONES[signal.is], ...reason, ...named };
}

const TONES: Record<SignalName, Tone> = {
  success: 'info',
  block: 'error',
  failure: 'error',
  halt: 'warning',
  warning: 'warning',
  context: 'info',
  allow: 'info',
  ask: 'info',
  deny: 'error',
  rewrite: 'info',
};

const notTaken = (event: EventName, signal: Signal): Effect => ({
  do: 'tell-user',
  tone: 'warning',
  text: `${SIGNALS[signal.is]} was ignored: ${event} does not support it`,
});
