import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Agent } from '../../src/open/agent.ts';
import { type ScriptAnswer, scriptedModel } from '../../src/testing.ts';
import { tempDir } from '../talk.ts';
import { faultsIn, hostProvider } from './provider.ts';

const EVENTS = ['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PostToolBatch', 'Stop'] as const;

/** What a hook does: says nothing, blocks, fails, ends the turn, takes a while. */
const DOES = {
  nothing: () => undefined,
  block: () => ({ decision: 'block', reason: 'no' }),
  halt: () => ({ continue: false }),
  throws: () => {
    throw new Error('broken');
  },
  waits: () => new Promise((resolve) => setTimeout(() => resolve(undefined), 5)),
} as const;

const turn = fc.record({
  calls: fc.array(fc.constantFrom('Bash', 'Read', 'Task', 'Nonsense'), { maxLength: 3 }),
  fails: fc.boolean(),
  /** Aborted after so many milliseconds. */
  abort: fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined }),
});

const INPUTS: Readonly<Record<string, object>> = {
  Bash: { command: 'true' },
  Read: { file_path: 'nowhere' },
  Task: { description: 'a task', prompt: 'do it', subagent_type: 'explore' },
  Nonsense: {},
};

const hooks = fc.dictionary(
  fc.constantFrom(...EVENTS),
  fc.array(fc.constantFrom(...(Object.keys(DOES) as (keyof typeof DOES)[])), { maxLength: 2 }),
);

test('whatever happens: every span ends, its parent is there, and it lies within', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 3 }), hooks, async (turns, set) => {
      const { tracerProvider, open, spans } = hostProvider();
      const dir = tempDir();
      // More answers than anybody asks for: subagents take some.
      const answers = turns.flatMap(({ calls, fails }): ScriptAnswer[] => [
        { calls: calls.map((name) => ({ name, input: INPUTS[name] })) },
        fails ? { error: new Error('gone') } : { text: 'ok' },
        ...Array<ScriptAnswer>(20).fill({ text: 'ok' }),
      ]);
      const agent = await Agent.create({
        ...{ workdir: dir, home: dir, model: scriptedModel(answers), launcher: false },
        permissionMode: 'bypassPermissions',
        maxTurns: 6,
        telemetry: { tracerProvider },
        hooks: Object.fromEntries(
          Object.entries(set).map(([event, does]) => [
            event,
            does.map((name) => ({ hooks: [{ type: 'function', run: DOES[name] }] })),
          ]),
        ) as never,
      });
      for (const { abort } of turns) {
        const stop = new AbortController();
        const timer = abort === undefined ? undefined : setTimeout(() => stop.abort(), abort);
        await agent.sendMessage('PROMPT', { signal: stop.signal });
        clearTimeout(timer);
      }
      await agent.close();
      expect([...open]).toEqual([]);
      // Hooks of a call that was interrupted are waited for by nobody.
      const awaited = spans().filter(
        ({ attributes }) => attributes['wave.hook.event'] !== 'PostToolUseFailure',
      );
      expect(faultsIn(awaited)).toEqual([]);
      expect(spans().filter(({ name }) => name === 'invoke_agent wave')).toHaveLength(turns.length);
    }),
    { numRuns: 25 },
  );
});
