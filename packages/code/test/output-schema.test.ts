import { describe, expect, onTestFinished, test } from 'vitest';
import { type Reply, say } from '../../agent-sdk/test/wire/reply.ts';
import { type Protocol, startWire } from '../../agent-sdk/test/wire/server.ts';
import { place, wave } from './helpers.ts';
import { openTerminal } from './screen/terminal.ts';

const SCHEMA = {
  type: 'object',
  properties: { files: { type: 'integer', minimum: 1 } },
  required: ['files'],
};

async function ask(
  script: readonly Reply[],
  { args = [], protocol = 'anthropic' }: { args?: string[]; protocol?: Protocol } = {},
) {
  const where = place();
  where.write('project/schema.json', SCHEMA);
  const server = await startWire();
  onTestFinished(() => server.close());
  server.script(...script);
  const all = ['-p', 'How many?', '--output-schema', 'schema.json', ...args];
  const ended = await wave(all, where, { env: server.env(protocol) });
  return { ...ended, server };
}

describe.each(['anthropic', 'chat'] as const)('over %s', (protocol) => {
  test('the document alone is on stdout, however the model wrapped it', async () => {
    const { code, stdout, stderr, server } = await ask([say('```json\n{ "files": 2 }\n```')], {
      protocol,
    });
    const told = protocol === 'chat' ? /^info: Wave does not know the model gpt-test.*\n$/ : /^$/;
    expect([code, stdout, stderr]).toEqual([0, '{"files":2}\n', expect.stringMatching(told)]);
    expect(server.faults).toEqual([]);
  });

  test('json has it as structured_output, beside the text', async () => {
    const { code, stdout } = await ask([say('{"files": 0}'), say('{"files": 2}')], {
      protocol,
      args: ['--output-format', 'json'],
    });
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({
      code: 0,
      ended: 'done',
      result: '{"files": 2}',
      structured_output: { files: 2 },
      num_turns: 2,
      notices: expect.arrayContaining([
        { tone: 'warning', text: expect.stringContaining('/files: must be >= 1, got 0') },
      ]),
    });
  });

  test('stream-json has it in its last line', async () => {
    const { stdout } = await ask([say('{"files": 2}')], {
      protocol,
      args: ['--output-format', 'stream-json'],
    });
    const lines = stdout.trim().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      type: 'result',
      structured_output: { files: 2 },
    });
  });

  test('what never fits is exit 4, with nothing on stdout for a script to take', async () => {
    const { code, stdout, stderr } = await ask(Array(4).fill(say('Two.')), { protocol });
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(stderr).toMatch(
      /error: The answer does not fit the schema, after 3 corrections: the answer is not a JSON document/,
    );
    expect(stderr.match(/asked to correct it/g)).toHaveLength(3);
  });
});

test('in json, what never fits has its error and no structured_output', async () => {
  const { code, stdout } = await ask(Array(4).fill(say('Two.')), {
    args: ['--output-format', 'json'],
  });
  const result = JSON.parse(stdout);
  expect({ code, ...result }).toMatchObject({
    code: 4,
    ended: 'invalid-output',
    result: 'Two.',
    error: expect.stringContaining('after 3 corrections'),
  });
  expect(result).not.toHaveProperty('structured_output');
});

test.each<readonly [what: string, text: string, says: string | RegExp]>([
  ['no JSON', '{\n  "type": objet\n}', /schema\.json:2:\d+: not valid JSON: /],
  ['a list', '[]', /schema\.json:1:1: expected an object, got \[\]/],
  [
    'a wrong word',
    '{\n  "type": "object",\n  "properties": {\n    "a": { "type": "strin" }\n  }\n}',
    /schema\.json:4: "properties\.a\.type": must be one of .*, got "strin"/,
  ],
  [
    'a slip',
    '{\n  "type": "object",\n  "reqired": []\n}',
    /schema\.json:3: "reqired": "reqired" is not a keyword .*did you mean "required"\?/,
  ],
])('a schema file with %s is told with its place, and nothing starts', async (_, text, says) => {
  const where = place();
  where.write('project/schema.json', text);
  const { code, stdout, stderr } = await wave(
    ['-p', 'hello', '--output-schema', 'schema.json', '--model', 'practice'],
    where,
  );
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(says);
});

test('a file that is not there, and an empty name', async () => {
  const where = place();
  const run = (file: string) => wave(['-p', 'x', '--output-schema', file], where);
  expect((await run('none.json')).stderr).toBe(
    `wave: --output-schema: there is no file ${where.project}/none.json\n`,
  );
  expect((await run('')).stderr).toMatch(/^wave: --output-schema: expected a file, got ""\n/);
});

test('the screen has no use for it, and a piped prompt has', async () => {
  const where = place();
  where.write('project/schema.json', SCHEMA);
  const screen = openTerminal({ where, args: ['--output-schema', 'schema.json'] });
  await screen.waitFor('--output-schema is for one prompt: wave -p "prompt"');
  const args = ['--output-schema', 'schema.json', '--model', 'practice'];
  const { code, stdout } = await wave(args, where, { stdin: 'answer {"files": 3}' });
  expect({ code, stdout }).toEqual({ code: 0, stdout: '{"files":3}\n' });
});
