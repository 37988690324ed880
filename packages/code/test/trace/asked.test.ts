import type { AgentEvent } from '@wavehooks/agent-sdk';
import { expect, test } from 'vitest';
import { buildTrace } from '../../src/trace/build/build-trace.ts';
import { recordIn } from '../../src/trace/read-records.ts';
import { createRecords } from '../../src/trace/records.ts';

const FACTS = {
  at: 1_000,
  ms: 20,
  model: 'some-model',
  ended: 'done',
  reason: 'stop',
  cost: 0.5,
  usage: { inputTokens: 10, outputTokens: 5, cachedTokens: 2, cacheWriteTokens: 0 },
} as const;

const redact = ((value: unknown) => value) as Parameters<typeof buildTrace>[0]['redact'];
const recordsOf = (event: AgentEvent) =>
  createRecords({ session: 's', redact, bind: () => undefined, now: () => 2_000 })(event);

test.each(['summary', 'hook', 'server'] as const)(
  'a request for a %s costs as much as another one, and is in the log',
  (purpose) => {
    const [record, ...more] = recordsOf({ is: 'asked', for: purpose, ...FACTS });
    expect(more).toEqual([]);
    expect(record).toEqual({
      ...recordsOf({ is: 'request', ...FACTS })[0],
      for: purpose,
    });
    const records = [recordIn(JSON.stringify(record))].filter((one) => one !== undefined);
    const { spans } = buildTrace({ session: 's', records, hooks: [], rowText: String, redact });
    expect(spans).toMatchObject([{ is: 'request', model: 'some-model', cost: 0.5, for: purpose }]);
  },
);
