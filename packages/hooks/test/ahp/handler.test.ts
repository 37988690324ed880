import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkHooks } from '../../src/checking/check.ts';
import type { EventName } from '../../src/vocabulary/events.ts';
import { fire, tempDir, texts } from '../helpers.ts';

const BACKEND = join(import.meta.dirname, 'backend.mjs');
const POLICY = { timeout: 60, onError: 'continue' };
const CALL = { tool_name: 'Bash', tool_input: { command: 'ls', timeout: 30 } };

/** A backend as a program, and what it was told. */
function backend(answer: unknown, more: object = {}, code = '0') {
  const seen = join(tempDir(), 'seen');
  const said = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const args = [BACKEND, said, seen, code];
  return {
    entry: { type: 'ahp', command: process.execPath, args, ...POLICY, ...more },
    heard: (): { method: string; params: Record<string, never> }[] =>
      existsSync(seen)
        ? readFileSync(seen, 'utf8')
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line))
        : [],
  };
}

const deny = { type: 'deny', reason: 'not today' };
const merge = (value: object) => ({ type: 'modify', target: 'input', operation: 'merge', value });
const replace = (value: object) => ({ ...merge(value), operation: 'replace' });

describe('what a server answers before a tool runs', () => {
  const before = async (...effects: object[]) => {
    const { entry, heard } = backend(effects);
    const verdict = await fire('PreToolUse', [entry], { input: CALL });
    return { verdict, request: heard()[0] };
  };

  test('nothing: nothing; it was told the call and what can be enforced', async () => {
    const { verdict, request } = await before();
    expect([verdict.decision, verdict.toUser]).toEqual(['none', []]);
    expect(request).toMatchObject({
      ...{ jsonrpc: '2.0', method: 'hooks/intercept' },
      params: {
        protocolVersion: 'draft',
        event: {
          ...{ type: 'tool.before', path: 'native' },
          tool: { name: 'Bash', kind: 'shell', origin: 'native', input: CALL.tool_input },
          call: { id: expect.any(String) },
        },
        capabilities: { effects: expect.arrayContaining(['deny', 'return']) },
        state: { permission: 'none', candidate: null },
      },
    });
  });

  test.each<[string, object[], object]>([
    ['deny', [deny], { decision: 'block', toAgent: [{ text: 'not today' }] }],
    ['allow', [{ type: 'allow' }], { decision: 'allow' }],
    ['ask', [{ type: 'ask' }], { decision: 'ask' }],
    ['a message', [{ type: 'message', text: 'hi' }], { toUser: [{ text: 'hi', tone: 'warning' }] }],
    ['a merge', [merge({ command: 'pwd' })], { input: { command: 'pwd', timeout: 30 } }],
    ['a replacement', [replace({ command: 'pwd' })], { input: { command: 'pwd' } }],
    ['an answer', [{ type: 'return', value: null }], { decision: 'none', response: null }],
    [
      'a stop',
      [{ type: 'flow', operation: 'stop', reason: 'enough' }],
      { decision: 'halt', stopReason: 'enough' },
    ],
    [
      'context now and later',
      ['now', 'next_turn'].map((deliverAt) => ({
        ...{ type: 'inject', target: 'context', operation: 'append', deliverAt },
        value: { text: deliverAt },
      })),
      { context: [{ text: 'now' }], nextContext: [{ text: 'next_turn' }] },
    ],
  ])('%s', async (_, effects, expected) => {
    const { verdict } = await before(...effects);
    expect(verdict).toMatchObject(expected);
  });

  test('the same input again is no rewrite', async () => {
    const { verdict } = await before(replace({ timeout: 30, command: 'ls' }));
    expect(verdict).not.toHaveProperty('input');
  });
});

describe('all servers of an event are one chain', () => {
  test('each is told what the one before made of it, and a changed input voids an earlier yes', async () => {
    const first = backend([{ type: 'allow' }]);
    const second = backend([merge({ command: 'pwd' }), { type: 'return', value: 'A' }]);
    const third = backend([]);
    const entries = [first, second, third].map(({ entry }) => entry);
    const verdict = await fire('PreToolUse', entries, { input: CALL });
    expect(second.heard()[0]?.params).toMatchObject({ state: { permission: 'allow' } });
    expect(third.heard()[0]?.params).toMatchObject({
      state: { permission: 'none', candidate: { value: 'A' } },
      event: { tool: { input: { command: 'pwd', timeout: 30 } } },
    });
    expect([verdict.decision, verdict.response]).toEqual(['none', 'A']);
  });

  test.each<[string, () => ReturnType<typeof backend>]>([
    ['a deny', () => backend([deny])],
    ['a stop of the turn', () => backend([{ type: 'flow', operation: 'stop', reason: 'x' }])],
    ['a failure that blocks', () => backend('garbage', { onError: 'block' })],
  ])('after %s the others are only told', async (_, made) => {
    const { entry } = made();
    const next = backend([{ type: 'allow' }]);
    const verdict = await fire('PreToolUse', [entry, next.entry], { input: CALL });
    expect(verdict.decision).toMatch(/block|halt/);
    expect(next.heard().map(({ method }) => method)).toEqual(['hooks/observe']);
  });

  test('a failure that goes on leaves the chain as it was', async () => {
    const next = backend([deny]);
    const verdict = await fire('PreToolUse', [backend('garbage').entry, next.entry], {
      input: CALL,
    });
    expect([verdict.decision, next.heard()[0]?.method]).toEqual(['block', 'hooks/intercept']);
  });
});

describe('an answer counts as a whole or not at all', () => {
  const effects = [merge({ command: 'pwd' }), { type: 'message', text: 'hi' }];
  const line = (more: object) => JSON.stringify({ jsonrpc: '2.0', id: 'x', ...more });

  test.each<[string, unknown, string, RegExp]>([
    [
      'an unknown effect',
      [...effects, { type: 'explode' }],
      '0',
      /effects\[2\]: there is no effect/,
    ],
    ['another id', line({ result: { effects: [] } }), '0', /"id": expected/],
    ['no answer', '', '0', /one JSON object/],
    ['two answers', `${line({})}\n${line({})}`, '0', /one JSON object/],
    ['garbage', 'hello', '0', /one JSON object/],
    [
      'a name that is given twice',
      line({ result: { effects: [{ type: 'deny', reason: 'x' }] } }).replace(
        '"type":"deny"',
        '"type":"deny","type":"allow"',
      ),
      '0',
      /"result\.effects\.\*\.type" is given twice/,
    ],
    ['a program that fails beside its answer', effects, '3', /it exited 3/],
    ['a program that exits 2, as hooks do to block', [], '2', /it exited 2/],
  ])('%s', async (_, answer, code, words) => {
    const open = await fire('PreToolUse', [backend(answer, { name: 'S' }, code).entry], {
      input: CALL,
    });
    expect([open.decision, open.input, texts(open.context)]).toEqual(['none', undefined, []]);
    expect(open.toUser.map(({ text, tone }) => [tone, text])).toEqual([
      ['error', expect.stringMatching(words)],
    ]);
    expect(open.toUser[0]?.text).toContain('hook "S"');
    const entry = backend(answer, { name: 'S', onError: 'block' }, code).entry;
    const shut = await fire('PreToolUse', [entry], { input: CALL });
    expect([shut.decision, shut.input]).toEqual(['block', undefined]);
    expect(texts(shut.toAgent)).toEqual([expect.stringMatching(/guard did not work/)]);
  });

  test('a line of 64 MB', async () => {
    const program = `process.stdout.write('x'.repeat(64 * 2 ** 20))`;
    const entry = { ...backend([]).entry, args: ['-e', program], onError: 'block' };
    const verdict = await fire('PreToolUse', [entry], { input: CALL });
    expect(verdict.decision).toBe('block');
    expect(texts(verdict.toUser)[0]).toMatch(/more to stdout than Wave keeps/);
  });

  test('one that is late', async () => {
    const entry = { ...backend([]).entry, args: ['-e', 'setTimeout(() => {}, 60_000)'] };
    const late = { ...entry, timeout: 0.3, onError: 'block' };
    const verdict = await fire('PreToolUse', [late], { input: CALL });
    expect([verdict.decision, texts(verdict.toUser)[0]]).toEqual([
      'block',
      expect.stringMatching(/timed out/),
    ]);
  });
});

test('at a stop a server sends the agent back, as often as the limit lets it', async () => {
  const entry = backend([{ type: 'flow', operation: 'continue', instruction: 'run the tests' }]);
  const at = (count: number) =>
    fire('Stop', [entry.entry], { input: { stop_hook_count: count, stop_hook_active: count > 0 } });
  expect(await at(0)).toMatchObject({ decision: 'block', toAgent: [{ text: 'run the tests' }] });
  const spent = await at(25);
  expect([spent.decision, texts(spent.toUser)]).toEqual([
    'none',
    [expect.stringMatching(/not offered/)],
  ]);
});

test.each<[EventName, string, object]>([
  ['UserPromptSubmit', 'user.message.inbound', { decision: 'block', erasePrompt: true }],
  ['PermissionRequest', 'tool.permission.request', { decision: 'block' }],
])('%s is %s, and can be refused', async (event, type, expected) => {
  const { entry, heard } = backend([deny]);
  expect(await fire(event, [entry])).toMatchObject(expected);
  expect(heard()[0]?.params).toMatchObject({ event: { type } });
});

test.each<[EventName, string]>([
  ['SessionEnd', 'session.end'],
  ['Notification', 'user.attention'],
  ['StopFailure', 'model.error'],
])('%s is only told, as %s', async (event, type) => {
  const { entry, heard } = backend([deny]);
  const verdict = await fire(event, [{ ...entry, onError: 'continue' }]);
  expect([verdict.decision, verdict.toUser]).toEqual(['none', []]);
  expect(heard()).toMatchObject([{ method: 'hooks/observe', params: { event: { type } } }]);
});

describe('over HTTP', () => {
  async function served(status: number, reply: (id: string) => string) {
    const seen: { authorization: string | undefined; method: string }[] = [];
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        const { id, method } = JSON.parse(Buffer.concat(chunks).toString());
        seen.push({ authorization: request.headers.authorization, method });
        response.writeHead(method === 'hooks/observe' ? 202 : status).end(reply(id));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ahp`;
    return { url, seen };
  }
  const denying = (id: string) =>
    JSON.stringify({ jsonrpc: '2.0', id, result: { protocolVersion: 'draft', effects: [deny] } });
  const entryFor = (url: string, more: object = {}) => ({ type: 'ahp', url, ...POLICY, ...more });
  const run = (url: string, more: object = {}, env: NodeJS.ProcessEnv = {}) =>
    fire('PreToolUse', [entryFor(url, more)], {
      input: CALL,
      options: { projectDir: tempDir(), env, allowedHttpHookUrls: ['http://127.0.0.1:*'] },
    });

  test('a request is a POST with the token, and 200 is the only yes', async () => {
    const { url, seen } = await served(200, denying);
    const verdict = await run(url, { tokenEnv: 'TOKEN' }, { TOKEN: 'sesame' });
    expect([verdict.decision, seen]).toEqual([
      'block',
      [{ authorization: 'Bearer sesame', method: 'hooks/intercept' }],
    ]);
    const created = await served(201, denying);
    expect((await run(created.url)).decision).toBe('none');
    expect((await run(created.url, { onError: 'block' })).decision).toBe('block');
  });

  test('without its token nothing is sent', async () => {
    const { url, seen } = await served(200, denying);
    const verdict = await run(url, { tokenEnv: 'TOKEN', onError: 'block' });
    expect([verdict.decision, seen]).toEqual(['block', []]);
    expect(texts(verdict.toUser)[0]).toMatch(/the variable TOKEN is not set/);
  });

  test('a server that is gone is a failure', async () => {
    const verdict = await run('http://127.0.0.1:9/ahp', { onError: 'block' });
    expect(verdict.decision).toBe('block');
  });
});

test.each<[string, EventName, object, RegExp]>([
  ['no policy', 'PreToolUse', { command: 'a', timeout: 1 }, /"onError": expected "block" or/],
  [
    'no time limit',
    'PreToolUse',
    { command: 'a', onError: 'block' },
    /"timeout": expected seconds/,
  ],
  ['no way', 'PreToolUse', POLICY, /either "url" or "command"/],
  ['two ways', 'PreToolUse', { ...POLICY, command: 'a', url: 'http://a.b' }, /either "url" or/],
  ['no address', 'PreToolUse', { ...POLICY, url: 'here' }, /"url": expected an address/],
  ['no such event', 'PreCompact', { ...POLICY, command: 'a' }, /no event for PreCompact/],
])('an entry with %s is off, and says so', (_, event, entry, words) => {
  const hooks = { [event]: [{ hooks: [{ type: 'ahp', ...entry }] }] };
  const { entries, problems } = checkHooks([{ name: 'test', hooks }]);
  expect(entries.filter(({ handler }) => handler.type === 'ahp')).toEqual([]);
  expect(problems.map(({ text }) => text).join()).toMatch(words);
});
