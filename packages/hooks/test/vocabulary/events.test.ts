import { describe, expect, test } from 'vitest';
import { checkInput } from '../../src/engine/prepare/input.ts';
import type { Decision } from '../../src/vocabulary/effect.ts';
import { EVENT_NAMES, isAboutTool, observes, specOf } from '../../src/vocabulary/events.ts';

const DECISIONS: readonly string[] = ['allow', 'ask', 'block', 'halt'] satisfies Decision[];

describe.each(EVENT_NAMES)('the row of %s is whole', (event) => {
  const { on, says, sample, input, subject } = specOf(event);
  const effects = Object.values(on).flat();

  test('it says what each of its decisions comes to, and no other', () => {
    const decisions = [...new Set(effects.filter((effect) => DECISIONS.includes(effect)))];
    const feedback =
      effects.includes('tell-agent') && !on.block?.includes('block') ? ['feedback'] : [];
    expect(Object.keys(says).sort()).toEqual(['none', ...decisions, ...feedback].sort());
  });

  test('its sample is an input of it', () => {
    const call = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_response: {} };
    const whole = { ...(isAboutTool(event) ? call : {}), ...sample, hook_event_name: event };
    expect(checkInput(whole)).toMatchObject(sample);
    expect(Object.keys(input)).toEqual(expect.arrayContaining(Object.keys(sample)));
  });

  test('matchers look at a field that it has', () => {
    if (subject !== undefined) expect(input).toHaveProperty(subject);
  });

  test('every signal has a cell that can do something, or it observes', () => {
    expect(observes(event) || effects.some((effect) => effect !== 'tell-user')).toBe(true);
  });
});
