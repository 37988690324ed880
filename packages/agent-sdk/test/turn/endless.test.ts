import { existsSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Agent } from '../../src/open/agent.ts';
import type { Model, ModelPart } from '../../src/vocabulary/model.ts';
import { blocksOf, tempDir } from '../talk.ts';
import type { Protocol } from '../wire/server.ts';

/** More than any bound; then the server gives up, so that no test goes on for ever. */
const ENDLESS_BYTES = 128 * 1024 * 1024;
const PIECE = 'x'.repeat(16 * 1024);
/** Signs of life carry a note: without one, half a million of them would have to be read up to the bound. */
const NOTE = 'on '.repeat(50);

interface Flood {
  readonly status?: number;
  /** What comes once, and what comes again and again. */
  readonly first: string;
  readonly again: string;
}

/** An endpoint whose answer does not end. `sent` says how much of it went out. */
async function endless(flood: Flood): Promise<{ url: string; sent: () => number }> {
  let sent = 0;
  const http = createServer(async (incoming, to) => {
    incoming.resume();
    to.writeHead(flood.status ?? 200, { 'content-type': 'text/event-stream' });
    to.write(flood.first);
    while (sent < ENDLESS_BYTES && !to.destroyed) {
      sent += flood.again.length;
      if (!to.write(flood.again)) await drained(to);
    }
    to.end();
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, sent: () => sent };
}

const drained = (to: ServerResponse) =>
  new Promise<void>((resolve) => {
    const go = () => {
      to.off('drain', go).off('close', go);
      resolve();
    };
    to.once('drain', go).once('close', go);
  });

const event = (data: Record<string, unknown>): string =>
  `event: ${data['type']}\ndata: ${JSON.stringify(data)}\n\n`;

const usage = { input_tokens: 1, output_tokens: 1 };
const message = { id: 'm', type: 'message', role: 'assistant', content: [], model: 'm', usage };
const begun = (block: object) =>
  event({ type: 'message_start', message }) +
  event({ type: 'content_block_start', index: 0, content_block: block });
const more = (delta: object) => event({ type: 'content_block_delta', index: 0, delta });

const chunk = (delta: object) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`;
const called = (args: string, head: object = {}) =>
  chunk({ tool_calls: [{ index: 0, ...head, function: { ...head, arguments: args } }] });

const BASH = '{"command":"touch ran","description":"';

const FLOODS: readonly (readonly [Protocol, string, Flood])[] = [
  [
    'anthropic',
    'text',
    {
      first: begun({ type: 'text', text: '' }),
      again: more({ type: 'text_delta', text: PIECE }),
    },
  ],
  [
    'anthropic',
    'thoughts',
    {
      first: begun({ type: 'thinking', thinking: '', signature: '' }),
      again: more({ type: 'thinking_delta', thinking: PIECE }),
    },
  ],
  [
    'anthropic',
    'what a call is given',
    {
      first:
        begun({ type: 'tool_use', id: 't', name: 'Bash', input: {} }) +
        more({ type: 'input_json_delta', partial_json: BASH }),
      again: more({ type: 'input_json_delta', partial_json: PIECE }),
    },
  ],
  [
    'anthropic',
    'signs of life',
    { first: begun({ type: 'text', text: '' }), again: event({ type: 'ping', NOTE }).repeat(100) },
  ],
  ['chat', 'comments', { first: chunk({ role: 'assistant' }), again: `: ${NOTE}\n\n`.repeat(100) }],
  ['anthropic', 'one line', { first: 'event: message_start\ndata: ', again: PIECE }],
  ['chat', 'text', { first: chunk({ role: 'assistant' }), again: chunk({ content: PIECE }) }],
  [
    'chat',
    'thoughts',
    { first: chunk({ role: 'assistant' }), again: chunk({ reasoning_content: PIECE }) },
  ],
  [
    'chat',
    'what a call is given',
    { first: called(BASH, { id: 't', type: 'function', name: 'Bash' }), again: called(PIECE) },
  ],
  ['chat', 'one line', { first: 'data: ', again: PIECE }],
];

async function agentAt(url: string, protocol: Protocol): Promise<{ agent: Agent; dir: string }> {
  const [dir, home] = [tempDir(), tempDir()];
  const name = protocol === 'chat' ? 'OPENAI' : 'ANTHROPIC';
  const env = {
    ...process.env,
    HOME: home,
    [`${name}_API_KEY`]: 'test-key',
    [`${name}_BASE_URL`]: protocol === 'chat' ? `${url}/v1` : url,
    WAVE_MODEL: `${name.toLowerCase()}/endless`,
  };
  const options = { workdir: dir, home, env, launcher: false };
  const agent = await Agent.create({ ...options, permissionMode: 'bypassPermissions' });
  onTestFinished(() => agent.close());
  return { agent, dir };
}

let turns = 0;

describe('an answer without an end', () => {
  test.each(FLOODS)('of %s: %s', async (protocol, _, flood) => {
    const { url, sent } = await endless(flood);
    const { agent, dir } = await agentAt(url, protocol);
    const before = process.memoryUsage().rss;
    const result = await agent.sendMessage('Go.');
    expect(result).toMatchObject({
      ended: 'failed',
      error: expect.stringMatching(
        /^127\.0\.0\.1:\d+ sent more than 16 MiB without coming to an end\. The answer was cut off, and nothing/,
      ),
    });
    expect(sent()).toBeLessThan(100 * 1024 * 1024);
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
    expect(existsSync(join(dir, 'ran'))).toBe(false);
    expect(blocksOf(agent.messages, 'tool')).toEqual([]);
    // What is kept goes out with every later request.
    expect(JSON.stringify(agent.messages).length).toBeLessThan(100_000);
  });

  test('a refusal is read as far as it is needed', async () => {
    const { url, sent } = await endless({ status: 400, first: 'no: ', again: PIECE });
    const { agent } = await agentAt(url, 'anthropic');
    expect(await agent.sendMessage('Go.')).toMatchObject({ ended: 'failed' });
    expect(sent()).toBeLessThan(32 * 1024 * 1024);
  });

  test.each<[string, () => ModelPart]>([
    ['text', () => ({ is: 'text', text: PIECE })],
    ['thoughts', () => ({ is: 'reasoning', text: PIECE })],
    ['calls', () => ({ is: 'call', id: '', name: 'Bash', input: { command: PIECE } })],
    ['empty calls', () => ({ is: 'call', id: '', name: 'x', input: {} })],
    ['thoughts between words', () => ({ is: turns++ % 2 ? 'text' : 'reasoning', text: '.' })],
  ])('of a model of your own: %s', async (_, part) => {
    let given = 0;
    const model: Model = {
      id: 'own',
      async *stream() {
        for (; given < 1_000_000; given++) yield part();
      },
    };
    const agent = await Agent.create({
      workdir: tempDir(),
      home: tempDir(),
      model,
      launcher: false,
    });
    onTestFinished(() => agent.close());
    expect(await agent.sendMessage('Go.')).toMatchObject({
      ended: 'failed',
      error: expect.stringContaining('The model sent more than 16 MiB'),
    });
    expect(given).toBeLessThan(20_000);
    expect(blocksOf(agent.messages, 'tool')).toEqual([]);
  });
});
