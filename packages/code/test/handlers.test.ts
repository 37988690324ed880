import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { checkHooks, type Verdict } from '@wavehooks/hooks';
import { expect, onTestFinished, test } from 'vitest';
import { linesOf, memory } from '../../agent-sdk/test/mcp/servers.ts';
import { CERTIFICATE, KEY } from '../../agent-sdk/test/wire/certificate.ts';
import { say } from '../../agent-sdk/test/wire/reply.ts';
import { startWire } from '../../agent-sdk/test/wire/server.ts';
import { type Place, place, wave } from './helpers.ts';
import { type Seen, serve } from './serve.ts';

const TOOL = '{"tool_name":"Bash","tool_input":{"command":"rm -rf /"}}';
const DENIES = { body: '{"decision":"deny","reason":"ZZNO"}' };
const LOCAL = ['http://127.0.0.1:*'];
/** No model is in reach, whatever the machine has. */
const NO_KEYS = {
  ANTHROPIC_API_KEY: '',
  ANTHROPIC_AUTH_TOKEN: '',
  OPENAI_API_KEY: '',
  OPENAI_BASE_URL: '',
  WAVE_MODEL: '',
};

const onBash = (...hooks: object[]) => ({ PreToolUse: [{ matcher: 'Bash', hooks }] });

const hooks = (where: Place, args: string[], env: Record<string, string> = {}) =>
  wave(['hooks', ...args], where, { stdin: TOOL, env: { ...NO_KEYS, ...env } });

async function verdictOf(
  where: Place,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<Verdict> {
  const { stdout, stderr } = await hooks(where, ['run', 'PreToolUse', '--json', ...args], env);
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

const textsOf = ({ toUser }: Verdict) => toUser.map(({ text }) => text).join('\n');

test('the entries in the docs are entries', () => {
  const docs = readFileSync(new URL('../../../docs/handlers.md', import.meta.url), 'utf8');
  const entries = [...docs.matchAll(/```json\n([\s\S]*?)```/g)]
    .map(([, json = '']) => JSON.parse(json))
    .filter(({ type }) => type !== undefined);
  expect(entries.map(({ type }) => type)).toEqual(['http', 'prompt', 'ahp', 'mcp_tool']);
  expect(checkHooks([{ name: 'docs', hooks: onBash(...entries) }])).toMatchObject({
    problems: [],
    entries: [{}, {}, {}, {}],
  });
});

test("addresses are allowed by the user's file and by --settings, never by a project's", async () => {
  const where = place();
  const url = await serve(DENIES);
  const entry = { type: 'http', url };
  where.write('project/.wave/settings.json', {
    allowedHttpHookUrls: LOCAL,
    hooks: onBash(entry),
  });
  expect((await hooks(where, ['approve', '--yes'])).code).toBe(0);
  const refused = await verdictOf(where);
  expect(refused.decision).toBe('none');
  expect(refused.runs[0]?.outcome.is).toBe('start');
  expect(textsOf(refused)).toContain(
    `"allowedHttpHookUrls" is never read from a project's file; set it in ~/.wave/settings.json`,
  );
  expect(textsOf(refused)).toContain(`"allowedHttpHookUrls": ["${url}"]`);
  const line = `"allowedHttpHookUrls": ["${url}"]`;
  expect((await hooks(where, ['list'])).stdout).toContain(line);
  const doctor = await hooks(where, ['doctor']);
  expect(doctor.code).toBe(1);
  expect(doctor.stdout).toContain(line);
  const flag = where.write('flag.json', { allowedHttpHookUrls: LOCAL });
  expect((await verdictOf(where, ['--settings', flag])).decision).toBe('block');
  where.write('home/.wave/settings.json', { allowedHttpHookUrls: [url] });
  expect((await verdictOf(where)).toAgent).toMatchObject([{ text: 'ZZNO' }]);
});

test('a request over TLS goes to the address that was checked, under the name of its host', async () => {
  const where = place();
  const names: unknown[] = [];
  const server = createServer({ cert: CERTIFICATE, key: KEY }, (request, response) => {
    names.push(request.headers.host, (request.socket as TLSSocket).servername);
    request.resume();
    response.end(DENIES.body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const NODE_EXTRA_CA_CERTS = where.write('ca.pem', CERTIFICATE);
  const file = where.write('s.json', {
    allowedHttpHookUrls: ['https://localhost:*'],
    hooks: onBash({ type: 'http', url: `https://localhost:${port}/hook` }),
  });
  const trusted = await verdictOf(where, ['--settings', file], { NODE_EXTRA_CA_CERTS });
  expect(trusted.decision).toBe('block');
  expect(names).toEqual([`localhost:${port}`, 'localhost']);
  const stranger = await verdictOf(where, ['--settings', file]);
  expect(stranger.runs[0]?.outcome).toMatchObject({
    is: 'start',
    error: expect.stringContaining('certificate'),
  });
});

test('what of the list cannot be read allows nothing, and is reported', async () => {
  const where = place();
  const url = await serve(DENIES);
  const run = async (allowedHttpHookUrls: unknown) => {
    const file = where.write('s.json', {
      allowedHttpHookUrls,
      hooks: onBash({ type: 'http', url }),
    });
    return verdictOf(where, ['--settings', file, '--only']);
  };
  for (const wrong of ['http://127.0.0.1:*', ['*'], [7], ['http://me@127.0.0.1:*'], []]) {
    const verdict = await run(wrong);
    expect(verdict.decision).toBe('none');
    expect(verdict.runs[0]?.outcome.is).toBe('start');
    if ([wrong].flat().length > 0) expect(textsOf(verdict)).toMatch(/allows no(thing| address)/);
  }
  expect((await run(LOCAL)).decision).toBe('block');
});

test("a project's web hook waits for approval, and no header's value is shown or kept", async () => {
  const where = place();
  const seen: Seen[] = [];
  const SECRET = 'literal-s3cret-0123456789';
  const TOKEN = 'variable-s3cret-0123456789';
  const url = await serve({ status: 500, body: `${SECRET} ${TOKEN} is wrong` }, seen);
  where.write('home/.wave/settings.json', { allowedHttpHookUrls: LOCAL });
  const entry = (secret: string) => ({
    type: 'http',
    url: `${url}?key=query-s3cret`,
    headers: { 'X-Key': secret, Authorization: 'Bearer ${HOOK_PASS}' },
    allowedEnvVars: ['HOOK_PASS'],
  });
  where.write('project/.wave/settings.json', { hooks: onBash(entry(SECRET)) });
  const env = { HOOK_PASS: TOKEN };
  const first = await hooks(where, ['run', 'PreToolUse'], env);
  expect(first.code).toBe(1);
  expect(seen).toEqual([]);
  const out: string[] = [first.stderr];
  const say = async (...args: string[]) => {
    const { stdout, stderr } = await hooks(where, args, env);
    out.push(stdout, stderr);
    return stdout;
  };
  const shown = await say('approve', '--yes');
  for (const part of [url, '"X-Key": "(hidden, sha256 ', '(hidden, ${HOOK_PASS}, sha256 '])
    expect(shown).toContain(part);
  expect(shown).toContain('it asks a server, and no approval covers what that server does');
  const record = { WAVE_RECORD: join(where.project, 'recordings') };
  const ran = await hooks(where, ['run', 'PreToolUse', '--json'], { ...env, ...record });
  out.push(ran.stdout, ran.stderr);
  expect(seen[0]?.headers).toMatchObject({ 'x-key': SECRET, authorization: `Bearer ${TOKEN}` });
  expect(JSON.parse(ran.stdout).runs[0].outcome).toEqual({ is: 'http', status: 500 });
  const list = await say('list');
  expect(list).toContain(`a web request: ${url}?..., X-Key: ..., Authorization: ...`);
  await say('list', '--json');
  await say('explain', 'PreToolUse', 'Bash');
  await say('explain', 'PreToolUse', 'Bash', '--json');
  await say('doctor');
  expect(await say('log')).toContain('HTTP 500');
  await say('log', '--json');
  where.write('project/.wave/settings.json', { hooks: onBash(entry(`${SECRET}-new`)) });
  expect(await say('review')).toMatch(/changed {2}hook.*\n.*\n?[\s\S]*-.*X-Key[\s\S]*\+.*X-Key/);
  await say('review', '--json');
  const kept = [join(where.home, '.wave'), join(where.project, 'recordings')].flatMap((dir) =>
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8')),
  );
  expect(kept.length).toBeGreaterThan(2);
  for (const text of [...out, ...kept]) {
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain(TOKEN);
  }
  for (const text of out) {
    // An approval shows all that is asked for, and a JSON review is one.
    if (!text.includes('"url"')) expect(text).not.toContain('query-s3cret');
  }
});

test('a prompt hook asks the configured model, and fails without one', async () => {
  const where = place();
  const server = await startWire();
  onTestFinished(() => server.close());
  server.script(say('{"ok": false, "reason": "JUDGED"}'), say('sure'));
  const file = where.write('s.json', {
    hooks: onBash({ type: 'prompt', prompt: 'Safe? $ARGUMENTS' }),
  });
  const run = (env: Record<string, string>) => verdictOf(where, ['--settings', file], env);
  const asked = await run(server.env('anthropic'));
  expect(asked).toMatchObject({ decision: 'block', toAgent: [{ text: 'JUDGED' }] });
  expect(JSON.stringify(server.requests[0]?.body.messages)).toContain('rm -rf /');
  expect((await run(server.env('anthropic'))).runs[0]?.outcome.is).toBe('lost');
  const none = await run({});
  expect(none.runs[0]?.outcome.is).toBe('start');
  expect(textsOf(none)).toContain('No model can be reached: there is no key');
  expect(textsOf(none)).not.toContain('practice');
  const practice = await run({ WAVE_MODEL: 'practice' });
  expect(textsOf(practice)).toContain('the practice model cannot judge');
  expect(server.faults).toEqual([]);
});

test('an mcp_tool hook starts its own server alone, and ends it', async () => {
  const where = place();
  const [log, other] = [join(where.home, 'log'), join(where.home, 'other')];
  const file = where.write('s.json', {
    mcpServers: { memory: memory({ LOG: log }), other: memory({ LOG: other }) },
    hooks: onBash({
      type: 'mcp_tool',
      server: 'memory',
      tool: 'write_note',
      input: { text: '${tool_input.command}' },
    }),
  });
  const began = Date.now();
  const verdict = await verdictOf(where, ['--settings', file]);
  expect(verdict.runs).toMatchObject([
    { hook: 'memory write_note', outcome: { is: 'exit', code: 0 }, stdout: 'wrote rm -rf /' },
  ]);
  expect(linesOf(log)).toEqual(['write rm -rf /']);
  expect(existsSync(other)).toBe(false);
  expect(Date.now() - began, 'nothing of it keeps wave alive').toBeLessThan(15_000);
});

test('a server of the project that nobody approved is not started for a hook', async () => {
  const where = place();
  const log = join(where.home, 'log');
  where.write('project/.mcp.json', { mcpServers: { memory: memory({ LOG: log }) } });
  const entry = { type: 'mcp_tool', server: 'memory', tool: 'write_note', input: { text: 'x' } };
  const file = where.write('s.json', { hooks: onBash(entry, { ...entry, server: 'nobody' }) });
  const verdict = await verdictOf(where, ['--settings', file]);
  expect(verdict.runs.map(({ outcome }) => outcome.is)).toEqual(['start', 'start']);
  expect(textsOf(verdict)).toContain('nobody has approved it');
  expect(textsOf(verdict)).toContain('there is no MCP server called "nobody"; there is: memory');
  // In a replay hooks run as they are now; servers still need their approval.
  where.write('project/.wave/settings.json', { hooks: onBash(entry) });
  where.write('rec/one.json', {
    version: 1,
    event: 'PreToolUse',
    input: { hook_event_name: 'PreToolUse', ...JSON.parse(TOOL) },
    verdict: { decision: 'none', toAgent: [], toUser: [], context: [] },
  });
  await hooks(where, ['replay', join(where.home, '../rec')]);
  await sleep(200);
  expect(existsSync(log)).toBe(false);
});

test('scenarios run web hooks: by the list of the settings they name, or of the user', async () => {
  const where = place();
  const url = await serve(DENIES);
  const cases = [
    { name: 'denied', tool: 'Bash', input: { command: 'ls' }, expect: { toAgent: ['ZZNO'] } },
  ];
  where.write('project/hooks/web.json', {
    allowedHttpHookUrls: LOCAL,
    hooks: onBash({ type: 'http', url }),
  });
  where.write('project/hooks/a.scenario.json', { settings: 'web.json', scenarios: cases });
  expect((await hooks(where, ['test'])).stdout).toContain('1 passed');
  where.write('project/hooks/b.scenario.json', {
    hook: { type: 'http', url },
    scenarios: cases,
  });
  const refused = await hooks(where, ['test']);
  expect(refused.code).toBe(1);
  expect(refused.stdout).toContain('allowedHttpHookUrls');
  where.write('home/.wave/settings.json', { allowedHttpHookUrls: LOCAL });
  expect((await hooks(where, ['test'])).stdout).toContain('2 passed');
});

test('recordings of web hooks are replayed against the server of today', async () => {
  const where = place();
  const dir = join(where.project, '.wave', 'recordings');
  where.write('home/.wave/settings.json', { allowedHttpHookUrls: LOCAL });
  const settings = (url: string) =>
    where.write('s.json', { hooks: onBash({ type: 'http', name: 'web', url }) });
  const before = settings(await serve(DENIES));
  await verdictOf(where, ['--settings', before], { WAVE_RECORD: dir });
  const same = await hooks(where, ['replay', '--settings', before]);
  expect(same.code).toBe(0);
  const after = settings(await serve({ body: '{}' }));
  const changed = await hooks(where, ['replay', '--settings', after]);
  expect(changed.code).toBe(1);
  expect(changed.stdout).toContain('block');
});
