import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeRedactor } from '../../src/log/redact.ts';

const ENV = {
  GITHUB_TOKEN: 'value-of-the-token',
  DB_PASS: 'p"ss\\word-1',
  SHORT_SECRET: 'abc',
  ODD_SECRET: 'redacted',
  HOME: '/home/somebody',
  SSH_AUTH_SOCK: '/tmp/agent.sock',
  TOKEN_FILE: '/run/the-token-file',
};
const redact = makeRedactor(ENV);
const R = '[redacted]';

describe('by name, in texts', () => {
  const cases: [before: string, after: string][] = [
    ['API_KEY=abc next', `API_KEY=${R} next`],
    ['export MY_API_KEY="a b c" x', `export MY_API_KEY="${R}" x`],
    ["dbPassword = 'it is' ok", `dbPassword = '${R}' ok`],
    ['{"apiKey": "x\\"y", "n": 1}', `{"apiKey": "${R}", "n": 1}`],
    [
      '{\\"client_secret\\": \\"x y\\", \\"n\\": 1}',
      `{\\"client_secret\\": \\"${R}\\", \\"n\\": 1}`,
    ],
    ['--token abc --verbose', `--token ${R} --verbose`],
    ['--api-key=abc --verbose', `--api-key=${R} --verbose`],
    ['--password "a b" x', `--password "${R}" x`],
    ['password: hunter2\nuser: bob', `password: ${R}\nuser: bob`],
    ['X-Api-Key: abc', `X-Api-Key: ${R}`],
    ['Authorization: Basic dXNlcg== x\nHost: a', `Authorization: ${R}\nHost: a`],
    ["curl -H 'Authorization: Basic abc' url", `curl -H 'Authorization: ${R}' url`],
    ['Set-Cookie: a=b; c=d\nHost: a', `Set-Cookie: ${R}\nHost: a`],
    ['STRIPE_KEY=abc next', `STRIPE_KEY=${R} next`],
    ['{"deploy-key": "abc"}', `{"deploy-key": "${R}"}`],
    ['--stripe-key abc x', `--stripe-key ${R} x`],
    ['private key: abc', `private key: ${R}`],
    ['PRIVATEKEY=abc', `PRIVATEKEY=${R}`],
    ['?access_token=abc&page=2', `?access_token=${R}&page=2`],
    ['"secrets": ["a", "b"], "n": 1', `"secrets": ${R}, "n": 1`],
    ['credentials="open\nnext line', `credentials="${R}\nnext line`],
  ];
  test.each(cases)('%s', (before, after) => expect(redact(before)).toBe(after));
});

describe('by form, in texts', () => {
  const secrets = [
    `sk-ant-${'a1B-'.repeat(8)}`,
    'sk-proj-abcdefghijklmnop1234',
    `sk_live_${'a1'.repeat(12)}`,
    `sk_test_${'a1'.repeat(12)}`,
    `rk_live_${'a1'.repeat(12)}`,
    `ghp_${'a1'.repeat(18)}`,
    `gho_${'a1'.repeat(18)}`,
    `github_pat_${'a1_'.repeat(12)}`,
    `glpat-${'a1-'.repeat(8)}`,
    `npm_${'a1'.repeat(18)}`,
    'xoxb-12345-67890-abcdef',
    'AKIAABCDEFGHIJKLMNOP',
    `AIza${'Sy-1_'.repeat(7)}`,
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjMifQ.c2lnbmF0dXJl',
    '-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc\n-----END RSA PRIVATE KEY-----',
    '-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\n-----END OPENSSH PRIVATE KEY-----',
  ];
  test.each(secrets)('%s', (secret) => {
    expect(redact(`before ${secret} after`)).toBe(`before ${R} after`);
    expect(redact(`("${secret}")`)).toBe(`("${R}")`);
  });

  test('what stands around a secret stays', () => {
    expect(redact('bearer abcdefgh.ijk x')).toBe(`bearer ${R} x`);
    expect(redact('a BEARER abcdefgh.ijk')).toBe(`a BEARER ${R}`);
    expect(redact('https://bob:p@ss@host/path?q=1')).toBe(`https://bob:${R}@host/path?q=1`);
    expect(redact('curl -u bob:hunter2 x')).toBe(`curl -u bob:${R} x`);
    expect(redact('curl -ubob:hunter2 x')).toBe(`curl -ubob:${R} x`);
    expect(redact(`curl --user 'bob:hunter2' x`)).toBe(`curl --user 'bob:${R}' x`);
    expect(redact('curl --user=bob@a.b:hunter2 x')).toBe(`curl --user=bob@a.b:${R} x`);
    expect(redact('redis://:pw@host:6379')).toBe(`redis://:${R}@host:6379`);
    expect(redact('https://0123456789abcdef0123@github.com/a')).toBe(`https://${R}@github.com/a`);
    expect(redact('-----BEGIN PRIVATE KEY-----\ntorn')).toBe(R);
  });
});

describe('by value', () => {
  test('values of secret variables go, as they are and as they look in JSON', () => {
    expect(redact('a value-of-the-token b')).toBe(`a ${R} b`);
    expect(redact(JSON.stringify({ a: ENV.DB_PASS }))).toBe(`{"a":"${R}"}`);
  });

  test('a value of eight characters is a secret, one of seven turns up in innocent texts', () => {
    const known = makeRedactor({ A_TOKEN: 'abcd1234', B_TOKEN: 'wxyz789' });
    expect(known('abcd1234 wxyz789')).toBe(`${R} wxyz789`);
  });

  test('values that are short, or of other variables, stay', () => {
    const text = 'abc in /home/somebody, /tmp/agent.sock and /run/the-token-file: redacted';
    expect(redact(text)).toBe(text);
  });
});

test('everything else stays as it is', () => {
  const texts = [
    'the tokenizer made max_tokens: 512 of it, input_tokens=3',
    'task-scheduler-implementation-notes and risk-assessment-of-the-year',
    'see https://example.com/a:b@c and mail me@example.com',
    'std::token::parse and token == other',
    'ssh://git@github.com/a/b',
    'public_key=abc, PUBLIC_KEY: abc, primary_key: id, key: a, monkey=1, cacheKey=x',
    'sort -u a.txt; git push -u origin main; docker run --user 1000:1000 x; curl -u https://a.b/c',
    '["http://localhost:80","me@example.com"]',
    '-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----',
    'Unexpected token } in JSON at position 3',
  ];
  for (const text of texts) expect(redact(text)).toBe(text);
});

test('JSON values: by the keys, in the texts, and in lists of arguments', () => {
  const value = {
    command: 'curl --token abc x',
    env: { API_KEY: 'abc', USER: 'bob', 'private-key': { pem: 'abc' } },
    args: ['--password', 'abc', '--verbose', 'yes'],
    token: 7,
    password: true,
    secret: null,
    cookies: '',
    n: [1, false, null],
  };
  expect(redact(value)).toEqual({
    command: `curl --token ${R} x`,
    env: { API_KEY: R, USER: 'bob', 'private-key': R },
    args: ['--password', R, '--verbose', 'yes'],
    token: R,
    password: true,
    secret: null,
    cookies: '',
    n: [1, false, null],
  });
});

test('what cannot be looked through is not kept, and nothing is thrown', () => {
  const circle: Record<string, unknown> = {};
  circle['a'] = circle;
  expect(JSON.stringify(redact(circle))).toContain(R);
  const trap = {
    get a() {
      throw new Error('no');
    },
  };
  expect(redact(trap)).toBe(R);
  for (const plain of [undefined, null, 1, true]) expect(redact(plain)).toBe(plain);
});

const PARTS = fc.constantFrom(
  ...[
    'token',
    'api_key',
    '=',
    ': ',
    ' ',
    '"',
    "'",
    '\\',
    '[',
    ']',
    '{',
    '\n',
    '--',
    '://',
    '@',
    ':',
  ],
  ...['sk-', 'a1'.repeat(10), 'ghp_', 'eyJ', '.', 'Bearer ', R, 'value-of-the-token', 'redacted'],
  ...['-u ', '--user ', 'bob:', 'sk_live_', 'STRIPE_KEY'],
  ...['-----BEGIN PRIVATE KEY-----', '-----END PRIVATE KEY-----', 'Authorization', '&', ','],
);

test('redacting twice changes nothing', () => {
  const text = fc.array(fc.oneof(PARTS, fc.string()), { maxLength: 30 }).map((all) => all.join(''));
  fc.assert(
    fc.property(text, (before) => {
      const once = redact(before);
      expect(redact(once)).toBe(once);
    }),
    { numRuns: 3000 },
  );
});

const HOSTILE = [
  'a', 'token', 'token=', 'token="', 'token=[', 'token=\\"\n', '"authorization:x"', 'authorization:',
  'eyJ', '-eyJ', 'eyJaaaaaaa.', 'sk-', '-sk-', 'sk-a-', 'ghp_', 'xoxb-', '://', '://a:', '://a:b@', ':',
  'bearer ', '-----BEGIN ', '-----BEGIN PRIVATE KEY-----', '-----END ', '\\', '"', '=', ' ', '_', '-',
  'A', 'aA', 'AKIA', '-u', '-u a:', '-u a', '--user ', 'sk_live_', 'a_key_', '--token ', 'key:', 'private key', 'value-of-the-toke', R, 'https://a', '[', '{a',
]; // biome-ignore format: a list of words

test.each(HOSTILE)('1 MB of %j takes time in proportion', (part) => {
  const text = part.repeat(Math.ceil(1_000_000 / part.length));
  const from = process.cpuUsage();
  redact(text);
  expect(process.cpuUsage(from).user).toBeLessThan(3_000_000);
});
