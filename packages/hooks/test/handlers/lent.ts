import { onTestFinished } from 'vitest';
import { createEngine } from '../../src/engine/engine.ts';
import type { Host } from '../../src/handlers/host.ts';
import type { EventName } from '../../src/vocabulary/events.ts';
import type { Verdict } from '../../src/vocabulary/verdict.ts';
import { INPUTS, tempDir } from '../helpers.ts';

/** One event through one hook of an engine whose host lends this. */
export async function lentTo(
  entry: Record<string, unknown>,
  host: Host | undefined,
  event: EventName = 'PreToolUse',
): Promise<Verdict> {
  const engine = await createEngine({
    hooks: { [event]: [{ hooks: [entry] }] },
    projectDir: tempDir(),
    launcher: false,
    ...(host ? { host } : {}),
  });
  onTestFinished(() => engine.close());
  if (engine.problems.length > 0) throw new Error(JSON.stringify(engine.problems));
  return engine.fire(INPUTS[event]);
}
