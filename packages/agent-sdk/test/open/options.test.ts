import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { Agent } from '../../src/open/agent.ts';
import type { AgentOptions } from '../../src/open/options/agent-options.ts';
import { openUndo } from '../../src/session/open-undo.ts';
import type { Tool } from '../../src/vocabulary/tool.ts';
import { blocksOf, talk, tempDir } from '../talk.ts';
import { call, say } from '../wire/reply.ts';

/** As a caller without types would. */
const create = (options: object) =>
  Agent.create({ model: 'practice', workdir: tempDir(), ...options } as AgentOptions);
const faultOf = (options: object) =>
  create(options).then(
    async (agent) => {
      await agent.close();
      return undefined;
    },
    (error: Error) => error.message.replace("the agent's options: ", ''),
  );

const MODES = 'one of default, acceptEdits, plan, sandboxed, bypassPermissions, dontAsk';
const DOLLARS = 'expected a number of dollars, at least 0';
const wrong: [object, string][] = [
  [{ workdir: '/no/such' }, 'workdir: expected a directory that is there, got "/no/such"'],
  [{ workdir: 7 }, 'workdir: expected a directory that is there, got 7'],
  [{ directories: 'src' }, 'directories: expected a list of texts, got "src"'],
  [
    { directories: ['/', '/no/such'] },
    'directories[1]: expected a directory that is there, got "/no/such"',
  ],
  [{ appendSystemPrompt: 5 }, 'appendSystemPrompt: expected a text, got 5'],
  [{ lookup: 'dns' }, 'lookup: expected a function, got "dns"'],
  [{ session: { keep: true, fork: 1 } }, 'session.fork: expected true or false, got 1'],
  [{ model: 5 }, 'model: expected a name or a model, got 5'],
  [
    { model: {} },
    'model.id: expected a text that is not empty, got nothing; model.stream: expected a function, got nothing',
  ],
  [
    { model: { stream: async function* () {} } },
    'model.id: expected a text that is not empty, got nothing',
  ],
  [{ hooks: [] }, 'hooks: expected an object, got []'],
  [{ noHooks: 'yes' }, 'noHooks: expected true or false, got "yes"'],
  [
    { settingSources: ['users'] },
    'settingSources: expected a list of user, project, local, got ["users"]',
  ],
  [{ settings: {} }, 'settings: expected a text, got {}'],
  [{ projectHooks: 'on' }, 'projectHooks: expected one of approved, trusted, off, got "on"'],
  [{ permissionMode: 'Plan' }, `permissionMode: expected ${MODES}, got "Plan"`],
  [
    { permissionmode: 'plan' },
    'permissionmode: there is no such option; did you mean permissionMode?',
  ],
  [{ permissions: ['Bash'] }, 'permissions: expected an object, got ["Bash"]'],
  [{ permissions: { deny: 'Bash' } }, 'permissions.deny: expected a list of texts, got "Bash"'],
  [
    { permissions: { denny: [] } },
    'permissions.denny: there is no such option; did you mean deny?',
  ],
  [{ confirm: true }, 'confirm: expected a function, got true'],
  [{ ask: 'me' }, 'ask: expected a function, got "me"'],
  [{ mcpServers: [] }, 'mcpServers: expected an object, got []'],
  [{ mcpConfig: 'a.json' }, 'mcpConfig: expected a list of texts, got "a.json"'],
  [
    { mcpWaitMs: Number.POSITIVE_INFINITY },
    'mcpWaitMs: expected a number of milliseconds from 0 to 2147483647, got Infinity',
  ],
  [{ tools: {} }, 'tools: expected a list, got {}'],
  [{ disallowedTools: 'Bash' }, 'disallowedTools: expected a list of texts, got "Bash"'],
  [{ agents: {} }, 'agents: expected a list, got {}'],
  [{ systemPrompt: 1 }, 'systemPrompt: expected a text, got 1'],
  [{ maxTurns: Number.NaN }, 'maxTurns: expected a whole number above 0, got NaN'],
  [{ maxTurns: 0 }, 'maxTurns: expected a whole number above 0, got 0'],
  [{ contextWindow: '5' }, 'contextWindow: expected a whole number above 0, got "5"'],
  [{ prices: 1 }, 'prices: expected an object, got 1'],
  [{ prices: { own: 3 } }, 'prices.own: expected an object, got 3'],
  [
    { prices: { own: { inputt: 3, output: 15 } } },
    `prices.own.inputt: there is no such price; did you mean input?; prices.own.input: ${DOLLARS}, got nothing`,
  ],
  [{ prices: { own: { input: '3', output: 1 } } }, `prices.own.input: ${DOLLARS}, got "3"`],
  [
    { prices: { own: { input: 3, output: Number.NaN, cacheRead: -1 } } },
    `prices.own.output: ${DOLLARS}, got NaN; prices.own.cacheRead: ${DOLLARS}, got -1`,
  ],
  [{ session: true }, 'session: expected { keep: true or false, resume?, fork? }, got true'],
  [{ session: { keep: true, resume: 7 } }, 'session.resume: expected a text, got 7'],
  [{ session: { keep: false, resume: 'x' } }, 'session.resume: expected "keep: true" beside it'],
  [{ launcher: 'no' }, 'launcher: expected true or false, got "no"'],
  [{ home: null }, 'home: expected a text, got null'],
  [{ env: 'A=1' }, 'env: expected an object, got "A=1"'],
  [
    { maxTurns: 1.5, home: 1 },
    'maxTurns: expected a whole number above 0, got 1.5; home: expected a text, got 1',
  ],
];
const tool = {
  name: 'Weather',
  description: 'The weather.',
  input: z.object({}),
  effect: 'none',
  run: async () => ({ success: true, text: 'rain' }),
};
const oneTool = (more: object) => ({ tools: [{ ...tool, ...more }] });
const NAME = 'tools[0].name: expected up to 64 letters, digits, _ or -';
const SCHEMA = 'tools[0].input: expected a schema of zod 4, such as z.object({})';
const OBJECT = 'tools[0].input: expected the schema of an object';
const UNION =
  'at its top, which models do not take; put it into a parameter, or write the schema for the model into inputSchema';
const [a, b] = [z.object({ k: z.literal('a') }), z.object({ k: z.literal('b') })];
const wrongEntries: [object, string][] = [
  [oneTool({ input: z.union([a, b]) }), `${OBJECT}, got "anyOf" ${UNION}`],
  [oneTool({ input: z.discriminatedUnion('k', [a, b]) }), `${OBJECT}, got "oneOf" ${UNION}`],
  [oneTool({ input: z.any() }), `${OBJECT}, such as z.object({}), got one of anything`],
  [oneTool({ input: z.string() }), `${OBJECT}, such as z.object({}), got one of string`],
  [
    oneTool({ inputSchema: { type: 'array' } }),
    'tools[0].inputSchema: expected the schema of an object, such as z.object({}), got one of array',
  ],
  [oneTool({ file: () => [] }), 'tools[0].file: there is no such field; did you mean files?'],
  [oneTool({ category: 'x' }), 'tools[0].category: there is no such field'],
  [
    oneTool({ input: z.object({ path: z.string() }), paths: ['pth'] }),
    'tools[0].paths: pth: there is no such parameter; did you mean path?',
  ],
  [oneTool({ paths: 'path' }), 'tools[0].paths: expected a list of texts, got "path"'],
  ...['constructor', 'toString', '__proto__'].map((name): [object, string] => [
    oneTool({ name }),
    `tools[0].name: ${name} is what every object has; choose another`,
  ]),
  [
    { agents: [{ name: 'reader', description: 'Reads.', tool: ['Read'] }] },
    'agents[0].tool: there is no such field; did you mean tools?',
  ],
  [
    { agents: [{ name: 'a', description: 'x', model: { id: 'm' } }] },
    'agents[0].model.stream: expected a function, got nothing',
  ],
  [{ tools: [5] }, 'tools[0]: expected an object, got 5'],
  [
    { tools: [{ name: 'x', description: 'y', input: z.object({}) }] },
    'tools[0].effect: expected one of read, edit, run, none, got nothing; tools[0].run: expected a function, got nothing',
  ],
  [oneTool({ name: 'a b' }), `${NAME}, got "a b"`],
  [oneTool({ name: '' }), `${NAME}, got ""`],
  [oneTool({ description: 1 }), 'tools[0].description: expected a text, got 1'],
  [oneTool({ input: {} }), `${SCHEMA}, got {}`],
  [
    oneTool({ input: z.object({ at: z.date() }) }),
    'tools[0].input: expected a schema that can be told as JSON Schema (Date cannot be represented in JSON Schema)',
  ],
  [oneTool({ inputSchema: 'x' }), 'tools[0].inputSchema: expected an object, got "x"'],
  [
    oneTool({ effect: 'nonee' }),
    'tools[0].effect: expected one of read, edit, run, none, got "nonee"',
  ],
  [oneTool({ subject: 'x' }), 'tools[0].subject: expected a function, got "x"'],
  [{ tools: [tool, tool] }, 'tools[1].name: there are two tools Weather'],
  [
    oneTool({ name: 'Bash' }),
    "tools[0].name: Bash is a tool of Wave's; to put yours in its place, name it in disallowedTools",
  ],
  [{ agents: [null] }, 'agents[0]: expected an object, got null'],
  [
    { agents: [{ name: 5, description: 'x' }] },
    'agents[0].name: expected a text that is not empty, got 5',
  ],
  [
    { agents: [{ name: 'a', description: 'x', tools: 'Read' }] },
    'agents[0].tools: expected a list of texts, got "Read"',
  ],
];
test.each(wrongEntries)('%j in a list is refused', async (options, fault) => {
  expect(await faultOf(options)).toBe(fault);
});

/** With things of its own, and what a tool has partly above it. */
class Weather {
  readonly name = 'Weather';
  readonly description = '';
  readonly input = z.object({});
  readonly effect = 'none';
  readonly cache = new Map();
  readonly file = '/var/weather';
  readonly _run = () => 'rain';
  async run() {
    return { success: true, text: this._run() };
  }
}

test('an instance of a class may have things of its own, but no slip', async () => {
  expect(await faultOf({ tools: [new Weather()] })).toBeUndefined();
  class Slip extends Weather {
    readonly chek = async () => 'no';
  }
  expect(await faultOf({ tools: [new Slip()] })).toBe(
    'tools[0].chek: there is no such field; did you mean check?',
  );
});

test.each([
  [
    'a union with a schema for the model',
    { input: z.union([a, b]), inputSchema: { type: 'object' } },
  ],
  ['a schema with a name', { input: z.object({ k: z.string() }).meta({ id: 'Own' }) }],
  ['an intersection', { input: z.object({ k: z.string() }).and(z.object({})) }],
])('%s is taken by both protocols', async (_, more) => {
  for (const protocol of ['anthropic', 'chat'] as const) {
    const { agent, result, server } = await talk({
      protocol,
      tools: [{ ...tool, ...more } as Tool],
      script: [call('Weather', { k: 'a' }), say('ok')],
    });
    expect([result.ended, server.faults]).toEqual(['done', []]);
    expect(blocksOf(agent.messages, 'tool').map(({ result }) => result)).toEqual(['rain']);
    const sent = JSON.stringify(server.requests[0]?.body);
    expect(sent).not.toMatch(/"(parameters|input_schema)":\{"\$ref"/);
  }
});

test('a tool stands in the place of one of ours that is left out', async () => {
  const { agent } = await talk({
    tools: [{ ...tool, name: 'Bash' } as Tool],
    disallowedTools: ['Bash'],
    script: [call('Bash', {}), say('ok')],
  });
  expect(blocksOf(agent.messages, 'tool').map(({ result }) => result)).toEqual(['rain']);
});

test.each(wrong)('%j is refused', async (options, fault) => {
  expect(await faultOf(options)).toBe(fault);
});

test('an option that is undefined is none', async () => {
  expect(await faultOf({ maxTurns: undefined, nosuch: undefined })).toBeUndefined();
});

test.each(['', 'nope', '../../../../zz/passwd', '11111111-1111-4111-8111-111111111111'])(
  'a session "%s" that is not there is not begun',
  async (resume) => {
    const [home, workdir] = [tempDir(), tempDir()];
    // What the path would lead to is there: existing alone makes no session.
    mkdirSync(join(home, 'zz'));
    writeFileSync(join(home, 'zz', 'passwd.jsonl'), '');
    expect(await faultOf({ home, workdir, session: { keep: true, resume } })).toBe(
      `session.resume: expected the id of a session of ${workdir}, got ${JSON.stringify(resume)}`,
    );
    expect(() => openUndo(home, workdir, resume)).toThrow(`there is no session "${resume}"`);
    expect([readdirSync(home), readdirSync(join(home, 'zz'))]).toEqual([['zz'], ['passwd.jsonl']]);
  },
);

test('the mode of an agent can be set to a mode only', async () => {
  const agent = await create({});
  expect(() => {
    (agent as { permissionMode: string }).permissionMode = 'Plan';
  }).toThrow(`permissionMode: expected ${MODES}, got "Plan"`);
  expect(agent.permissionMode).toBe('default');
  await agent.close();
});

test.each([
  ['Bash(', 'the rule "Bash(": expected Tool or Tool(pattern)'],
  ['', 'the rule "": expected Tool or Tool(pattern)'],
  ['bash(ls)', 'the rule "bash(ls)": expected Bash, got bash'],
  ['Read(!a)', 'the rule "Read(!a)": a pattern cannot be negated; use the deny list'],
  [5, 'the rule 5: expected a text, got 5'],
])('allow(%j) throws what is wrong with the rule, and keeps nothing', async (rule, fault) => {
  const agent = await create({});
  expect(() => agent.allow(rule as string)).toThrow(new TypeError(`allow: ${fault}`));
  agent.allow(' Bash(ls) ');
  expect([agent.allowed, agent.rules.allow]).toEqual([['Bash(ls)'], ['Bash(ls)']]);
  await agent.close();
});

test('a prompt that is no text is refused in words', async () => {
  const agent = await create({});
  await expect(agent.sendMessage(5 as unknown as string)).rejects.toThrow(
    new TypeError('a prompt: expected a text, got 5'),
  );
  await agent.close();
});

describe('hooks in code', () => {
  const run = () => undefined;
  const wrong: [string, object, string][] = [
    [
      'event',
      { PreToolUs: [{ hooks: [{ type: 'function', run }] }] },
      '"PreToolUs" is not an event',
    ],
    ['type', { Stop: [{ hooks: [{ type: 'comand', command: 'true' }] }] }, 'got "comand"'],
    [
      'field',
      { Stop: [{ hooks: [{ type: 'function', run, timout: 1 }] }] },
      '"timout" is not known',
    ],
    ['matcher', { PreToolUse: [{ matcher: 'Bash(', hooks: [] }] }, '"matcher" "Bash("'],
  ];

  test.each(wrong)(
    'with a wrong %s throw, unless the host asks for a report',
    async (_, hooks, why) => {
      const thrown = await create({ hooks }).catch((error) => error);
      expect(thrown).toBeInstanceOf(TypeError);
      expect(thrown.message).toContain("the agent's options: hooks: ");
      expect(thrown.message).toContain(why);
      const agent = await create({ hooks, problems: 'report' });
      expect(agent.problems.map(({ text }) => text).join()).toContain(why);
      await agent.close();
      const without = await create({ hooks, noHooks: true });
      expect(without.problems).toEqual([]);
      await without.close();
    },
  );

  test('are reported where they come from a file', async () => {
    const settings = join(tempDir(), 'settings.json');
    writeFileSync(settings, JSON.stringify({ hooks: wrong[0]?.[1] }));
    const agent = await create({ settings });
    expect(agent.problems.map(({ text }) => text).join()).toContain('is not an event');
    await agent.close();
  });
});

test('a hook that no tool can reach is told; a tool that we lack beside one that we have is not', async () => {
  const on = (matcher: string) => ({
    matcher,
    hooks: [{ type: 'command' as const, name: matcher, command: 'exit 2' }],
  });
  const agent = await create({
    hooks: { PreToolUse: [on('bash'), on('Edit|MultiEdit'), on('Task')] },
  });
  expect(agent.problems.map(({ text }) => text)).toEqual([
    expect.stringContaining('hook "bash": no tool is called "bash", so it never fires there'),
  ]);
  await agent.close();
});
