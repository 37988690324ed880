import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createEngine } from '../../src/engine/engine.ts';
import type { EngineOptions } from '../../src/engine/engine-options.ts';
import type { Verdict } from '../../src/vocabulary/verdict.ts';
import { INPUTS, tempDir } from '../helpers.ts';

interface Reply {
  readonly status?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly delayMs?: number;
}

interface Got {
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
  readonly port: number | undefined;
  readonly url: string | undefined;
}

/** A server on loopback that answers all requests alike and writes them down. */
async function serve(reply: Reply = {}, host = '127.0.0.1') {
  const got: Got[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { headers, url, socket } = request;
    got.push({ body, headers, url, port: socket.remotePort });
    await sleep(reply.delayMs ?? 0);
    response.writeHead(reply.status ?? 200, reply.headers).end(reply.body ?? '');
  });
  await listening(server, host);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { got, server, port: (server.address() as AddressInfo).port };
}

const listening = (server: Server, host: string, port = 0) =>
  new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(port, host, done);
  });

const LOCAL = ['http://127.0.0.1:*'];

/** An engine with one http hook on an event. */
async function hooked(
  entry: Record<string, unknown>,
  more: EngineOptions = {},
  event: keyof typeof INPUTS = 'PreToolUse',
) {
  const engine = await createEngine({
    hooks: { [event]: [{ hooks: [{ type: 'http', ...entry }] }] },
    allowedHttpHookUrls: LOCAL,
    projectDir: tempDir(),
    launcher: false,
    ...more,
  });
  onTestFinished(() => engine.close());
  return { engine, fire: () => engine.fire(INPUTS[event]) };
}

const textsOf = ({ toUser }: Verdict) => toUser.map(({ text }) => text).join('\n');
const outcomes = ({ runs }: Verdict) => runs.map(({ outcome }) => outcome);

test('the event is posted as JSON, and an answer counts as exit 0 with it', async () => {
  const { port, got } = await serve({ body: '{"decision":"deny","reason":"not here"}' });
  const { fire } = await hooked({ url: `http://127.0.0.1:${port}/check?x=1` });
  const verdict = await fire();
  expect(verdict).toMatchObject({ decision: 'block', toAgent: [{ text: 'not here' }] });
  expect(outcomes(verdict)).toEqual([{ is: 'exit', code: 0 }]);
  expect(JSON.parse(got[0]?.body ?? '')).toMatchObject(INPUTS.PreToolUse);
  expect(got[0]).toMatchObject({
    url: '/check?x=1',
    headers: { 'content-type': 'application/json', host: `127.0.0.1:${port}` },
  });
  expect(verdict.runs[0]?.hook).toBe(`http://127.0.0.1:${port}/check?...`);
});

test.each([
  [{ status: 204 }],
  [{ status: 200, body: '' }],
  [{ status: 200, body: ' \n' }],
  [{ status: 200, body: '{}' }],
])('%j is silence', async (reply) => {
  const { port } = await serve(reply);
  const { fire } = await hooked({ url: `http://127.0.0.1:${port}` }, {}, 'UserPromptSubmit');
  expect(await fire()).toMatchObject({ decision: 'none', toAgent: [], toUser: [], context: [] });
});

const FAILURES: [Reply, string][] = [
  [{ status: 500, body: 'out of order' }, 'answered HTTP 500: out of order'],
  [{ status: 404 }, 'answered HTTP 404'],
  [{ status: 200, body: 'all fine' }, 'answered HTTP 200 with a body that is not an answer'],
  [{ status: 200, body: '[]' }, 'answered HTTP 200 with a body that is not an answer'],
  [{ status: 200, body: '{"fine":true}' }, 'answered HTTP 200 with a body that is not an answer'],
  [{ status: 200, body: '{"decision":' }, 'answered HTTP 200 with a body that is not an answer'],
  [{ status: 403, body: '{"decision":"deny","reason":"no"}' }, 'answered HTTP 403'],
  [{ status: 302, headers: { location: '/' } }, 'answered HTTP 302, and Wave follows no redirects'],
];

test.each(FAILURES)('%j is a failure', async (reply, said) => {
  const { port, got } = await serve(reply);
  const { fire } = await hooked({ url: `http://127.0.0.1:${port}`, name: 'web' });
  const verdict = await fire();
  expect(verdict.decision).toBe('none');
  expect(outcomes(verdict)).toEqual([{ is: 'http', status: reply.status }]);
  expect(verdict.toUser).toMatchObject([{ tone: 'error', hook: 'web' }]);
  expect(textsOf(verdict)).toContain(`hook "web" ${said}`);
  expect(got.length).toBe(1);
  const guard = await hooked({ url: `http://127.0.0.1:${port}`, onError: 'block' });
  expect((await guard.fire()).decision).toBe('block');
});

test('a time-out, a body without end and a server that is not there are failures', async () => {
  const slow = await serve({ delayMs: 5_000 });
  const late = await hooked({ url: `http://127.0.0.1:${slow.port}`, timeout: 0.2 });
  expect(outcomes(await late.fire())).toEqual([{ is: 'timeout', ms: 200 }]);
  const large = await serve({ body: `{"reason":"${'x'.repeat(5_000)}"}` });
  const cut = await hooked(
    { url: `http://127.0.0.1:${large.port}` },
    { limits: { outputBytes: 1_000 } },
  );
  expect(outcomes(await cut.fire())).toEqual([{ is: 'cut', stream: 'stdout' }]);
  const gone = await serve();
  await new Promise((done) => gone.server.close(done));
  const none = await hooked({ url: `http://127.0.0.1:${gone.port}` });
  const [end] = outcomes(await none.fire());
  expect(end).toMatchObject({ is: 'start', error: expect.stringContaining('ECONNREFUSED') });
});

test('a request that is under way ends with its event', async () => {
  const { port } = await serve({ delayMs: 5_000 });
  const { engine } = await hooked({ url: `http://127.0.0.1:${port}` });
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 100);
  const verdict = await engine.fire(INPUTS.PreToolUse, { signal: abort.signal });
  expect(outcomes(verdict)).toEqual([{ is: 'cancelled' }]);
});

test('one connection serves all events of a session', async () => {
  const { port, got } = await serve();
  const { fire } = await hooked({ url: `http://127.0.0.1:${port}` });
  for (let at = 0; at < 5; at++) await fire();
  expect(got.length).toBe(5);
  expect(new Set(got.map((one) => one.port)).size).toBe(1);
});

test('a connection that the server closed while it was idle costs nothing', async () => {
  const { port, got, server } = await serve();
  const { fire } = await hooked({ url: `http://127.0.0.1:${port}` });
  await fire();
  server.closeAllConnections();
  expect(outcomes(await fire())).toEqual([{ is: 'exit', code: 0 }]);
  expect(got.length).toBe(2);
});

test('the connection goes to the address that was checked: a name is looked up once', async () => {
  const { port, got } = await serve();
  const asked: string[] = [];
  // A name that changes where it leads as soon as it was looked at.
  const lookup = async (host: string) => {
    asked.push(host);
    return asked.length === 1 ? ['127.0.0.1'] : ['127.0.0.2'];
  };
  const { fire } = await hooked(
    { url: `http://hooks.test:${port}/x` },
    { lookup, allowedHttpHookUrls: ['http://hooks.test:*'] },
  );
  const verdict = await fire();
  expect(outcomes(verdict)).toEqual([{ is: 'exit', code: 0 }]);
  expect(asked).toEqual(['hooks.test']);
  expect(got[0]?.headers.host).toBe(`hooks.test:${port}`);
});

test('a name that leads here is called only if the list has it letter for letter', async () => {
  const { port, got } = await serve();
  const lookup = async () => ['127.0.0.1'];
  const url = `http://hooks.test:${port}/x`;
  for (const allowedHttpHookUrls of [undefined, ['http://*:*'], ['http://hooks.*:*/x']]) {
    const { fire } = await hooked({ url }, { lookup, allowedHttpHookUrls } as EngineOptions);
    const verdict = await fire();
    expect(outcomes(verdict)).toMatchObject([{ is: 'start' }]);
    expect(textsOf(verdict)).toContain('"allowedHttpHookUrls": [');
  }
  expect(got).toEqual([]);
});

test.each(['127.0.0.1', '2130706433', '0x7f.1', '0', '[::1]', '[::ffff:127.0.0.1]'])(
  'without a list %s is not called, and the line to add is printed',
  async (host) => {
    const { port, got } = await serve();
    const engine = await createEngine({
      hooks: { PreToolUse: [{ hooks: [{ type: 'http', url: `http://${host}:${port}/x` }] }] },
      projectDir: tempDir(),
      launcher: false,
    });
    onTestFinished(() => engine.close());
    const verdict = await engine.fire(INPUTS.PreToolUse);
    expect(outcomes(verdict)).toMatchObject([{ is: 'start' }]);
    const [, line = ''] = /("allowedHttpHookUrls": .*\])/.exec(textsOf(verdict)) ?? [];
    expect(JSON.parse(`{${line}}`)).toEqual({
      allowedHttpHookUrls: [new URL(`http://${host}:${port}/x`).href],
    });
    expect(got).toEqual([]);
  },
);

test('headers take variables that are allowed, and nothing of them comes back', async () => {
  const SECRET = 'tok-5eCr3t-value';
  const { port, got } = await serve({
    body: JSON.stringify({ systemMessage: `you sent ${SECRET} and Basic bGl0ZXJhbDpzZWNyZXQ=` }),
  });
  const seen: string[] = [];
  const { fire, engine } = await hooked(
    {
      url: `http://127.0.0.1:${port}`,
      headers: {
        Authorization: 'Bearer ${HOOK_TOKEN}',
        'X-Other': '$HOOK_TEAM',
        'X-Api-Key': 'Basic bGl0ZXJhbDpzZWNyZXQ=',
      },
      allowedEnvVars: ['HOOK_TOKEN', 'HOOK_TEAM'],
    },
    {
      env: { ...process.env, HOOK_TOKEN: SECRET, HOOK_TEAM: 'blue' },
      observe: (event) => void seen.push(JSON.stringify(event)),
    },
  );
  expect(engine.problems).toEqual([]);
  const verdict = await fire();
  expect(got[0]?.headers).toMatchObject({
    authorization: `Bearer ${SECRET}`,
    'x-other': 'blue',
    'x-api-key': 'Basic bGl0ZXJhbDpzZWNyZXQ=',
  });
  const all = JSON.stringify(verdict) + seen.join('');
  expect(all).not.toContain(SECRET);
  expect(all).not.toContain('bGl0ZXJhbDpzZWNyZXQ=');
});

test('a variable that is not set is a failure, and no request goes out', async () => {
  const { port, got } = await serve();
  const { fire } = await hooked(
    {
      url: `http://127.0.0.1:${port}`,
      headers: { Authorization: 'Bearer ${HOOK_TOKEN}' },
      allowedEnvVars: ['HOOK_TOKEN'],
    },
    { env: {} },
  );
  expect(outcomes(await fire())).toEqual([
    {
      is: 'start',
      error: 'the header Authorization needs the variable HOOK_TOKEN, which is not set',
    },
  ]);
  expect(got).toEqual([]);
});

const WRONG: [Record<string, unknown>, string][] = [
  [{ url: 'ftp://a.example' }, 'begins with http:// or https://'],
  [{ url: 'hook' }, 'begins with http:// or https://'],
  [{ url: 'https://me:pass-word@a.example' }, 'without a user name and a password'],
  [{ url: 'https://a.example', headers: 'pass-word' }, '"headers": expected an object'],
  [{ url: 'https://a.example', headers: { A: 1 } }, '"headers.A": expected a text'],
  [{ url: 'https://a.example', headers: { 'A B': 'x' } }, 'name of a header'],
  [{ url: 'https://a.example', headers: { Host: 'b' } }, 'Wave sets this header itself'],
  [{ url: 'https://a.example', headers: { A: 'pass-word\n' } }, 'characters that no header'],
  [{ url: 'https://a.example', headers: { A: '${B}' } }, '${B} is not among "allowedEnvVars"'],
  [{ url: 'https://a.example', allowedEnvVars: 'B' }, "a list of variables' names"],
  [{}, '"url": expected a text'],
];

test.each(WRONG)('%j is off, and the message holds no value', async (entry, why) => {
  const { engine } = await hooked(entry, { problems: 'report' });
  expect(engine.entries).toEqual([]);
  expect(engine.problems).toMatchObject([{ level: 'error' }]);
  const told = JSON.stringify(engine.problems);
  expect(told.replaceAll('\\"', '"')).toContain(why);
  expect(told).not.toContain('pass-word');
});

test('identical requests are one hook', async () => {
  const { port, got } = await serve();
  const to = { type: 'http', url: `http://127.0.0.1:${port}` } as const;
  const entry = { ...to, headers: { A: '1', B: '2' } };
  const twin = { ...to, headers: { B: '2', A: '1' } };
  const other = { ...entry, headers: { A: '1' } };
  const engine = await createEngine({
    hooks: { PreToolUse: [{ hooks: [entry, twin, other] }] },
    allowedHttpHookUrls: LOCAL,
    projectDir: tempDir(),
    launcher: false,
  });
  onTestFinished(() => engine.close());
  expect((await engine.fire(INPUTS.PreToolUse)).runs.length).toBe(2);
  expect(got.length).toBe(2);
});
