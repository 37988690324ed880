import { expect, test } from 'vitest';
import { createEngine } from '../../src/index.ts';

test('what a host does around the hooks of an event: only where some are due', async () => {
  const engine = await createEngine({
    hooks: {
      PreToolUse: [
        { matcher: 'Bash', hooks: [{ type: 'command', command: ':' }] },
        { matcher: 'Bash', hooks: [{ type: 'function', run: () => ({}) }] },
      ],
    },
  });
  const seen: string[] = [];
  const fire = (tool_name: string, signal?: AbortSignal) =>
    engine.fire(
      { hook_event_name: 'PreToolUse', tool_name, tool_input: {}, tool_use_id: 't' } as never,
      {
        ...(signal ? { signal } : {}),
        during: async (hooks, run) => {
          seen.push(`before ${hooks.map(({ handler }) => handler.type)}`);
          const verdict = await run();
          seen.push(`after ${verdict.runs.length}`);
          return verdict;
        },
      },
    );
  expect((await fire('Bash')).decision).toBe('none');
  await fire('Read');
  // What was cancelled before it began has nothing around it.
  expect((await fire('Bash', AbortSignal.abort())).decision).toBe('halt');
  expect(seen).toEqual(['before command,function', 'after 2']);
  await engine.close();
});
