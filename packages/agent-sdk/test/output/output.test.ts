import { describe, expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import type { JsonSchema } from '../../src/output/output-schema.ts';
import { openAgent } from '../open-agent.ts';
import { blocksOf, hooksOn, ofRole, textOf } from '../talk.ts';
import { call, say } from '../wire/reply.ts';

const SCHEMA = {
  type: 'object',
  properties: { files: { type: 'integer', minimum: 1 } },
  required: ['files'],
  additionalProperties: false,
};

describe.each(['anthropic', 'chat'] as const)('over %s', (protocol) => {
  test('tools are used, and the last message is the output', async () => {
    const { agent, server, dir } = await openAgent({ protocol });
    server.script(call('Bash', { command: 'ls > seen; echo 2' }), say('{"files": 2}'));
    const result = await agent.sendMessage('How many?', { output: SCHEMA });
    expect(result).toMatchObject({
      ended: 'done',
      output: { files: 2 },
      text: '{"files": 2}',
      requests: 2,
    });
    const [prompt, asked] = ofRole(agent.messages, 'user');
    expect([textOf(prompt), prompt?.from, asked?.from]).toEqual(['How many?', 'prompt', 'wave']);
    expect(textOf(asked)).toContain(JSON.stringify(SCHEMA));
    expect(server.requests[0]?.body.tools?.length).toBeGreaterThan(5);
    expect(JSON.stringify(server.requests[0]?.body.messages)).toContain(
      JSON.stringify(JSON.stringify(SCHEMA)).slice(1, -1),
    );
    expect([server.faults, dir.length > 0]).toEqual([[], true]);
  });

  test('what does not fit is told to the model, which corrects it', async () => {
    const { agent, server } = await openAgent({ protocol });
    server.script(say('Two files.'), say('{"files": 0}'), say('```json\n{"files": 2}\n```'));
    const result = await agent.sendMessage('How many?', { output: SCHEMA });
    expect(result).toMatchObject({ ended: 'done', output: { files: 2 }, requests: 3 });
    const [, , first, second] = ofRole(agent.messages, 'user').map(textOf);
    expect(first).toMatch(/^Your last message is not .*:\n- the answer is not a JSON document: /);
    expect(second).toContain('\n- /files: must be >= 1, got 0\n');
    const told = blocksOf(agent.messages, 'notice').map(({ content }) => content);
    expect(told.filter((text) => !text.startsWith('Wave does not know the model'))).toEqual([
      expect.stringMatching(
        /^The answer does not fit the schema \(.*asked to correct it, 1 of 3\.$/,
      ),
      'The answer does not fit the schema (/files: must be >= 1, got 0). The model is asked to correct it, 2 of 3.',
    ]);
    expect(server.faults).toEqual([]);
  });

  test('after three corrections the turn ends, and says why', async () => {
    const { agent, server } = await openAgent({ protocol });
    server.script(...Array.from({ length: 4 }, (_, at) => say(`{"files": ${-at}}`)));
    const result = await agent.sendMessage('How many?', { output: SCHEMA });
    const error =
      'The answer does not fit the schema, after 3 corrections: /files: must be >= 1, got -3';
    expect(result).toMatchObject({ ended: 'invalid-output', error, requests: 4 });
    expect('output' in result).toBe(false);
    expect(blocksOf(agent.messages, 'error')).toEqual([{ type: 'error', content: error }]);
    server.script(say('Words again.'));
    const next = await agent.sendMessage('And now?');
    expect(next).toMatchObject({ ended: 'done', text: 'Words again.' });
    expect('output' in next).toBe(false);
    expect(server.faults).toEqual([]);
  });

  test('a Stop hook sees the document, holds the turn, and what comes then is judged again', async () => {
    const gate = 'cat >> stops; test $(wc -l < stops) -gt 1 || { echo "COUNT AGAIN" >&2; exit 2; }';
    const { agent, server, file } = await openAgent({ protocol, hooks: hooksOn('Stop', gate) });
    server.script(say('no'), say('{"files": 1}'), say('still no'), say('{"files": 2}'));
    const result = await agent.sendMessage('How many?', { output: SCHEMA });
    expect(result).toMatchObject({ ended: 'done', output: { files: 2 }, requests: 4 });
    const stops = (await file('stops')).split('\n').map((line) => JSON.parse(line));
    expect(stops.map((stop) => stop.last_assistant_message)).toEqual([
      '{"files": 1}',
      '{"files": 2}',
    ]);
    expect(ofRole(agent.messages, 'user').map(textOf)).toContain('COUNT AGAIN');
    expect(server.faults).toEqual([]);
  });
});

test('with a schema of zod the output has its type, and what the schema makes of it', async () => {
  const { agent, server } = await openAgent();
  const schema = z.object({
    due: z.string().transform((text) => text.length),
    tags: z.array(z.string()),
  });
  server.script(say('{"due": 7, "tags": []}'), say('{"due": "today", "tags": ["a"]}'));
  const result = await agent.sendMessage('When?', { output: schema });
  expectTypeOf(result.output).toEqualTypeOf<{ due: number; tags: string[] } | undefined>();
  if (result.ended === 'done')
    expectTypeOf(result.output).toEqualTypeOf<{ due: number; tags: string[] }>();
  expect(result).toMatchObject({ ended: 'done', output: { due: 5, tags: ['a'] }, requests: 2 });
  const [, asked, again] = ofRole(agent.messages, 'user').map(textOf);
  expect(asked).toContain('"due":{"type":"string"}');
  expect(again).toContain('- /due: Invalid input: expected string, received number');
});

test('a document may be null, and any other schema will do', async () => {
  const { agent, server } = await openAgent();
  server.script(say('null'));
  const result = await agent.sendMessage('Any?', { output: { type: ['array', 'null'] } });
  expectTypeOf(result.output).toEqualTypeOf<unknown>();
  expect(result).toMatchObject({ ended: 'done', output: null });
});

test.each<readonly [what: string, output: unknown, says: string]>([
  ['a text', 'object', 'output: expected a JSON Schema as an object, or a schema of zod'],
  ['a list', [], 'output: expected a JSON Schema as an object'],
  ['a slip', { reqired: [] }, 'output.reqired: "reqired" is not a keyword'],
  ['a wrong type', { properties: { a: { type: 7 } } }, 'output.properties.a.type: must be'],
  [
    'what JSON Schema cannot say',
    z.object({ at: z.date() }),
    'output: expected a schema that can be told',
  ],
  [
    'a library without JSON Schema',
    { '~standard': { version: 1 } },
    'give its JSON Schema instead',
  ],
])('%s is refused before anything is sent', async (_what, output, says) => {
  const { agent, server } = await openAgent();
  await expect(agent.sendMessage('Go', { output: output as JsonSchema })).rejects.toThrow(
    new TypeError(says).message,
  );
  expect([server.requests, agent.messages]).toEqual([[], []]);
  server.script(say('fine'));
  expect(await agent.sendMessage('Go')).toMatchObject({ ended: 'done' });
});

test('a limit of requests ends it as ever, without an output', async () => {
  const { agent, server } = await openAgent({ maxTurns: 2 });
  server.script(say('no'), say('no'));
  const result = await agent.sendMessage('How many?', { output: SCHEMA });
  expect(result).toMatchObject({ ended: 'turn-limit', requests: 2 });
  expect('output' in result).toBe(false);
});

test('the practice model answers with a document, for trying schemas', async () => {
  const { agent } = await openAgent({ model: 'practice' });
  const result = await agent.sendMessage('answer {"files": 3}', { output: SCHEMA });
  expect(result).toMatchObject({ ended: 'done', output: { files: 3 } });
});

test('a plan that ends the turn is no output: the model is asked for the document', async () => {
  const { agent, server } = await openAgent({ permissionMode: 'plan' });
  server.script(call('ExitPlanMode', { plan: 'Count the files.' }), say('{"files": 2}'));
  const result = await agent.sendMessage('How many?', { output: SCHEMA });
  expect(result).toMatchObject({ ended: 'done', output: { files: 2 }, requests: 2 });
  expect(server.faults).toEqual([]);
});
