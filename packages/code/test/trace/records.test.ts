import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { call, type Reply, say } from '../../../agent-sdk/test/wire/reply.ts';
import { startWire } from '../../../agent-sdk/test/wire/server.ts';
import { place, wave } from '../helpers.ts';

type Line = Readonly<Record<string, unknown>>;

const WHERE = {
  time: expect.stringMatching(/Z$/),
  at: expect.stringMatching(/Z$/),
  session: expect.any(String),
};
const MS = expect.any(Number);
const HASH = expect.stringMatching(/^[\w-]{22}$/);

async function logOf(settings: object, prompt: string, ...script: Reply[]) {
  const where = place();
  const file = where.write('home/.wave/settings.json', settings);
  const server = await startWire();
  onTestFinished(() => server.close());
  server.script(...script);
  const { code, stderr } = await wave(['-p', prompt], where, { env: server.env('anthropic') });
  const log = join(where.home, '.wave/logs/hooks.jsonl');
  const lines = readFileSync(log, 'utf8').split('\n').filter(Boolean);
  const records = lines.map((line): Line => {
    const { chain: _, n: __, prev: ___, ...rest } = JSON.parse(line);
    return rest;
  });
  const of = (is?: string) => records.filter((record) => record['is'] === is);
  return { where, code, stderr, file, of, text: lines.join('\n') };
}

const GUARD = {
  matcher: 'Bash',
  hooks: [{ type: 'command', name: 'guard', command: 'echo seen; echo no >&2; exit 2' }],
};

test('a turn leaves records of its requests, calls, decisions and itself', async () => {
  const { of, code, stderr, file, where } = await logOf(
    { permissions: { allow: ['Write'] } },
    'my-own-words',
    call('Write', { file_path: 'a.txt', content: 'my-own-content' }, 'c1'),
    say('done'),
  );
  expect([code, stderr]).toEqual([0, '']);
  const used = { model: expect.any(String), ms: MS, input: 100, output: 20, cached: 0, cost: MS };
  expect(of('request')).toEqual([
    { is: 'request', ...WHERE, ...used, ended: 'done', message: expect.any(String) },
    { is: 'request', ...WHERE, ...used, ended: 'done', message: expect.any(String) },
  ]);
  const one = { call: 'c1', tool: 'Write' };
  const by = { is: 'rule', rule: 'Write', list: 'allow', where: `${file}:1` };
  expect(of('decision')).toEqual([
    { is: 'decision', ...WHERE, ...one, answer: 'yes', row: 14, by, content: HASH },
  ]);
  expect(of('call')).toEqual([{ is: 'call', ...WHERE, ...one, ms: MS, success: true }]);
  expect(of('turn')).toEqual([{ is: 'turn', ...WHERE, ms: MS, ended: 'done', cost: MS }]);
  expect(of('inventory')).toEqual([
    { is: 'inventory', ...WHERE, project: where.project, hooks: [] },
  ]);
  expect(JSON.stringify(of())).not.toContain('my-own');
  const verified = await wave(['log', 'verify'], where);
  expect([verified.code, verified.stdout]).toEqual([
    0,
    expect.stringMatching(/^6 records in 1 chain .*: as they were written\.\n$/),
  ]);
  const shown = await wave(['hooks', 'log'], where);
  expect(shown.stderr).not.toContain('could not be read');
});

test('a block names the hook, and its run the call, both streams and when', async () => {
  const { of, file, text } = await logOf(
    { hooks: { PreToolUse: [GUARD] } },
    'my-own-words',
    call('Bash', { command: 'echo my-own-command' }, 'c1'),
    say('done'),
  );
  const [decision] = of('decision');
  expect(decision).toMatchObject({ answer: 'no', row: 2, by: { is: 'hook', hook: 'guard' } });
  const [run] = of();
  expect(run).toMatchObject({ call: 'c1', at: WHERE.at, stdout: 'seen\n', stderr: 'no\n' });
  expect(of('inventory')).toMatchObject([
    { hooks: [{ hook: 'guard', event: 'PreToolUse', source: `${file}:1`, matcher: 'Bash' }] },
  ]);
  expect(text).not.toContain('my-own');
});

test('of an erased prompt no record holds anything', async () => {
  const hooks = [{ type: 'command', name: 'wall', command: 'cat; cat >&2; exit 2' }];
  const { of, text } = await logOf({ hooks: { UserPromptSubmit: [{ hooks }] } }, 'my-own-words');
  expect(of('moment')).toEqual([]);
  expect(of('turn')).toMatchObject([{ ended: 'blocked' }]);
  expect(of()).toMatchObject([{ hook: 'wall', erased: true }]);
  expect(text).not.toMatch(/my-own|content/);
});

test('a prompt that passes is a moment, bound to its text', async () => {
  const hooks = [{ type: 'command', name: 'note', command: 'echo context' }];
  const { of } = await logOf({ hooks: { UserPromptSubmit: [{ hooks }] } }, 'hi', say('done'));
  expect(of('moment')).toEqual([
    {
      ...{ is: 'moment', ...WHERE, event: 'UserPromptSubmit', ms: MS, verdict: 'none' },
      content: HASH,
    },
  ]);
});

test('what a subagent does is in records with its id', async () => {
  const { of } = await logOf(
    {},
    'hi',
    call('Task', { description: 'look', prompt: 'look', subagent_type: 'explore' }, 'c1'),
    call('Bash', { command: 'ls' }, 'c2'),
    say('found'),
    say('done'),
  );
  const agents = new Set(of('request').map(({ agent }) => agent));
  expect(agents.size).toBe(2);
  const [inner] = of('call');
  expect(inner).toMatchObject({ call: 'c2', agent: expect.stringMatching(/^agent-/) });
  expect(of('turn').map(({ agent }) => agent)).toEqual([inner?.['agent'], undefined]);
});
