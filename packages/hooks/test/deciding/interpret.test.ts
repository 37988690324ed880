import { expect, test } from 'vitest';
import { interpret } from '../../src/deciding/interpret.ts';
import type {
  Decision,
  Effect,
  EffectName,
  PermissionUpdate,
  Tone,
} from '../../src/vocabulary/effect.ts';
import { cell, EVENT_NAMES, type EventName, specOf, takes } from '../../src/vocabulary/events.ts';
import { SIGNALS, type Signal, type SignalName } from '../../src/vocabulary/signal.ts';

const FIELDS = { command: 'ls' };
const SIGNAL_NAMES = Object.keys(SIGNALS) as SignalName[];

const PERMISSIONS: PermissionUpdate[] = [
  { type: 'addDirectories', directories: ['/a'], destination: 'session' },
];

const saying = (event: EventName, is: SignalName, text: string): Signal => {
  if (is === 'rewrite')
    return specOf(event).rewrites === 'input' ? { is, fields: FIELDS } : { is, value: 'SAID' };
  if (is === 'sandbox') return { is, profile: 'workspace' };
  if (is === 'respond') return { is, value: 'SAID' };
  if (is === 'grant') return { is, permissions: PERMISSIONS };
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
  respond: 'info',
  sandbox: 'info',
  grant: 'info',
};

interface Case {
  readonly event: EventName;
  readonly signal: SignalName;
  /** The decision in the same cell, which the texts explain. */
  readonly reason: { for?: Decision };
}

const decides = (decision: Decision) => {
  return ({ signal }: Case): Effect => ({
    do: 'decide',
    decision,
    ...(signal === 'halt' ? { stopReason: 'why: SAID' } : {}),
    // Where something else ends the turn, its text is why.
    ...(signal !== 'halt' && decision === 'halt' ? { stopReason: 'SAID' } : {}),
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
    tone: reason.for === 'halt' ? 'warning' : TONES[signal],
    ...reason,
  }),
  'add-context': () => ({ do: 'add-context', text: 'SAID' }),
  rewrite: ({ event }) => {
    const target = specOf(event).rewrites ?? 'input';
    return target === 'input'
      ? { do: 'rewrite', target, fields: FIELDS }
      : { do: 'rewrite', target, value: 'SAID' };
  },
  respond: () => ({ do: 'respond', value: 'SAID' }),
  sandbox: () => ({ do: 'sandbox', profile: 'workspace' }),
  grant: () => ({ do: 'grant', permissions: PERMISSIONS }),
  'erase-prompt': () => ({ do: 'erase-prompt' }),
};

const DECISIONS: readonly string[] = ['allow', 'ask', 'block', 'halt'] satisfies Decision[];

const cells = EVENT_NAMES.flatMap((event) =>
  SIGNAL_NAMES.filter((signal) => takes(event, signal)).map((signal) => [event, signal] as const),
);

test.each(cells)('on %s, %s becomes the effects of its cell', (event, signal) => {
  const names = cell(event, signal) ?? [];
  const decision = names.find((name) => DECISIONS.includes(name)) as Decision | undefined;
  const of: Case = { event, signal, reason: decision ? { for: decision } : {} };
  expect(interpret(event, saying(event, signal, 'SAID'))).toStrictEqual(
    names.map((name) => EFFECTS[name](of)),
  );
});

test.each(cells)('on %s, %s without a text tells nothing', (event, signal) => {
  const told = interpret(event, saying(event, signal, '')).filter((effect) => 'text' in effect);
  expect(told).toEqual([]);
});

const missing = EVENT_NAMES.flatMap((event) =>
  SIGNAL_NAMES.filter((signal) => !takes(event, signal)).map((signal) => [event, signal] as const),
);

test.each<readonly [EventName, SignalName]>(missing)('on %s, %s is refused', (event, signal) => {
  expect(interpret(event, saying(event, signal, 'SAID'))).toStrictEqual([
    {
      do: 'tell-user',
      tone: 'warning',
      text: `${SIGNALS[signal]} was ignored: ${event} does not support it`,
    },
  ]);
});

const withoutTarget = EVENT_NAMES.filter((event) => {
  const target = specOf(event).rewrites;
  return takes(event, 'rewrite') && (target === undefined || target === 'input');
});

test.each(withoutTarget)('on %s, a rewrite without fields has nothing to rewrite', (event) => {
  expect(interpret(event, { is: 'rewrite', value: 'SAID' })).toEqual([]);
});

test('a text of ours that names its hook stays marked as that, for the user', () => {
  for (const event of EVENT_NAMES)
    for (const effect of interpret(event, { is: 'failure', text: 'SAID', named: true }))
      if (effect.do === 'tell-user') expect(effect).toHaveProperty('named', true);
});
