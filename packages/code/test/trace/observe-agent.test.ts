import type { Agent, AgentEvent } from '@wavehooks/agent-sdk';
import type { LogRecord, Redactor } from '@wavehooks/settings/log';
import { afterEach, expect, test, vi } from 'vitest';
import { tempDir } from '../../../hooks/test/helpers.ts';
import type { Observers } from '../../src/hooks/event/observe.ts';
import { observeAgent } from '../../src/trace/observe-agent.ts';

afterEach(() => void vi.useRealTimers());

test('an event begins when it began, however long its log takes to open', () => {
  vi.useFakeTimers({ now: 1_000 });
  let hear: (event: AgentEvent) => void = () => {};
  const agent = {
    ...{ hooks: { entries: [] }, sessionId: 's', projectDir: '/p' },
    subscribe: (listener: typeof hear) => {
      hear = listener;
    },
  } as unknown as Agent;
  const written: LogRecord[] = [];
  const observers = {
    redact: ((value: unknown) => value) as Redactor,
    observe: () => vi.advanceTimersByTime(20),
    write: (record: LogRecord) => void written.push(record),
    onProblem: () => {},
  } as unknown as Observers;
  observeAgent(agent, observers, tempDir());
  const run = { id: 'r1', event: 'Stop', hook: 'one', source: 'f:1', handler: 'command' };
  hear({ is: 'hook', run: { is: 'started', ...run } } as unknown as AgentEvent);
  const verdict = { decision: 'none', decidedBy: [], rewrittenBy: [] };
  const decided = { is: 'decided', event: 'Stop', input: {}, verdict, hooks: [{ id: 'r1' }] };
  hear({ is: 'hook', run: decided } as unknown as AgentEvent);
  expect(written.at(-1)).toMatchObject({ is: 'moment', at: new Date(1_000).toISOString() });
});
