import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openQuestions, requestClock } from '../../src/mcp/connection/request-clock.ts';

/** A clock of 100 ms, with a question to the user that is answered after so long. */
async function clockAfter(answeredMs: number) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const questions = openQuestions();
  const clock = requestClock(100, undefined, questions);
  const answer = Promise.withResolvers<void>();
  const asked = questions.during(() => answer.promise);
  await vi.advanceTimersByTimeAsync(answeredMs);
  answer.resolve();
  await asked;
  return clock;
}

test.each([0, 50, 99, 101, 199, 350])(
  'a user who answers after %d ms leaves the server its whole time',
  async (ms) => {
    const clock = await clockAfter(ms);
    await vi.advanceTimersByTimeAsync(99);
    expect(clock.isLate()).toBe(false);
    await vi.advanceTimersByTimeAsync(2);
    expect(clock.isLate()).toBe(true);
  },
);

test('a request that has ended is late no more', async () => {
  const clock = await clockAfter(10);
  clock.clear();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(clock.isLate()).toBe(false);
});

test('without a question, the time is the one that was given', async () => {
  const clock = requestClock(20, undefined, openQuestions());
  await wait(60);
  expect(clock.isLate()).toBe(true);
});
