import { describe, expect, test } from 'vitest';
import type { Hooks } from '../../src/checking/hooks.ts';
import { createEngine } from '../../src/engine/engine.ts';
import { INPUTS } from '../helpers.ts';

/** What has the type, and what the engine says of it. */
const RIGHT: Hooks = {
  PreToolUse: [
    {
      matcher: 'Bash',
      description: 'guards',
      hooks: [
        { type: 'command', command: 'true', args: ['x'], onError: 'block', timeout: 5 },
        { type: 'command', command: 'true', shell: 'bash', comment: 'why', once: true },
        { type: 'worker', command: 'cat', idleTimeout: 3 },
        { type: 'http', url: 'https://a.example', headers: { A: 'b' }, allowedEnvVars: ['B'] },
        { type: 'prompt', prompt: 'Safe?', model: 'm' },
        { type: 'mcp_tool', server: 's', tool: 't', input: {} },
        {
          type: 'function',
          run: (input, { signal }) => {
            const event: 'PreToolUse' = input.hook_event_name;
            const tool: string = input.tool_name;
            return signal.aborted ? undefined : { decision: 'deny', reason: `${event} ${tool}` };
          },
        },
      ],
    },
  ],
  Stop: [
    {
      hooks: [
        {
          type: 'function',
          run: async ({ stop_hook_active, last_assistant_message }) => {
            const _again: boolean | undefined = stop_hook_active;
            const _text: string | undefined = last_assistant_message;
          },
        },
      ],
    },
  ],
};

test('hooks of the type are hooks of the engine', async () => {
  const engine = await createEngine({ hooks: RIGHT, launcher: false });
  expect(engine.problems).toEqual([]);
  expect(engine.entries).toHaveLength(8);
  await engine.close();
});

const run = () => undefined;

/** Each is refused by the compiler, and throws. */
const WRONG: readonly [string, Hooks, string][] = [
  [
    'a misspelt event',
    // @ts-expect-error
    { PreToolUs: [{ hooks: [{ type: 'function', run }] }] },
    '"PreToolUs" is not an event',
  ],
  [
    'a misspelt type',
    // @ts-expect-error
    { PreToolUse: [{ hooks: [{ type: 'comand', command: 'true' }] }] },
    '"type": expected "command", "worker", "http", "prompt", "agent", "mcp_tool" or "ahp", got "comand"',
  ],
  [
    "a type of the engine's own",
    // @ts-expect-error
    { PreToolUse: [{ hooks: [{ type: 'broken', error: 'x' }] }] },
    'got "broken"',
  ],
  [
    'a misspelt field',
    // @ts-expect-error
    { PreToolUse: [{ hooks: [{ type: 'command', command: 'true', timout: 5 }] }] },
    '"timout" is not known and ignored; did you mean "timeout"?',
  ],
  [
    'a field of another type',
    // @ts-expect-error
    { PreToolUse: [{ hooks: [{ type: 'command', command: 'true', url: 'x' }] }] },
    'only a http has "url"',
  ],
  [
    'a field that is missing',
    // @ts-expect-error
    { PreToolUse: [{ hooks: [{ type: 'command' }] }] },
    '"command": expected a text, got nothing',
  ],
  [
    'a misspelt word',
    // @ts-expect-error
    { PreToolUse: [{ hooks: [{ type: 'command', command: 'true', onError: 'blok' }] }] },
    '"onError": expected "continue" or "block", got "blok"',
  ],
  [
    'a misspelt field of a group',
    // @ts-expect-error
    { PreToolUse: [{ macher: 'Bash', hooks: [{ type: 'function', run }] }] },
    '"macher" is not known and ignored; did you mean "matcher"?',
  ],
  [
    'a function that is none',
    // @ts-expect-error
    { Stop: [{ hooks: [{ type: 'function', run: 'x' }] }] },
    '"run": expected a function',
  ],
  // What no type can say.
  [
    'a matcher that is no pattern',
    { PreToolUse: [{ matcher: 'Bash(', hooks: [{ type: 'function', run }] }] },
    '"matcher" "Bash("',
  ],
  [
    'a matcher of a value that never comes',
    { SessionStart: [{ matcher: 'startp', hooks: [{ type: 'function', run }] }] },
    '"matcher" matches no source of SessionStart',
  ],
];

describe.each(WRONG)('%s in code', (_name, hooks, why) => {
  test('throws, and says what is wrong', async () => {
    const thrown = await createEngine({ hooks, launcher: false }).catch((error) => error);
    expect(thrown).toBeInstanceOf(TypeError);
    expect(thrown.message).toContain('createEngine: hooks: ');
    expect(thrown.message).toContain(why);
  });

  test('is reported where the host asks for that, and where it comes from a source', async () => {
    const asked = await createEngine({ hooks, problems: 'report', launcher: false });
    const sources = [{ name: 'file', hooks }];
    const read = await createEngine({ sources, launcher: false });
    for (const { problems } of [asked, read])
      expect(problems.map(({ text }) => text).join('\n')).toContain(why);
    await Promise.all([asked.close(), read.close()]);
  });
});

test('a function gets the fields of its event only', async () => {
  const hooks: Hooks = {
    // @ts-expect-error: Stop is not about a tool
    Stop: [{ hooks: [{ type: 'function', run: ({ tool_name }) => `${tool_name}` }] }],
  };
  const engine = await createEngine({ hooks, launcher: false });
  expect((await engine.fire(INPUTS.Stop)).runs[0]?.stdout).toBe('undefined');
  await engine.close();
});

test('`problems` is one of two words', async () => {
  await expect(createEngine({ problems: 'ignore' as 'throw' })).rejects.toThrow(
    'createEngine: problems: expected "throw" or "report", got "ignore"',
  );
});
