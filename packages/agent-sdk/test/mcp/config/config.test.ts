import { fillReferences } from '@wavehooks/settings';
import { describe, expect, test } from 'vitest';
import { readServer } from '../../../src/mcp/config/read-server.ts';
import { plainServer, serverNameFault, toolName } from '../../../src/mcp/config/server-names.ts';
import { configuredServers } from '../../../src/mcp/config/server-sources.ts';
import { lineReader } from '../../../src/mcp/connection/line-reader.ts';

const around = {
  projectDir: '/project',
  env: { PATH: '/bin', KEY: 'k', OPENAI_API_KEY: 'secret' },
};

describe('references in a configuration', () => {
  const rows: [string, object][] = [
    ['plain', { text: 'plain' }],
    ['a ${KEY} b ${KEY}', { text: 'a k b k' }],
    ['${NONE:-else}', { text: 'else' }],
    ['${NONE:-}', { text: '' }],
    ['${EMPTY:-else}', { text: 'else' }],
    ['${KEY:-else}', { text: 'k' }],
    ['${NONE}', { missing: 'NONE' }],
    ['$KEY ${1} ${}', { text: '$KEY ${1} ${}' }],
  ];
  test.each(rows)('%s', (text, expected) => {
    expect(fillReferences(text, { KEY: 'k', EMPTY: '' })).toEqual(expected);
  });
});

describe('reading a server', () => {
  test('a program, with all that it can have', () => {
    const raw = {
      type: 'stdio',
      command: '${KEY}/run',
      args: ['--key', '${KEY}'],
      env: { TOKEN: '${KEY}' },
      cwd: 'sub',
      timeout: 5,
      startTimeout: 2,
    };
    const pins = [{ path: 'run', hash: 'h' }];
    expect(readServer(raw, pins, around)).toEqual({
      warnings: [],
      spec: {
        is: 'stdio',
        command: 'k/run',
        args: ['--key', 'k'],
        cwd: '/project/sub',
        env: {
          PATH: '/bin',
          TOKEN: 'k',
          WAVE_PROJECT_DIR: '/project',
          CLAUDE_PROJECT_DIR: '/project',
        },
        pins,
        callMs: 5_000,
        startMs: 2_000,
        sampling: false,
        sandbox: false,
      },
    });
  });

  test.each(['http', 'streamable-http', 'sse', undefined])('an address, of type %s', (type) => {
    const raw = {
      ...(type ? { type } : {}),
      url: 'https://a.b/${KEY}',
      headers: { 'X-A': '${KEY}' },
    };
    expect(readServer(raw, [], around)).toEqual({
      warnings: [],
      spec: {
        is: 'http',
        url: new URL('https://a.b/k'),
        headers: { 'x-a': 'k' },
        transport: type === 'sse' ? 'sse' : 'http',
        oauth: {},
        callMs: 120_000,
        startMs: 30_000,
        sampling: false,
      },
    });
  });

  test('what is not known is told, and what is switched off is off', () => {
    expect(readServer({ command: 'x', agrs: [] }, [], around)).toMatchObject({
      warnings: ['"agrs" is not known and ignored; did you mean "args"?'],
    });
    expect(readServer({ command: 'x', enabled: false }, [], around)).toEqual({ off: true });
    const foreign = { url: 'http://a', oauth: { authServerMetadataUrl: 'https://b' } };
    expect(readServer(foreign, [], around)).toMatchObject({
      warnings: ['"oauth": "authServerMetadataUrl" is not known and ignored'],
    });
  });

  const wrong: [unknown, string][] = [
    ['x', 'expected a server, got "x"'],
    [{}, '"command": expected a text, got nothing'],
    [{ command: '' }, '"command": expected a text, got ""'],
    [{ command: 3 }, '"command": expected a text, got 3'],
    [{ command: 'x', args: 'y' }, '"args": expected a list of texts, got "y"'],
    [{ command: 'x', args: [1] }, '"args": expected a list of texts, got [1]'],
    [{ command: 'x', env: { A: 1 } }, '"env.A": expected a text, got 1'],
    [{ command: 'x', env: [] }, '"env": expected an object, got []'],
    [{ command: 'x', url: 'http://a' }, '"url" and "command" exclude each other; keep one'],
    [{ type: 'http', command: 'x' }, '"url" and "command" exclude each other; keep one'],
    [{ type: 'http' }, '"url": expected a text, got nothing'],
    [
      { type: 'ws', url: 'http://a' },
      '"type": expected "stdio", "http", "streamable-http" or "sse", got "ws"',
    ],
    [
      { url: 'ftp://a' },
      '"url": expected an address that begins with http:// or https://, got "ftp://a"',
    ],
    [
      { url: 'nowhere' },
      '"url": expected an address that begins with http:// or https://, got "nowhere"',
    ],
    [
      { url: '${KEY}/mcp' },
      '"url": expected an address that begins with http:// or https://, got "k/mcp"',
    ],
    [{ url: 'http://a', headers: { A: 1 } }, '"headers.A": expected a text, got 1'],
    [{ command: 'x', timeout: 0 }, '"timeout": expected seconds, above 0 and at most 3600, got 0'],
    [
      { command: 'x', startTimeout: 601 },
      '"startTimeout": expected seconds, above 0 and at most 600, got 601',
    ],
    [{ command: 'x', args: ['${NO}', '${NONE}'] }, '${NO} and ${NONE}: no such variable is set'],
    [{ url: 'http://a', oauth: 'x' }, '"oauth": expected an object, got "x"'],
    [{ command: 'x', oauth: {} }, '"oauth" is for servers with a "url"'],
    // What came may be a secret, and is not repeated.
    [{ url: 'http://a', oauth: { clientSecret: 7 } }, '"oauth.clientSecret": expected a text'],
    [
      { url: 'http://a', oauth: { clientSecrt: 's' } },
      '"oauth.clientSecrt" is not known; did you mean "clientSecret"?',
    ],
    [
      { url: 'http://a', oauth: { clientSecret: 's' } },
      '"oauth.clientId": expected the client that the secret belongs to',
    ],
    [
      { url: 'http://a', oauth: { clientId: 'c', grant: 'client_credentials' } },
      '"oauth.grant": client_credentials needs "clientSecret" or "privateKey"',
    ],
    [
      { url: 'http://a', oauth: { clientIdUrl: 'http://a/client.json' } },
      '"oauth.clientIdUrl": expected an address that begins with https:// and has a path',
    ],
    [
      { url: 'http://a', oauth: { callbackPort: 0 } },
      '"oauth.callbackPort": expected a port, from 1 to 65535',
    ],
  ];
  test.each(wrong)('%j', (raw, fault) => {
    expect(readServer(raw, [], around)).toEqual({ fault });
  });

  test('what is no header is told', () => {
    expect(readServer({ url: 'http://a', headers: { 'a b': 'c' } }, [], around)).toEqual({
      fault: expect.stringContaining('"headers": '),
    });
  });
});

test('what is started is shown as one would type it', () => {
  const given = { a: { command: '/my tools/run', args: ['-m', 'a b', '', "it's", '${A}/x'] } };
  const { servers } = configuredServers({ ...around, opened: undefined, given });
  expect(servers.map(({ target }) => target)).toEqual([
    `'/my tools/run' -m 'a b' '' 'it'\\''s' \${A}/x`,
  ]);
});

test('a wrong server costs itself only', () => {
  const { servers, problems } = configuredServers({
    ...around,
    opened: undefined,
    given: { good: { command: 'x' }, bad: { command: 1 }, off: { command: 'x', enabled: false } },
  });
  expect(servers.map(({ name, target, use }) => [name, target, use.is])).toEqual([
    ['good', 'x', 'start'],
    ['bad', '', 'wrong'],
    ['off', 'x', 'off'],
  ]);
  expect(problems).toEqual([
    {
      level: 'error',
      source: 'mcpServers.bad',
      hook: '',
      text: 'MCP server "bad": "command": expected a text, got 1; it is not started',
    },
  ]);
});

describe('names', () => {
  const rows: [string, string, string][] = [
    ['memory', 'create_entities', 'mcp__memory__create_entities'],
    ['my server', 'do it!', 'mcp__my_server__do_it_'],
    ['a__b', 'c', 'mcp__a_b__c'],
    ['_a_', '_b', 'mcp__a___b'],
    ['ä', 'ö', 'mcp____ö'.replace('ö', '_')],
  ];
  test.each(rows)('%s and %s: %s', (server, tool, name) => {
    expect(toolName(server, tool)).toBe(name);
  });

  test('long names are cut, stay apart, and are the same every time', () => {
    const [one, two] = ['a', 'b'].map((end) => toolName('server', `${'x'.repeat(100)}${end}`));
    expect(one).toHaveLength(64);
    expect(two).toHaveLength(64);
    expect(one).not.toBe(two);
    expect(toolName('server', `${'x'.repeat(100)}a`)).toBe(one);
  });

  test('a server cannot take a name that reads as a tool of another', () => {
    for (const name of ['memory__evil', 'memory_', '__memory', 'memory__'])
      expect(plainServer(name)).not.toMatch(/__|^_|_$/);
  });

  test('some are no names', () => {
    expect(serverNameFault('__')).toBe('its name needs a letter or a digit');
    expect(serverNameFault('x'.repeat(41))).toBe('its name is longer than 40 characters');
    expect(serverNameFault('fine')).toBeUndefined();
  });
});

test('lines are put together from whatever pieces they come in', () => {
  const text = Buffer.from('one\n\ntwo ü\nthree');
  for (let size = 1; size <= text.length; size++) {
    const read = lineReader();
    const lines: string[] = [];
    for (let at = 0; at < text.length; at += size)
      lines.push(...read(text.subarray(at, at + size)));
    expect(lines).toEqual(['one', '', 'two ü']);
  }
});
