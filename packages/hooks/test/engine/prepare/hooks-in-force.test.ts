import { expect, test } from 'vitest';
import type { Hooks } from '../../../src/checking/hooks.ts';
import { hooksInForce } from '../../../src/engine/prepare/hooks-in-force.ts';
import type { CheckedInput } from '../../../src/engine/prepare/input.ts';

const command = (name: string, more: object = {}): Hooks => ({
  PreToolUse: [{ hooks: [{ type: 'command', name, command: `true ${name}`, ...more }] }],
});
const source = (name: string, more?: object) => [{ name: 'user', hooks: command(name, more) }];
const CALL: CheckedInput = { hook_event_name: 'PreToolUse', tool_name: 'Bash' };

function namesIn(configured: Parameters<typeof hooksInForce>[0]) {
  const inForce = hooksInForce(configured);
  return { inForce, names: () => inForce.planned(CALL).map(({ label }) => label) };
}

test('hooks in code come after those of sources', () => {
  expect(namesIn({ sources: source('a'), hooks: command('b') }).names()).toEqual(['a', 'b']);
});

test('what is adopted replaces the sources, and hooks in code stay', () => {
  const { inForce, names } = namesIn({ sources: source('a'), hooks: command('b') });
  expect(names()).toEqual(['a', 'b']);
  inForce.adopt(source('c'));
  expect(names()).toEqual(['c', 'b']);
});

test('a hook stays switched off when its source is adopted anew', () => {
  const { inForce, names } = namesIn({ sources: source('a') });
  const [entry] = inForce.entries;
  if (!entry) throw new Error('there is an entry');
  inForce.enable(entry, false);
  expect(names()).toEqual([]);
  inForce.adopt(source('a'));
  expect([names(), inForce.entries[0]?.enabled]).toEqual([[], false]);
  inForce.enable(entry, true);
  expect(names()).toEqual(['a']);
});

test('a condition is a problem only if nobody can read it', () => {
  const asked = { sources: source('a', { if: 'Bash(rm *)' }) };
  expect(hooksInForce(asked).problems).toEqual([
    {
      level: 'warning',
      event: 'PreToolUse',
      source: 'user: PreToolUse[0].hooks[0]',
      hook: 'a',
      text: 'PreToolUse[0].hooks[0]: "if" needs a host that reads permission rules (`ruleHolds`), so the hook always runs',
    },
  ]);
  const ruleHolds = () => ({ holds: true, why: '' });
  expect(hooksInForce({ ...asked, ruleHolds }).problems).toEqual([]);
});
