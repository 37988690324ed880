import { expect, test } from 'vitest';
import { withoutTwins } from '../../src/reading/twins.ts';
import type { EventName } from '../../src/vocabulary/events.ts';

const GIVEN = {
  reason: 'r',
  decision: { decision: { message: 'm' } },
  hookSpecificOutput: {
    additionalContext: 'c',
    updatedInput: { message: 'm', deep: { a: 1 } },
    decision: { behavior: 'deny', message: 'm' },
  },
};
const SECTION = 'hookSpecificOutput';

/** The event, what is given twice, the field that is dropped for it, what stands in there, if it weighs. */
test.each<readonly [EventName, readonly string[], string, string, boolean]>([
  ['PreToolUse', ['reason'], 'reason', '', false],
  ['PreToolUse', [SECTION], SECTION, '', true],
  ['PreToolUse', [SECTION, 'additionalContext'], `${SECTION}.additionalContext`, '', false],
  ['PreToolUse', [SECTION, 'updatedInput', 'deep', 'a'], `${SECTION}.updatedInput`, 'deep.a', true],
  ['PreToolUse', [SECTION, 'decision', 'message'], `${SECTION}.decision`, 'message', true],
  ['PreToolUse', ['decision', 'decision', 'message'], 'decision', 'decision.message', true],
  ['PermissionRequest', [SECTION, 'decision'], `${SECTION}.decision`, '', true],
  ['PermissionRequest', [SECTION, 'decision', 'message'], `${SECTION}.decision.message`, '', false],
  [
    'PermissionRequest',
    [SECTION, 'decision', 'behavior'],
    `${SECTION}.decision.behavior`,
    '',
    true,
  ],
  [
    'PermissionRequest',
    [SECTION, 'updatedInput', 'message'],
    `${SECTION}.updatedInput`,
    'message',
    true,
  ],
  ['PermissionRequest', ['decision', 'decision', 'message'], 'decision', 'decision.message', true],
])('%s: %j given twice drops %s', (event, way, dropped, inside, weighs) => {
  const answer = { remarks: [], lostDecision: false };
  const clean = withoutTwins(event, GIVEN, [way], answer);
  const what = inside === '' ? 'it is given twice' : `it gives "${inside}" twice`;
  expect(answer).toEqual({
    remarks: [`"${dropped}" was ignored: ${what}`],
    lostDecision: weighs,
  });
  const at = (value: unknown, path: readonly string[]): unknown =>
    path.reduce((one, name) => (one as Record<string, unknown> | undefined)?.[name], value);
  expect(at(GIVEN, dropped.split('.'))).toBeDefined();
  expect(at(clean, dropped.split('.'))).toBeUndefined();
});

test('what is not there is not dropped, nor told', () => {
  const answer = { remarks: [], lostDecision: false };
  expect(withoutTwins('PreToolUse', GIVEN, [['blocked'], []], answer)).toEqual(GIVEN);
  expect(answer).toEqual({ remarks: [], lostDecision: false });
});
