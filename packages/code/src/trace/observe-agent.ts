import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Agent } from '@wavehooks/agent-sdk';
import { matcherText } from '@wavehooks/hooks/vocabulary';
import { boundTo, type InventoryRecord, logKey } from '@wavehooks/settings/log';
import type { Observers } from '../hooks/event/observe.ts';
import { createRecords } from './records.ts';

/** Writes down what an agent does, beside the runs of its hooks. The one way for all who open an agent. */
export function observeAgent(agent: Agent, observers: Observers, home = homedir()): void {
  const bind = binder(join(home, '.wave'), observers.onProblem);
  const records = createRecords({
    session: agent.sessionId,
    redact: observers.redact,
    bind,
    now: Date.now,
  });
  let isFirst = true;
  agent.subscribe((event) => {
    // It looks at the clock, so it is first: the first line of a log takes a while.
    const made = records(event);
    if (event.is === 'hook') observers.observe(event.run);
    if (made.length > 0 && isFirst) {
      isFirst = false;
      observers.write(inventoryOf(agent, observers.redact));
    }
    for (const record of made) observers.write(record);
  });
}

/** Which hooks a session has when its first record is written. */
function inventoryOf(
  { hooks, sessionId, projectDir }: Agent,
  redact: Observers['redact'],
): InventoryRecord {
  const time = new Date().toISOString();
  return {
    is: 'inventory',
    time,
    at: time,
    session: sessionId,
    project: redact(projectDir),
    hooks: hooks.entries
      .filter(({ enabled, approved }) => enabled && approved)
      .map(({ label, event, source, matcher, if: rule, content, pins }) => ({
        hook: label,
        event,
        source,
        matcher: matcherText(matcher),
        ...(rule === undefined ? {} : { if: rule }),
        hash: hashOf({ content, pins }),
      })),
  };
}

const hashOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('base64url')
    .slice(0, 22);

/** Binds records to content, with the user's key. Without one they say less, and the user hears of it once. */
function binder(dir: string, onProblem: (problem: string) => void) {
  let key: Uint8Array | undefined | 'none';
  return (content: unknown): string | undefined => {
    try {
      key ??= logKey(dir);
    } catch (error) {
      key = 'none';
      onProblem(`records of the log are bound to no content: ${(error as Error).message}`);
    }
    return key === 'none' ? undefined : boundTo(key, content);
  };
}
