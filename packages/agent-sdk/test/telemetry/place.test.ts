import { expect, test } from 'vitest';
import { placeIn, placeOf, readPlace } from '../../src/telemetry/place.ts';

const TRACE = 'a1'.repeat(16);
const SPAN = 'b2'.repeat(8);

test('what an environment says is the span that it names, and back', () => {
  const env = { TRACEPARENT: `00-${TRACE}-${SPAN}-01`, TRACESTATE: 'mine=1,other=x' };
  const place = placeIn(env);
  const found = place && readPlace(place);
  expect(found).toMatchObject({ traceId: TRACE, spanId: SPAN, traceFlags: 1, isRemote: true });
  expect(found && placeOf(found)).toEqual({
    traceparent: env.TRACEPARENT,
    tracestate: env.TRACESTATE,
  });
});

test('a trace that is not sampled stays so; flags that nobody knows are dropped', () => {
  const flags = (text: string) =>
    readPlace({ traceparent: `00-${TRACE}-${SPAN}-${text}` })?.traceFlags;
  expect(['00', '01', '02', 'ff'].map(flags)).toEqual([0, 1, 0, 1]);
});

test.each([
  '',
  'nonsense',
  `00-${TRACE}-${SPAN}`,
  `ff-${TRACE}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-01-more`,
  `00-${TRACE}-${SPAN}-01'; echo`,
])('%j is no place in a trace', (traceparent) => {
  expect(readPlace({ traceparent })).toBeUndefined();
});

test('a later version may say more', () => {
  expect(readPlace({ traceparent: `01-${TRACE}-${SPAN}-01-more` })?.spanId).toBe(SPAN);
});

test('a span of nobody is handed to nobody', () => {
  expect(
    placeOf({ traceId: '0'.repeat(32), spanId: '0'.repeat(16), traceFlags: 0 }),
  ).toBeUndefined();
  expect(placeIn({})).toBeUndefined();
});
