import { expect, test } from 'vitest';
import { interpret } from '../../src/deciding/interpret.ts';
import { EVENT_NAMES, takes } from '../../src/vocabulary/events.ts';
import { SIGNALS, type Signal, type SignalName } from '../../src/vocabulary/signal.ts';

const signal = (is: SignalName): Signal => {
  if (is === 'rewrite') return { is, fields: { a: 1 } };
  if (is === 'sandbox') return { is, profile: 'workspace' };
  if (is === 'grant') return { is, permissions: [] };
  if (is === 'respond') return { is, value: 1 };
  return is === 'halt' ? { is, text: 't', reason: 't' } : { is, text: 't' };
};

test('a signal without a cell is told to the user and does nothing else', () => {
  for (const event of EVENT_NAMES)
    for (const name of Object.keys(SIGNALS) as SignalName[])
      if (!takes(event, name))
        expect(interpret(event, signal(name))).toEqual([
          {
            do: 'tell-user',
            tone: 'warning',
            text: `${SIGNALS[name]} was ignored: ${event} does not support it`,
          },
        ]);
});
