import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Tool } from '../../src/vocabulary/tool.ts';
import { openAgent } from '../open-agent.ts';
import { blocksOf, tempDir } from '../talk.ts';
import { type Answer, call, type Reply, say } from './reply.ts';
import type { Protocol } from './server.ts';

const HALF = '\ud83d';
const SMILES = '😀'.repeat(30_000);
const raw = (json: string): Answer => ({ blocks: [{ call: 'Bash', input: {}, raw: json }] });

/** Whatever a model may say that holds half a character, or is cut where one stands. */
const said: [string, Reply][] = [
  ['a text', say(`half ${HALF} of it`)],
  ['an input', raw('{"command":"echo \\ud83d"}')],
  ['an input, deep inside', raw('{"command":"true","more":[{"\\ud83d":["\\ude00"]}]}')],
  ['an input that is no JSON', raw(`{"command":"x${SMILES}`)],
  ['an input that does not fit', call('Bash', { command: [`a${SMILES}`] })],
  ['an unknown parameter', call('Bash', { [`a${HALF}`]: 1 })],
  ['an unknown tool', call(`a${HALF}`, {})],
  ['Read', call('Read', { file_path: 'smiles.txt' })],
  ['Grep', call('Grep', { pattern: 'needle', output_mode: 'content' })],
  ['Bash', call('Bash', { command: 'cat smiles.txt' })],
  ['a tool of the host', call('Cut', {})],
];

const cut: Tool = {
  name: 'Cut',
  description: 'cuts',
  input: z.object({}) as never,
  effect: 'none',
  run: async () => ({ success: true, text: 'x😀'.slice(0, 2) }),
};

describe.each<Protocol>(['anthropic', 'chat'])('half a character never reaches %s', (protocol) => {
  test.each(said)('in %s', async (_, reply) => {
    const workdir = tempDir();
    writeFileSync(join(workdir, 'smiles.txt'), `aneedle${SMILES}\n`);
    const { agent, server } = await openAgent({ protocol, workdir, tools: [cut] });
    server.script(reply, say('then'), say('end'));
    await agent.sendMessage('ONE');
    expect(await agent.sendMessage('TWO')).toMatchObject({ ended: 'done' });
    expect(server.faults).toEqual([]);
    expect(server.requests.length).toBeGreaterThan(1);
  });

  test('in what a tool says of itself', async () => {
    const input = z.object({ why: z.string().describe(`why ${HALF}`) }) as never;
    const tools = [{ ...cut, description: `cuts ${HALF}`, input }];
    const { agent, server, sent } = await openAgent({ protocol, tools });
    server.script(say('end'));
    expect(await agent.sendMessage('GO')).toMatchObject({ ended: 'done' });
    expect(server.faults).toEqual([]);
    for (const text of ['cuts', 'why']) expect(sent()).toContain(`${text} \ufffd`);
  });

  test('from the user, from hooks, and from files', async () => {
    const workdir = tempDir();
    writeFileSync(join(workdir, 'AGENTS.md'), `a${SMILES}`);
    const { agent, server, sent } = await openAgent({
      protocol,
      workdir,
      settingSources: ['project'],
      systemPrompt: `SYSTEM ${HALF}`,
      hooks: {
        UserPromptSubmit: [{ hooks: [{ type: 'function', run: () => `context ${HALF}` }] }],
        PreToolUse: [
          {
            hooks: [
              { type: 'function', run: () => ({ decision: 'block', reason: `reason ${HALF}` }) },
            ],
          },
        ],
      },
    });
    server.script(call('Bash', { command: 'true' }), say('one'), say('SUMMARY'), say('two'));
    await agent.sendMessage(`PROMPT ${HALF}`);
    await agent.compact(`words ${HALF}`);
    expect(await agent.sendMessage('NEXT')).toMatchObject({ ended: 'done' });
    expect(server.faults).toEqual([]);
    for (const text of ['PROMPT', 'SYSTEM', 'context', 'reason', 'words'])
      expect(sent()).toContain(`${text} \ufffd`);
    expect(sent()).toContain('😀\\n[cut]');
  });
});

test('Read cuts a long line between characters, and counts what is missing', async () => {
  const workdir = tempDir();
  writeFileSync(join(workdir, 'smiles.txt'), `a${'😀'.repeat(2_000)}\n`);
  const { agent, server } = await openAgent({ workdir });
  server.script(call('Read', { file_path: 'smiles.txt' }), say('end'));
  await agent.sendMessage('GO');
  expect(blocksOf(agent.messages, 'tool')[0]?.result).toBe(
    `     1\ta${'😀'.repeat(999)} [... 2,002 characters omitted]`,
  );
});

test('a signed thought that had to be mended would not be the one that was signed: it is left out', async () => {
  const { agent, server } = await openAgent();
  const thought = (thinking: string) => ({ thinking, signature: 'sig' });
  server.script(
    { blocks: [thought(`broken ${HALF}`), thought('whole'), { text: 'one' }] },
    say('two'),
  );
  await agent.sendMessage('ONE');
  await agent.sendMessage('TWO');
  expect(server.faults).toEqual([]);
  expect(server.requests.at(-1)?.body.messages?.[1]?.content).toEqual([
    { type: 'thinking', thinking: 'whole', signature: 'sig' },
    expect.objectContaining({ type: 'text', text: 'one' }),
  ]);
});
