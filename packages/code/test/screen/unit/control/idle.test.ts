import { expect, test } from 'vitest';
import { openAgent } from '../../../../../agent-sdk/test/open-agent.ts';
import { IDLE_MS, type Later, watchIdle } from '../../../../src/screen/control/idle.ts';
import { EMPTY, type Happening, reduce, type State } from '../../../../src/screen/state/state.ts';

/** A clock that goes only when it is told to. */
function clock(): { later: Later; pass(ms: number): void } {
  let now = 0;
  let due: { at: number; act: () => void }[] = [];
  return {
    later: (ms, act) => {
      const one = { at: now + ms, act };
      due.push(one);
      return () => {
        due = due.filter((other) => other !== one);
      };
    },
    pass: (ms) => {
      now += ms;
      const ripe = due.filter(({ at }) => at <= now);
      due = due.filter(({ at }) => at > now);
      for (const { act } of ripe) act();
    },
  };
}

/** The store without its frames. */
function stateOf() {
  let state: State = EMPTY;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    dispatch: (happening: Happening) => {
      state = reduce(state, happening);
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => {},
  };
}

function watched() {
  const { later, pass } = clock();
  const store = stateOf();
  let calls = 0;
  const idle = watchIdle({ store, later, call: () => calls++ });
  return { store, idle, pass, calls: () => calls };
}

test('a user who lets it wait is called once, and once more after the next turn', () => {
  const { store, pass, calls } = watched();
  pass(IDLE_MS - 1);
  expect(calls()).toBe(0);
  pass(1);
  pass(10 * IDLE_MS);
  store.dispatch({ is: 'show', items: [] });
  pass(IDLE_MS);
  expect(calls()).toBe(1);
  store.dispatch({ is: 'sent', now: 0 });
  pass(10 * IDLE_MS);
  expect(calls(), 'while the agent is at work').toBe(1);
  store.dispatch({ is: 'rest' });
  pass(IDLE_MS);
  expect(calls()).toBe(2);
});

test('not while a question is open, and a key puts it off', () => {
  const { store, idle, pass, calls } = watched();
  const dialog = { is: 'questions', id: 1, questions: [], answer: () => {} } as const;
  store.dispatch({ is: 'ask', dialog });
  pass(10 * IDLE_MS);
  store.dispatch({ is: 'answered', dialog });
  pass(IDLE_MS - 1);
  idle.stir();
  pass(IDLE_MS - 1);
  expect(calls()).toBe(0);
  pass(1);
  expect(calls()).toBe(1);
  idle.stir();
  pass(10 * IDLE_MS);
  expect(calls(), 'whoever was called and types is there').toBe(1);
});

test('not after the screen was left', () => {
  const { store, idle, pass, calls } = watched();
  idle.stop();
  store.dispatch({ is: 'sent', now: 0 });
  store.dispatch({ is: 'rest' });
  pass(10 * IDLE_MS);
  expect(calls()).toBe(0);
});

test('hooks hear of it as idle_prompt', async () => {
  const hook = { type: 'command', name: 'calls', command: 'cat > t; mv t told' };
  const { agent, file } = await openAgent({ hooks: { Notification: [{ hooks: [hook] }] } });
  const { later, pass } = clock();
  const call = () => agent.notify('idle_prompt', 'Wave waits for your next prompt');
  watchIdle({ store: stateOf(), later, call });
  pass(IDLE_MS);
  expect(JSON.parse(await file('told'))).toMatchObject({ notification_type: 'idle_prompt' });
});
