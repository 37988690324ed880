import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { memory, wild } from '../../agent-sdk/test/mcp/servers.ts';
import { place, wave } from './helpers.ts';

type Where = ReturnType<typeof place>;

const ask = (where: Where, ...args: string[]) => wave(['mcp', ...args], where);
const jsonIn = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const own = (where: Where) => jsonIn(join(where.home, '.wave/settings.json')).mcpServers;

describe('wave mcp add takes the lines that servers publish', () => {
  const stdio = (command: string, ...args: string[]) => ({ command, args });
  const rows: [string[], string, object][] = [
    [
      ['-t', 'http', 'notion', 'https://mcp.example.com/mcp'],
      'user',
      { notion: { type: 'http', url: 'https://mcp.example.com/mcp' } },
    ],
    [
      ['--transport', 'sse', 'asana', 'https://mcp.example.com/sse'],
      'user',
      { asana: { type: 'sse', url: 'https://mcp.example.com/sse' } },
    ],
    [
      [
        '--transport',
        'stdio',
        'airtable',
        '--env',
        'API_KEY=k',
        '--',
        'npx',
        '-y',
        'airtable-mcp-server',
      ],
      'user',
      {
        airtable: {
          type: 'stdio',
          ...stdio('npx', '-y', 'airtable-mcp-server'),
          env: { API_KEY: 'k' },
        },
      },
    ],
    [
      ['playwright', 'npx', '@playwright/mcp@latest'],
      'user',
      { playwright: stdio('npx', '@playwright/mcp@latest') },
    ],
    [
      [
        'github',
        '-e',
        'TOKEN=t',
        '--',
        'docker',
        'run',
        '-i',
        '--rm',
        '-e',
        'TOKEN',
        'ghcr.io/github/server',
      ],
      'user',
      {
        github: {
          ...stdio('docker', 'run', '-i', '--rm', '-e', 'TOKEN', 'ghcr.io/github/server'),
          env: { TOKEN: 't' },
        },
      },
    ],
    [
      [
        '--scope',
        'project',
        '--transport',
        'http',
        'context7',
        'https://mcp.example.com/mcp',
        '-H',
        'API-KEY: k',
      ],
      'project',
      {
        context7: { type: 'http', url: 'https://mcp.example.com/mcp', headers: { 'API-KEY': 'k' } },
      },
    ],
    [
      ['tavily', '-e', 'KEY=k', 'npx', '-y', 'tavily-mcp', '--mode', 'code', '--', '-q'],
      'user',
      {
        tavily: {
          ...stdio('npx', '-y', 'tavily-mcp', '--mode', 'code', '--', '-q'),
          env: { KEY: 'k' },
        },
      },
    ],
    [
      ['-e', 'KEY=k', 'OTHER=o', 'airtable', '--', 'npx', '-y', 'airtable-mcp-server', 'A=b'],
      'user',
      {
        airtable: {
          ...stdio('npx', '-y', 'airtable-mcp-server', 'A=b'),
          env: { KEY: 'k', OTHER: 'o' },
        },
      },
    ],
    [
      ['chrome-devtools', '-s', 'user', 'npx', 'chrome-devtools-mcp@latest'],
      'user',
      { 'chrome-devtools': stdio('npx', 'chrome-devtools-mcp@latest') },
    ],
    [
      [
        'sentry',
        'https://mcp.example.com/mcp',
        '--header',
        'Authorization: Bearer k',
        '-s',
        'local',
      ],
      'local',
      {
        sentry: {
          type: 'http',
          url: 'https://mcp.example.com/mcp',
          headers: { Authorization: 'Bearer k' },
        },
      },
    ],
  ];
  const FILES: Record<string, string> = {
    user: 'home/.wave/settings.json',
    project: 'project/.mcp.json',
    local: 'project/.wave/settings.local.json',
  };
  test.each(rows)('%j', async (args, scope, servers) => {
    const where = place();
    expect(await ask(where, 'add', ...args)).toMatchObject({ code: 0, stderr: '' });
    const file = (FILES[scope] ?? '')
      .replace('home/', `${where.home}/`)
      .replace('project/', `${where.project}/`);
    expect(jsonIn(file).mcpServers).toEqual(servers);
  });

  test.each([
    [['x', '-y', 'npx', 'server'], "Unknown option '-y'"],
    [['x', 'npx', '-y', 'server', '-s', 'user'], 'whose option is "-s"? Put Wave\'s before'],
    [['x', 'npx', '-y', 'server', '--env=A=b'], 'whose option is "--env=A=b"?'],
    [
      ['x', '--scope', 'everywhere', 'npx'],
      '--scope: expected user, project, project-settings, local, got "everywhere"',
    ],
    [['x', '--scope', 'user', '--local', 'npx'], 'expected one place, got user and local'],
    [['x', '-t', 'http', 'https://a.example', 'more'], 'unexpected words after the address: more'],
    [['x', '--url', 'https://a.example', 'https://b.example'], '--url: expected one address'],
    [['x', '-t', 'http'], 'x: "url": expected'],
    [['x', '-t', 'pigeon', 'npx'], '"type": expected'],
  ])('%j is refused with a word', async (args, text) => {
    const { code, stderr } = await ask(place(), 'add', ...args);
    expect(code).toBe(1);
    expect(stderr).toContain(text);
  });

  test('add-json takes an entry as it is printed', async () => {
    const where = place();
    const entry = { type: 'http', url: 'https://mcp.example.com/mcp', headers: { A: 'b' } };
    expect((await ask(where, 'add-json', 'weather', JSON.stringify(entry))).code).toBe(0);
    expect(own(where)).toEqual({ weather: entry });
    const wrong: [string, string][] = [
      ['{"url"', 'expected JSON, got a text that is not'],
      ['[]', 'expected a JSON object'],
      ['{"args": []}', 'other: "command": expected a text, got nothing'],
    ];
    for (const [text, told] of wrong)
      expect(await ask(where, 'add-json', 'other', text)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(told),
      });
  });
});

describe('wave mcp list', () => {
  test('connected, failed with the reason, needs login; --no-check starts nothing', async () => {
    const where = place();
    const guarded = createServer((_, response) => {
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    });
    await new Promise<void>((done) => guarded.listen(0, '127.0.0.1', done));
    onTestFinished(() => void guarded.close());
    const url = `http://127.0.0.1:${(guarded.address() as AddressInfo).port}/mcp`;
    const log = join(where.home, 'log');
    where.write('home/.wave/settings.json', {
      mcpServers: {
        mem: memory({ LOG: log }),
        broken: wild({ start: 'say' }),
        remote: { type: 'http', url },
        off: { command: 'true', enabled: false },
      },
    });
    where.write('project/.mcp.json', { mcpServers: { theirs: wild({}) } });
    const states = async (...args: string[]) => {
      const { code, stdout } = await ask(where, 'ls', '--json', ...args);
      expect(code).toBe(0);
      const { servers } = JSON.parse(stdout) as { servers: { name: string; state: string }[] };
      return Object.fromEntries(servers.map(({ name, state }) => [name, state]));
    };
    expect(await states()).toEqual({
      ...{ mem: 'connected', broken: 'failed', remote: 'needs login' },
      ...{ off: 'off', theirs: 'needs approval' },
    });
    expect(await states('--no-check')).toEqual({
      ...{ mem: 'on', broken: 'on', remote: 'on', off: 'off', theirs: 'needs approval' },
    });
    const { stdout } = await ask(where, 'get', 'broken');
    expect(stdout).toMatch(/^failed {2}broken {2}/);
    expect(stdout).toContain('it wrote: the database is not there');
    expect(await ask(where, 'get', 'nobody')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no MCP server "nobody"; configured: mem, broken'),
    });
    expect((await ask(where, 'rm', 'broken')).stdout).toContain('Removed broken');
  });
});

describe('wave mcp import', () => {
  const imported = (where: Where, from: string, ...more: string[]) =>
    wave(['mcp', 'import', '--from', from, ...more], where, {
      env: { CLAUDE_CONFIG_DIR: '', CODEX_HOME: '', XDG_CONFIG_HOME: '' },
    });

  test("claude-code: the user's go into the user's settings, the project's wait for approval", async () => {
    const where = place();
    where.write('home/.claude.json', {
      numStartups: 3,
      mcpServers: {
        tickets: { type: 'stdio', command: 'tickets', args: ['-q'], env: { K: '${K}' } },
      },
      projects: { [where.project]: { mcpServers: { local: { command: 'true', timeout: 5_000 } } } },
    });
    const { code, stdout } = await imported(where, 'claude-code');
    expect(code).toBe(0);
    expect(stdout).toContain('Imported tickets from ~/.claude.json to ~/.wave/settings.json\n');
    expect(stdout).toContain("The project's servers wait for your approval: wave hooks review");
    expect(own(where)).toEqual({
      tickets: { type: 'stdio', command: 'tickets', args: ['-q'], env: { K: '${K}' } },
    });
    const listed = JSON.parse((await ask(where, 'list', '--no-check', '--json')).stdout);
    expect(listed.servers).toContainEqual(
      expect.objectContaining({ name: 'local', state: 'needs approval' }),
    );
    const again = await imported(where, 'claude-code');
    expect(again.stdout).toContain(
      'Skipped tickets of ~/.claude.json: a server of that name is already there',
    );
  });

  test('codex: tokens and headers by the name of a variable', async () => {
    const where = place();
    where.write(
      'home/.codex/config.toml',
      [
        '[mcp_servers.docs]',
        'command = "npx"',
        'args = ["-y", "docs-mcp"]',
        'env_vars = ["DOCS_KEY"]',
        'startup_timeout_sec = 20',
        'enabled_tools = ["search"]',
        '[mcp_servers.docs.env]',
        'MODE = "fast"',
        '[mcp_servers.figma]',
        'url = "https://mcp.example.com/mcp"',
        'bearer_token_env_var = "FIGMA_TOKEN"',
        'http_headers = { "X-Region" = "eu" }',
        'enabled = false',
      ].join('\n'),
    );
    const { stdout } = await imported(where, 'codex');
    expect(stdout).toContain('  without: enabled_tools\n');
    expect(own(where)).toEqual({
      docs: {
        command: 'npx',
        args: ['-y', 'docs-mcp'],
        env: { DOCS_KEY: '${DOCS_KEY}', MODE: 'fast' },
        startTimeout: 20,
      },
      figma: {
        url: 'https://mcp.example.com/mcp',
        headers: { Authorization: 'Bearer ${FIGMA_TOKEN}', 'X-Region': 'eu' },
        enabled: false,
      },
    });
  });

  test('cursor and vscode: their variables become ours', async () => {
    const where = place();
    where.write('home/.cursor/mcp.json', {
      mcpServers: { api: { url: 'https://mcp.example.com', headers: { K: '${env:API_KEY}' } } },
    });
    where.write('project/.vscode/mcp.json', {
      inputs: [{ type: 'promptString', id: 'github-token', password: true }],
      servers: {
        gh: {
          type: 'stdio',
          command: 'gh-mcp',
          args: ['${workspaceFolder}'],
          env: { TOKEN: '${input:github-token}' },
        },
      },
    });
    expect((await imported(where, 'cursor')).code).toBe(0);
    expect(own(where)).toEqual({
      api: { url: 'https://mcp.example.com', headers: { K: '${API_KEY}' } },
    });
    const dry = await imported(where, 'vscode', '--dry-run');
    expect(dry.stdout).toMatch(/^Would import gh from /);
    expect((await imported(where, 'vscode')).code).toBe(0);
    expect(jsonIn(join(where.project, '.wave/settings.local.json')).mcpServers).toEqual({
      gh: {
        type: 'stdio',
        command: 'gh-mcp',
        args: [where.project],
        env: { TOKEN: '${GITHUB_TOKEN}' },
      },
    });
  });

  test('what is not there, or is wrong, is said', async () => {
    const where = place();
    const none = await imported(where, 'codex');
    expect(none.stdout).toMatch(/^No MCP servers found\. Looked at: ~\/\.codex\/config\.toml, /);
    expect(await imported(where, 'emacs')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        '--from: expected claude-code, codex, cursor, vscode, got "emacs"',
      ),
    });
    where.write('home/.cursor/mcp.json', { mcpServers: { odd: { args: [] }, text: 'npx' } });
    const { stdout } = await imported(where, 'cursor');
    expect(stdout).toContain('Skipped odd of ~/.cursor/mcp.json: "command": expected a text');
    expect(stdout).toContain('Skipped text of ~/.cursor/mcp.json: ');
    where.write('home/.cursor/mcp.json', { mcpServers: [] });
    expect((await imported(where, 'cursor')).stderr).toContain('expected servers by name, got []');
  });
});
