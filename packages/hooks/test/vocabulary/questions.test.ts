import { describe, expect, test } from 'vitest';
import type { EffectName } from '../../src/vocabulary/effect.ts';
import {
  canBlock,
  canCause,
  cell,
  EVENT_NAMES,
  EVENTS,
  isAboutTool,
  isEventName,
  means,
  observes,
  specOf,
  takes,
} from '../../src/vocabulary/events.ts';
import { hintOf, describe as inWords } from '../../src/vocabulary/outcome.ts';
import { SIGNALS, type SignalName } from '../../src/vocabulary/signal.ts';

const SIGNAL_NAMES = Object.keys(SIGNALS) as SignalName[];

test('an event is a row of its own', () => {
  expect(EVENT_NAMES).toEqual(Object.keys(EVENTS));
  expect(EVENT_NAMES.every(isEventName)).toBe(true);
  for (const name of ['Other', 'constructor', 'toString', '', 1, undefined, ['Stop']])
    expect(isEventName(name), String(name)).toBe(false);
});

describe.each(EVENT_NAMES)('what is asked of %s is in its row', (event) => {
  const { on, input } = specOf(event);

  test('which signals it takes', () => {
    expect(SIGNAL_NAMES.filter((signal) => takes(event, signal))).toEqual(
      SIGNAL_NAMES.filter((signal) => Object.hasOwn(on, signal)),
    );
    for (const signal of SIGNAL_NAMES) expect(cell(event, signal)).toBe(on[signal]);
  });

  test('whether its hooks can hold it, and what is worth saying', () => {
    const held = on.block?.filter((effect) => effect === 'block' || effect === 'halt') ?? [];
    expect(canBlock(event)).toBe(held.length > 0);
    for (const signal of SIGNAL_NAMES) {
      const felt = (on[signal] ?? []).filter((effect) => effect !== 'tell-user');
      expect(means(event, signal), signal).toBe(signal === 'warning' || felt.length > 0);
    }
  });

  test('what its hooks can cause', () => {
    const names = Object.values(on).flat();
    const all: EffectName[] = ['allow', 'ask', 'block', 'halt', 'tell-agent', 'tell-user'];
    for (const effect of [...all, 'add-context', 'rewrite', 'erase-prompt', 'grant'] as const)
      expect(canCause(event, effect), effect).toBe(names.includes(effect));
  });

  test('whether it is about a tool, and whether its hooks only look on', () => {
    expect(isAboutTool(event)).toBe(Object.keys(input).includes('tool_name'));
    const { halt, ...others } = on;
    const heard = Object.values(others).flat();
    expect(observes(event)).toBe(heard.every((effect) => effect === 'tell-user'));
  });
});

describe('Stop counts its rounds', () => {
  const fill = specOf('Stop').fill;
  test.each<readonly [Record<string, unknown>, boolean, number]>([
    [{}, false, 0],
    [{ stop_hook_active: false }, false, 0],
    [{ stop_hook_active: true }, true, 1],
    [{ stop_hook_active: 'yes' }, false, 0],
    [{ stop_hook_count: 0, stop_hook_active: true }, false, 0],
    [{ stop_hook_count: 3 }, true, 3],
    [{ stop_hook_count: '3', stop_hook_active: true }, true, 1],
  ])('%j', (input, active, count) => {
    expect(fill?.(input, { stopBlocks: 7 })).toStrictEqual({
      stop_hook_active: active,
      stop_hook_count: count,
      stop_hook_limit: 7,
    });
  });
});

describe('how a run ended, in words', () => {
  const CUT = 'printed more to stdout than Wave keeps, so Wave did not read an answer from it';
  test.each<readonly [Parameters<typeof inWords>[0], string, boolean]>([
    [{ is: 'exit', code: 3 }, 'exited 3', true],
    [{ is: 'exit', code: 1 }, 'exited 1', true],
    [
      { is: 'http', status: 200 },
      'answered HTTP 200 with a body that is not an answer in JSON',
      false,
    ],
    [{ is: 'http', status: 302 }, 'answered HTTP 302, and Wave follows no redirects', false],
    [{ is: 'http', status: 500 }, 'answered HTTP 500', false],
    [{ is: 'async' }, 'runs on: it is async, so nobody waits for it', false],
    [{ is: 'exit', code: 126 }, 'exited 126 (not executable)', false],
    [{ is: 'exit', code: 127 }, 'exited 127 (command not found)', false],
    [{ is: 'exit', code: 137 }, 'exited 137 (a command in it was killed)', false],
    [{ is: 'signal', signal: 'SIGTERM' }, 'was killed by SIGTERM', false],
    [{ is: 'timeout', ms: 1_500 }, 'timed out after 1.5 s', false],
    [{ is: 'start', error: 'E' }, 'could not be started: E', false],
    [{ is: 'cancelled' }, 'was cancelled', false],
    [{ is: 'cut', stream: 'stdout' }, CUT, false],
    [{ is: 'cut', stream: 'stdout', code: 1 }, `${CUT} (exit code 1)`, true],
    [{ is: 'lost', error: 'E' }, 'gave no answer: E', false],
  ])('%j', (outcome, words, isHinted) => {
    expect(inWords(outcome)).toBe(words);
    expect(hintOf(outcome)).toBe(isHinted ? ', which does not block; only exit 2 does' : '');
  });
});
