import { expect, test } from 'vitest';
import { interpret } from '../../src/deciding/interpret.ts';
import type { Decision, Effect, EffectName, Tone } from '../../src/vocabulary/effect.ts';
import { cell, EVENT_NAMES, type EventName, takes } from '../../src/vocabulary/events.ts';
import { SIGNALS, type Signal, type SignalName } from '../../src/vocabulary/signal.ts';

const FIELDS = { command: 'ls' };
const SIGNAL_NAMES = Object.keys(SIGNALS) as SignalName[];

const saying = (is: SignalName, text: string): Signal => {
  if (is === 'rewrite') return { is, fields: FIELDS };
  return is === 'halt' ? { is, text, reason: `why: ${text}` } : { is, text };
};

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

interface Case {
  readonly signal: SignalName;
  /** The decision in the same cell, which the texts explain. */
  readonly reason: { for?: Decision };
}

const decides = (decision: Decision) => {
  return ({ signal }: Case): Effect => ({
    do: 'decide',
    decision,
    ...(signal === 'halt' ? { stopReason: 'why: SAID' } : {}),
  });
};

/** What each name in a cell comes to. */
const EFFECTS: Record<EffectName, (of: Case) => Effect> = {
  allow: decides('allow'),
  ask: decides('ask'),
  block: decides('block'),
  halt: decides('halt'),
  'tell-agent': ({ reason }) => ({ do: 'tell-agent', text: 'SAID', ...reason }),
  'tell-user': ({ signal, reason }) => ({
    do: 'tell-user',
    text: 'SAID',
    tone: TONES[signal],
    ...reason,
  }),
  'add-context': () => ({ do: 'add-context', text: 'SAID' }),
  rewrite: () => ({ do: 'rewrite', target: 'input', fields: FIELDS }),
  'erase-prompt': () => ({ do: 'erase-prompt' }),
};

const DECISIONS: readonly string[] = ['allow', 'ask', 'block', 'halt'] satisfies Decision[];

const cells = EVENT_NAMES.flatMap((event) =>
  SIGNAL_NAMES.filter((signal) => takes(event, signal)).map((signal) => [event, signal] as const),
);

test.each(cells)('on %s, %s becomes the effects of its cell', (event, signal) => {
  const names = cell(event, signal) ?? [];
  const decision = names.find((name) => DECISIONS.includes(name)) as Decision | undefined;
  const of: Case = { signal, reason: decision ? { for: decision } : {} };
  expect(interpret(event, saying(signal, 'SAID'))).toStrictEqual(
    names.map((name) => EFFECTS[name](of)),
  );
});

test.each(cells)('on %s, %s without a text tells nothing', (event, signal) => {
  const told = interpret(event, saying(signal, '')).filter((effect) => 'text' in effect);
  expect(told).toEqual([]);
});

const missing = EVENT_NAMES.flatMap((event) =>
  SIGNAL_NAMES.filter((signal) => !takes(event, signal)).map((signal) => [event, signal] as const),
);

test.each<readonly [EventName, SignalName]>(missing)('on %s, %s is refused', (event, signal) => {
  expect(interpret(event, saying(signal, 'SAID'))).toStrictEqual([
    {
      do: 'tell-user',
      tone: 'warning',
      text: `${SIGNALS[signal]} was ignored: ${event} does not support it`,
    },
  ]);
});
