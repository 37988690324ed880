import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../../../test/until.ts';
import { Agent } from '../../agent-sdk/src/index.ts';
import { linesOf, MEMORY, memory, WILD, wild } from '../../agent-sdk/test/mcp/servers.ts';
import { call, type Reply, say } from '../../agent-sdk/test/wire/reply.ts';
import { startWire } from '../../agent-sdk/test/wire/server.ts';
import { place, startWave, wave } from './helpers.ts';

const POKE = [call('mcp__wild__poke', {}), say('ok')];
const YES = ['--permission-mode', 'bypassPermissions'];

/** A place, an endpoint, and `wave -p` between them. */
async function open() {
  const where = place();
  const server = await startWire();
  onTestFinished(() => server.close());
  const env = { OPENAI_API_KEY: '', ...server.env('anthropic') };
  const print = (args: string[], ...script: Reply[]) => {
    server.script(...script);
    return wave(['-p', 'PROMPT', ...YES, ...args], where, { env });
  };
  const offered = () =>
    (server.requests.at(-1)?.body.tools ?? [])
      .map(({ name }) => name)
      .filter((name) => name.startsWith('mcp__'));
  return { ...where, where, server, env, print, offered };
}

describe('wave -p', () => {
  test("the user's servers, those of --settings and those of --mcp-config; later ones win", async () => {
    const o = await open();
    o.write('home/.wave/settings.json', { mcpServers: { wild: wild({}), user: wild({}) } });
    const settings = o.write('s.json', { mcpServers: { flag: wild({}) } });
    const one = o.write('one.json', {
      mcpServers: { wild: wild({ call: 'refuse' }), one: wild({}) },
    });
    const two = o.write('two.json', { mcpServers: { wild: wild({ call: 'odd' }) } });
    const args = ['--settings', settings, '--mcp-config', one, '--mcp-config', two];
    const { code, stderr } = await o.print([...args, '--verbose'], ...POKE);
    expect(code).toBe(0);
    expect(o.offered()).toEqual([
      'mcp__flag__poke',
      'mcp__one__poke',
      'mcp__user__poke',
      'mcp__wild__poke',
    ]);
    expect(stderr).toContain(`MCP server "wild": it stands in for the one of ${one}:1`);
    expect(stderr).toContain('an unknown kind: hologram');
    expect(o.server.faults).toEqual([]);
  });

  test('without a server nothing of it is loaded', async () => {
    const o = await open();
    const seen = join(o.home, 'seen');
    const spy = o.write(
      'spy.cjs',
      `process.on('exit', () => require('node:fs').appendFileSync(${JSON.stringify(seen)}, Object.keys(require.cache).map((file) => file + '\\n').join('')));`,
    );
    const files = async (...args: string[]) => {
      o.server.script(say('ok'));
      const env = { ...o.env, NODE_OPTIONS: `--require ${spy}` };
      expect((await wave(['-p', 'PROMPT', ...args], o.where, { env })).code).toBe(0);
      return linesOf(seen).filter((file) => file.endsWith('mcp.cjs')).length;
    };
    expect(await files()).toBe(0);
    const config = o.write('c.json', { mcpServers: { wild: wild({}) } });
    expect(await files('--mcp-config', config)).toBe(1);
  });

  test('a file of --mcp-config that is none is exit 1, with its name', async () => {
    const o = await open();
    const gone = await o.print(['--mcp-config', 'none.json']);
    expect(gone).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('none.json: there is no'),
    });
    const wrong = await o.print(['--mcp-config', o.write('w.json', { wild: wild({}) })]);
    expect(wrong.stderr).toContain('"mcpServers": expected an object of servers by name');
  });

  test("a project's servers start only once approved; until then wave -p goes on without them, or stops if told to", async () => {
    const o = await open();
    const log = join(o.home, 'log');
    const file = o.write('project/.mcp.json', { mcpServers: { memory: memory({ LOG: log }) } });
    const without = await o.print([], say('ok'));
    expect(without).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/memory.*nobody has approved it, so it is not started/),
    });
    expect(o.offered()).toEqual([]);
    const refused = await o.print(['--require-mcp-approval']);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('this project has an MCP server waiting for your approval');
    expect(refused.stderr).toContain(`MCP server  memory  ${file}:1`);

    expect((await o.print(['--no-project-hooks'], say('ok'))).code).toBe(0);
    expect(o.offered()).toEqual([]);
    const CREATE = call('mcp__memory__create_entities', { names: ['a'] });
    expect((await o.print(['--trust-project-hooks'], CREATE, say('ok'))).code).toBe(0);
    expect(linesOf(log)).toEqual(['create a']);

    const shown = await wave(['hooks', 'approve', '--yes'], o.where);
    expect(shown.stdout).toContain('MCP server memory');
    expect(shown.stdout).toContain(MEMORY);
    expect((await o.print([], CREATE, say('ok'))).code).toBe(0);
    expect(linesOf(log)).toHaveLength(2);

    // Another argument, another server.
    o.write('project/.mcp.json', { mcpServers: { memory: memory({ LOG: log }, 'more') } });
    expect((await o.print(['--require-mcp-approval'])).code).toBe(1);
  });

  test('before a start is refused, nothing of the project has run, approved or not', async () => {
    const o = await open();
    const touch = (name: string) => ({
      command: process.execPath,
      args: ['touch.mjs', join(o.home, name)],
    });
    o.write(
      'project/touch.mjs',
      "import { writeFileSync } from 'node:fs'; writeFileSync(process.argv[2], '');",
    );
    o.write('project/.mcp.json', { mcpServers: { a: touch('a') } });
    await wave(['hooks', 'approve', '--yes'], o.where);
    o.write('project/.mcp.json', { mcpServers: { a: touch('a'), b: touch('b') } });
    const refused = await o.print(['--require-mcp-approval']);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('MCP server  b  ');
    expect(readdirSync(o.home)).toEqual(['.wave']);
    expect(readdirSync(join(o.home, '.wave'))).not.toContain('sessions');

    // The one that is approved is the one that runs.
    const agent = await Agent.create({
      workdir: o.project,
      home: o.home,
      model: 'practice',
      settingSources: ['project'],
      env: { PATH: process.env['PATH'] },
    });
    onTestFinished(() => agent.close());
    await until(() => existsSync(join(o.home, 'a')), 'the approved server');
    expect(agent.mcp.servers().map(({ name, state }) => [name, state])).toEqual([
      ['a', expect.stringMatching('connecting|failed')],
      ['b', 'needs approval'],
    ]);
    expect(existsSync(join(o.home, 'b'))).toBe(false);
  });

  test('what an approval does not cover is not shown as if it did', async () => {
    const o = await open();
    const node = (arg: string) => ({ command: process.execPath, args: [arg] });
    o.write('project/.mcp.json', {
      mcpServers: { unset: node('${NO_SUCH}/b.mjs'), gone: node('./b.mjs') },
    });
    const { stdout } = await wave(['hooks', 'review'], o.where);
    expect(stdout).toContain('content not covered: an approval pins the command, but no file');
    expect(stdout).toContain('file: ./b.mjs  does not exist; if it appears, it needs approval');
    expect(stdout).not.toContain('sha256');
  });

  test('a script that changed since the approval is not started, and that is told', async () => {
    const o = await open();
    o.write('project/server.mjs', readFileSync(WILD, 'utf8'));
    o.write('project/.mcp.json', {
      mcpServers: { wild: { command: process.execPath, args: ['server.mjs'] } },
    });
    await wave(['hooks', 'approve', '--yes'], o.where);
    await o.print([], say('ok'));
    expect(o.offered()).toEqual(['mcp__wild__poke']);
    o.write('project/server.mjs', `${readFileSync(WILD, 'utf8')}\n// changed`);
    const { code, stderr } = await o.print([], say('ok'));
    expect(code).toBe(0);
    expect(o.offered()).toEqual([]);
    expect(stderr).toContain('it changed since it was approved, so it is not started');
  });

  test('an unapproved server does not stand in for the one of the user', async () => {
    const o = await open();
    o.write('home/.wave/settings.json', { mcpServers: { wild: wild({}) } });
    o.write('project/.wave/settings.json', {
      mcpServers: { wild: { command: 'touch', args: ['pwned'] } },
    });
    expect((await o.print([])).code).toBe(1);
    expect(existsSync(join(o.project, 'pwned'))).toBe(false);
    const listed = await wave(['mcp', 'list', '--no-check', '--json'], o.where);
    expect(JSON.parse(listed.stdout).servers).toEqual([
      expect.objectContaining({
        name: 'wild',
        state: 'on',
        source: expect.stringContaining('home'),
      }),
    ]);
  });

  test("a server's prompt is the prompt, although the server has only just been started", async () => {
    const o = await open();
    const config = o.write('c.json', { mcpServers: { mem: memory() } });
    o.server.script(say('ok'));
    const args = ['-p', '/mcp__mem__review the parser', '--mcp-config', config];
    expect(await wave(args, o.where, { env: o.env })).toEqual({
      code: 0,
      stdout: 'ok\n',
      stderr: '',
    });
    expect(JSON.stringify(o.server.requests[0]?.body.messages)).toContain('Review the parser.');
  });

  test('a signal ends the wait for a server, and nothing is sent', async () => {
    const o = await open();
    const log = join(o.home, 'log');
    const slow = { command: 'sh', args: ['-c', 'echo up > "$LOG"; sleep 60'], env: { LOG: log } };
    const config = o.write('c.json', { mcpServers: { slow } });
    const args = ['-p', '/mcp__slow__review', '--mcp-config', config];
    const { child, ended, result } = startWave(
      [...args, '--output-format', 'stream-json'],
      o.where,
      {
        env: o.env,
      },
    );
    await until(() => linesOf(log).includes('up') && result.stdout !== '', 'the server');
    child.kill('SIGTERM');
    const { code, stdout } = await ended;
    const last = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    expect({ code, ended: last.ended }).toEqual({ code: 143, ended: 'aborted' });
    expect(o.server.requests).toEqual([]);
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
    '%s leaves no server behind',
    async (signal) => {
      const o = await open();
      const log = join(o.home, 'log');
      const config = o.write('c.json', { mcpServers: { memory: memory({ LOG: log }) } });
      o.server.script(call('mcp__memory__sleep', {}), say('ok'));
      const args = ['-p', 'PROMPT', ...YES, '--mcp-config', config];
      const { child, ended } = startWave(args, o.where, { env: o.env });
      await until(() => linesOf(log).includes('sleeping'), 'the call');
      const [pid] = linesOf(`/proc/${child.pid}/task/${child.pid}/children`).join(' ').split(' ');
      child.kill(signal);
      await ended;
      await until(() => !existsSync(`/proc/${pid}`) || isZombie(pid), 'the end of the server');
    },
  );
});

const isZombie = (pid: string | undefined) =>
  linesOf(`/proc/${pid}/stat`).join('').includes(') Z ');

describe('wave mcp', () => {
  const ask = async (where: ReturnType<typeof place>, ...args: string[]) =>
    wave(['mcp', ...args], where);

  test('add, list, test, remove: in the settings of the user, every other byte kept', async () => {
    const where = place();
    const before = '{\n  // mine\n  "model": "practice"\n}\n';
    const file = where.write('home/.wave/settings.json', before);
    const added = await ask(
      where,
      'add',
      'wild',
      '--env',
      'HOW={}',
      '--',
      process.execPath,
      WILD,
      '-p',
      '1',
    );
    expect(added).toEqual({
      code: 0,
      stdout: 'Added wild to ~/.wave/settings.json. Try it: wave mcp test wild\n',
      stderr: '',
    });
    expect(readFileSync(file, 'utf8')).toContain(
      '// mine\n  "model": "practice",\n  "mcpServers": {',
    );
    const listed = JSON.parse((await ask(where, 'list', '--json')).stdout);
    expect(listed).toEqual({
      servers: [
        {
          name: 'wild',
          state: 'connected',
          source: `${file}:5`,
          target: `${process.execPath} ${WILD} -p 1`,
        },
      ],
      problems: [],
    });
    expect(await ask(where, 'test', 'wild')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('wild: ready\ntools:\n  mcp__wild__poke'),
    });
    expect((await ask(where, 'add', 'wild', '--', 'other')).stderr).toContain(
      '/settings.json already has a server "wild"; use --replace',
    );
    expect((await ask(where, 'remove', 'wild')).stdout).toBe(
      'Removed wild from ~/.wave/settings.json.\n',
    );
    expect((await ask(where, 'list')).stdout).toContain('No MCP servers are configured');
    expect(readFileSync(file, 'utf8')).toContain('// mine');
  });

  test('--project writes .mcp.json, and what the user typed is approved', async () => {
    const where = place();
    const added = await ask(
      where,
      'add',
      'remote',
      '--project',
      '--url',
      'http://127.0.0.1:1/mcp',
      '--header',
      'X-Key: ${MY_KEY}',
    );
    expect(added.code).toBe(0);
    expect(JSON.parse(readFileSync(join(where.project, '.mcp.json'), 'utf8'))).toEqual({
      mcpServers: {
        remote: { type: 'http', url: 'http://127.0.0.1:1/mcp', headers: { 'X-Key': '${MY_KEY}' } },
      },
    });
    const listed = JSON.parse((await ask(where, 'list', '--json')).stdout);
    expect(listed.servers).toMatchObject([
      { state: 'wrong', reason: '${MY_KEY}: no such variable is set' },
    ]);
    const local = await ask(where, 'add', 'remote', '--local', '--', 'true');
    expect(local.code).toBe(0);
    expect((await ask(where, 'remove', 'remote')).stderr).toContain(
      'choose one with --project or --local',
    );
    expect((await ask(where, 'remove', 'remote', '--project')).code).toBe(0);
    expect((await ask(where, 'remove', 'remote', '--local')).code).toBe(0);
    // What our own command took out is not missed.
    const { stdout } = await wave(['hooks', 'doctor'], where);
    expect(stdout).not.toContain('remote');
  });

  test('list says what is wrong with servers of the project that nobody has approved', async () => {
    const where = place();
    where.write('project/.mcp.json', {
      mcpServers: { none: {}, args: { command: 'true', args: 'x' }, fine: { command: 'true' } },
    });
    const listed = JSON.parse((await ask(where, 'list', '--json')).stdout);
    const rows = listed.servers.map(({ name, state, reason }: Record<string, string>) => [
      name,
      state,
      reason,
    ]);
    expect(rows).toEqual([
      ['none', 'wrong', '"command": expected a text, got nothing'],
      ['args', 'wrong', '"args": expected a list of texts, got "x"'],
      ['fine', 'needs approval', expect.stringContaining('nobody has approved it')],
    ]);
  });

  test('remove takes a server out of every file that list shows one of', async () => {
    const where = place();
    const files = {
      '~/.wave/settings.json': where.write('home/.wave/settings.json', {}),
      'project/.mcp.json': where.write('project/.mcp.json', {}),
      'project/.wave/settings.json': where.write('project/.wave/settings.json', {}),
      'project/.wave/settings.local.json': where.write('project/.wave/settings.local.json', {}),
    };
    for (const [shown, file] of Object.entries(files)) {
      writeFileSync(file, '{ "mcpServers": { "mem": { "command": "true" } } }');
      const listed = JSON.parse((await ask(where, 'list', '--json')).stdout);
      expect(listed.servers).toMatchObject([{ name: 'mem', source: `${file}:1` }]);
      expect(await ask(where, 'remove', 'mem')).toEqual({
        code: 0,
        stdout: expect.stringMatching(new RegExp(`^Removed mem from .*${shown}\\.\\n$`)),
        stderr: '',
      });
    }
    for (const file of [files['project/.mcp.json'], files['project/.wave/settings.json']])
      writeFileSync(file, '{ "mcpServers": { "mem": { "command": "true" } } }');
    expect((await ask(where, 'remove', 'mem')).stderr).toContain(
      'choose one with --project or --project-settings',
    );
    expect((await ask(where, 'remove', 'mem', '--project-settings')).code).toBe(0);
  });

  test('in the home directory, where the settings of both are one file, that is the file', async () => {
    const where = place();
    where.write('home/.wave/settings.json', { mcpServers: { mem: { command: 'true' } } });
    const { stdout } = await wave(['mcp', 'remove', 'mem'], where, { cwd: where.home });
    expect(stdout).toBe('Removed mem from ~/.wave/settings.json.\n');
  });

  test('what add tells to type next can be typed', async () => {
    const { stdout } = await ask(place(), 'add', 'my server', '--', 'true');
    expect(stdout).toBe(
      "Added my server to ~/.wave/settings.json. Try it: wave mcp test 'my server'\n",
    );
  });

  test('test tells what is wrong, with exit code 1', async () => {
    const where = place();
    where.write('home/.wave/settings.json', {
      mcpServers: { wild: wild({ start: 'say' }), off: { command: 'x', enabled: false } },
    });
    where.write('project/.mcp.json', { mcpServers: { theirs: wild({}) } });
    expect(await ask(where, 'test', 'wild', '--json')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('it wrote: the database is not there'),
    });
    const rows: [string, string][] = [
      ['theirs', 'nobody has approved it'],
      ['off', 'it is switched off'],
      ['none', 'no MCP server "none"; configured: wild, off, theirs'],
    ];
    for (const [name, text] of rows)
      expect(await ask(where, 'test', name)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(text),
      });
  });

  test('test lists resources and prompts, and calls nothing', async () => {
    const where = place();
    const log = join(where.home, 'log');
    where.write('home/.wave/settings.json', { mcpServers: { memory: memory({ LOG: log }) } });
    const { code, stdout } = await ask(where, 'test', 'memory', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      state: 'ready',
      resources: [{ uri: 'memo://notes', name: 'notes' }],
      prompts: [{ name: 'review', description: 'Reviews.' }],
      notices: [],
    });
    expect(linesOf(log)).toEqual([]);
  });

  const wrong: [string, string[], string][] = [
    ['no command', ['add', 'x'], '"command": expected a text, got nothing'],
    ['both', ['add', 'x', '--url', 'http://a', '--', 'b'], 'exclude each other'],
    ['no address', ['add', 'x', '--url', 'nowhere'], 'begins with http:// or https://'],
    ['no name', ['add'], 'which server?'],
    ['a bad name', ['add', '___', '--', 'x'], 'its name needs a letter or a digit'],
    ['a bad pair', ['add', 'x', '--env', 'NOTHING', '--', 'x'], 'expected NAME=VALUE'],
    ['a bad time', ['add', 'x', '--timeout', 'soon', '--', 'x'], '"timeout": expected a number'],
    [
      'two places',
      ['add', 'x', '--user', '--local', '--', 'x'],
      'expected one place, got user and local',
    ],
    ['nothing to remove', ['remove', 'x'], 'no file has an MCP server "x"'],
    ['no such command', ['fly'], 'wave mcp has no command "fly"'],
  ];
  test.each(wrong)('bad usage, %s: exit 1 and what is expected', async (_, args, text) => {
    const where = place();
    const { code, stderr } = await ask(where, ...args);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(text) });
  });
});

test('add writes how to log in, and no secret', async () => {
  const where = place();
  const add = (...more: string[]) =>
    wave(['mcp', 'add', 'tickets', '--url', 'https://tickets.example/mcp', ...more], where);
  const secret = await add('--client-id', 'me', '--client-secret', 's3cret');
  expect(secret).toMatchObject({ code: 1, stdout: '' });
  expect(secret.stderr).toContain('--client-secret: expected the name of a variable');
  expect((await add('--callback-port', 'x')).stderr).toContain('"oauth.callbackPort"');
  const added = await add(
    ...['--client-id', 'me', '--client-secret', '${TICKETS_SECRET}'],
    ...['--issuer', 'https://login.example', '--scopes', 'read write', '--callback-port', '4242'],
    '--json',
  );
  expect(JSON.parse(added.stdout).server).toEqual({
    type: 'http',
    url: 'https://tickets.example/mcp',
    oauth: {
      clientId: 'me',
      clientSecret: '${TICKETS_SECRET}',
      issuer: 'https://login.example',
      scopes: 'read write',
      callbackPort: 4242,
    },
  });
});
