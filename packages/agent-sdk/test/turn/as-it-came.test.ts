import { expect, it } from 'vitest';
import { convertMessagesForAPI } from '../../src/utils/convertMessagesForAPI.ts';
import type { Block, Message } from '../../src/vocabulary/messages.ts';
import type { Model, ModelPart } from '../../src/vocabulary/model.ts';
import { hooksOn, printing, startAgent, talk, tempDir } from '../talk.ts';
import { fail, say, type WireBlock } from '../wire/reply.ts';
import type { WireRequest } from '../wire/server.ts';

// Anthropic: thinking blocks of the latest answer cannot be modified or moved; what is in front of a signed block
// must come back as it was (docs, preserved thinking). A final thinking block is refused.

const think = (name: string): WireBlock => ({ thinking: name, signature: `signed ${name}` });

/** The last answer in a request, in short. */
const answerIn = (request: WireRequest | undefined): unknown[] =>
  (request?.body.messages?.findLast(({ role }) => role === 'assistant')?.content ?? []).map(
    (block) => {
      const { type, text, thinking, signature, input } = block as unknown as Record<
        string,
        unknown
      >;
      return [type, text ?? thinking ?? input, ...(signature ? [signature] : [])];
    },
  );

const INTERLEAVED: readonly WireBlock[] = [
  think('one'),
  { text: 'Before.' },
  { call: 'Bash', input: { command: 'echo 1' }, id: 'a' },
  think('two'),
  { text: 'Between.' },
  { text: 'And more.' },
  { call: 'Bash', input: { command: 'echo 2' }, id: 'b' },
];

it('sends thoughts, texts and calls back in their order, and glues nothing', async () => {
  const { server } = await talk({ script: [{ blocks: INTERLEAVED }, say('Done.')] });
  expect(answerIn(server.requests[1])).toEqual([
    ['thinking', 'one', 'signed one'],
    ['text', 'Before.'],
    ['tool_use', { command: 'echo 1' }],
    ['thinking', 'two', 'signed two'],
    ['text', 'Between.'],
    ['text', 'And more.'],
    ['tool_use', { command: 'echo 2' }],
  ]);
  expect(server.faults).toEqual([]);
});

it('keeps the order in the session, for whoever resumes it', async () => {
  const home = tempDir();
  const { agent, dir, server } = await talk({
    home,
    session: { keep: true },
    script: [{ blocks: INTERLEAVED }, say('Done.')],
  });
  const before = answerIn(server.requests[1]);
  const id = agent.sessionId;
  await agent.close();
  const again = await startAgent({
    workdir: dir,
    home,
    session: { keep: true, resume: id },
  });
  again.server.script(say('Still here.'));
  await again.agent.sendMessage('And?');
  const sent = again.server.requests[0]?.body.messages ?? [];
  expect(answerIn({ body: { messages: sent.slice(0, 2) } } as unknown as WireRequest)).toEqual(
    before,
  );
});

it('drops a final thought of an answer that was cut', async () => {
  const { server, send } = await talk({
    script: [{ blocks: [{ text: 'Half.' }, think('cut')], stop: 'length' }],
  });
  await send('Go on', say('Done.'));
  expect(answerIn(server.requests[1])).toEqual([['text', 'Half.']]);
});

it('sends what the model asked for, not what a hook made of it, where a thought follows', async () => {
  const updatedInput = { command: 'echo other' };
  const { server } = await talk({
    hooks: hooksOn(
      'PreToolUse',
      printing({ hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput } }),
    ),
    script: [{ blocks: INTERLEAVED }, say('Done.')],
  });
  expect(answerIn(server.requests[1])[2]).toEqual(['tool_use', { command: 'echo 1' }]);
});

// Gemini's signatures are with calls; for those that it does not take back it documents a stand-in.
it('asks Gemini once more without signatures that it refuses', async () => {
  const { result, server } = await talk({
    protocol: 'gemini',
    script: [
      { blocks: [{ call: 'Bash', input: { command: 'true' } }] },
      fail(400, { message: 'Corrupted thought signature.' }),
      say('Done.'),
    ],
  });
  const signatures = server.requests.map(
    ({ body }) => /"thoughtSignature":"(.*?)"/.exec(JSON.stringify(body))?.[1],
  );
  expect([result.ended, signatures[2]]).toEqual(['done', 'skip_thought_signature_validator']);
  expect(signatures[1]).not.toBe(signatures[2]);
});

const metadata = { google: { thoughtSignature: 'sig' } };

/** A model that a host brings, which says these parts, one list a request. */
function scripted(
  id: string,
  provider: string,
  answers: ModelPart[][],
): Model & { sent: string[] } {
  const sent: string[] = [];
  return {
    id,
    provider,
    sent,
    async *stream({ messages }) {
      sent.push(JSON.stringify(messages));
      yield* answers.shift() ?? [];
    },
  };
}

const usage = { inputTokens: 1, outputTokens: 1, cachedTokens: 0, cacheWriteTokens: 0 };
const end = (reason: 'stop' | 'calls' = 'stop'): ModelPart => ({ is: 'finish', usage, reason });

it('keeps what belongs to a call and sends it back with it', async () => {
  const call: ModelPart = {
    ...{ is: 'call', id: 'x', name: 'Bash', input: { command: 'true' } },
    metadata,
  };
  const model = scripted('gemini-3', 'google', [[call, end('calls')], [end()]]);
  const { agent } = await startAgent({ model });
  await agent.sendMessage('Go');
  expect(agent.messages.flatMap(({ blocks }) => blocks)).toContainEqual(
    expect.objectContaining({ type: 'tool', id: 'x', metadata }),
  );
  expect(model.sent[1]).toContain('"providerOptions":{"google":{"thoughtSignature":"sig"}}');
});

const answer = (model: string | undefined, ...blocks: Block[]): Message => ({
  ...{ id: 'm', role: 'assistant', blocks },
  ...(model === undefined ? {} : { model }),
});
const PROMPT: Message = { id: 'p', role: 'user', blocks: [{ type: 'text', content: 'Go' }] };
const THOUGHT: Block = { type: 'reasoning', content: 'hm', metadata: { anthropic: {} } };
const SAID: Block = { type: 'text', content: 'Yes.', metadata };

it.each([
  ['anthropic', 'claude-a', true],
  ['anthropic', 'claude-b', false],
  ['openai', 'gpt-9', false],
])('sends the thoughts of claude-a to %s/%s: %s', (provider, id, isSent) => {
  const messages = [PROMPT, answer('anthropic/claude-a', THOUGHT, SAID)];
  const sent = JSON.stringify(convertMessagesForAPI(messages, { provider, id }));
  expect([sent.includes('"hm"'), sent.includes('sig')]).toEqual([isSent, isSent]);
});

it('takes all models of Gemini for one family: each wants the signatures of the others', () => {
  const messages = [PROMPT, answer('google/gemini', THOUGHT, SAID)];
  const sent = convertMessagesForAPI(messages, { provider: 'google', id: 'gemini-3-flash' });
  expect(JSON.stringify(sent)).toContain('sig');
});

it('leaves out a thought behind a call that an interruption took away', async () => {
  const controller = new AbortController();
  const parts: ModelPart[] = [
    { is: 'reasoning', text: 'one', metadata: { anthropic: { signature: '1' } } },
    { is: 'text', text: 'A.' },
    { is: 'call', id: 'x', name: 'Bash', input: {} },
    { is: 'reasoning', text: 'two', metadata: { anthropic: { signature: '2' } } },
    { is: 'text', text: 'B.' },
  ];
  const model: Model = {
    id: 'm',
    async *stream(_, { signal }) {
      yield* parts;
      controller.abort();
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    },
  };
  const { agent } = await startAgent({ model });
  await agent.sendMessage('Go', { signal: controller.signal });
  const blocks = agent.messages.findLast(({ role }) => role === 'assistant')?.blocks;
  expect(blocks?.map((block) => 'content' in block && block.content)).toEqual(['one', 'A.', 'B.']);
});
