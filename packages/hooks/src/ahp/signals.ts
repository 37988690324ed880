import { isDeepStrictEqual } from 'node:util';
import { type EventName, takes } from '../vocabulary/events.ts';
import { isObject } from '../vocabulary/shape.ts';
import type { Signal } from '../vocabulary/signal.ts';
import type { Accepted } from './accept.ts';
import type { AhpEffect } from './protocol.ts';

type Input = Readonly<Record<string, unknown>>;

/** What an accepted response says, in the engine's words. `asked` is the input that it was about. */
export function signalsOf(
  event: EventName,
  { effects, input, state }: Accepted,
  asked: Input | undefined,
): Signal[] {
  const own = effects.flatMap((effect) => said(event, effect));
  return [...own, ...rewritten(input, asked), ...answered(effects, state)];
}

function said(event: EventName, effect: AhpEffect): Signal[] {
  switch (effect.type) {
    case 'deny':
      return [{ is: takes(event, 'deny') ? 'deny' : 'block', text: effect.reason }];
    case 'allow':
    case 'ask':
      return [{ is: effect.type, text: '' }];
    case 'message':
      return [{ is: 'warning', text: effect.text }];
    case 'flow':
      return effect.operation === 'stop'
        ? [{ is: 'halt', text: effect.reason, reason: effect.reason }]
        : [{ is: 'block', text: effect.instruction ?? GO_ON }];
    case 'inject':
      return [
        {
          is: 'context',
          text: textOf(effect.value),
          ...(effect.deliverAt === 'next_turn' ? { next: true } : {}),
        },
      ];
    default:
      return [];
  }
}

const GO_ON = 'Not done yet: go on.';

/** All changes as one; the same input again is none. */
const rewritten = (input: Input | undefined, asked: Input | undefined): Signal[] =>
  input === undefined || isDeepStrictEqual(input, asked)
    ? []
    : [{ is: 'rewrite', fields: { ...input }, whole: true }];

/** Only an answer of its own: that of an earlier backend was said by that one. */
const answered = (effects: readonly AhpEffect[], { candidate }: Accepted['state']): Signal[] =>
  candidate && effects.some(({ type }) => type === 'return')
    ? [{ is: 'respond', value: candidate.value }]
    : [];

function textOf(value: unknown): string {
  const text = isObject(value) ? value['text'] : value;
  return typeof text === 'string' ? text : JSON.stringify(value);
}
