import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { call, say } from '../packages/agent-sdk/test/wire/reply.ts';
import { type Protocol, startWire } from '../packages/agent-sdk/test/wire/server.ts';

const SCRIPT = fileURLToPath(new URL('../scripts/smoke.mjs', import.meta.url));

async function smoke(args: readonly string[], env: Readonly<Record<string, string>>) {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [SCRIPT, ...args], { env: { PATH, HOME, ...env } });
  let out = '';
  child.stdout.on('data', (bytes) => (out += bytes));
  child.stderr.on('data', (bytes) => (out += bytes));
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, out };
}

test('without a key it does not begin, and says what to set', async () => {
  const { code, out } = await smoke(['--provider', 'gemini'], {});
  expect(out).toContain('Set GEMINI_API_KEY');
  expect(code).toBe(2);
  expect((await smoke([], {})).out).toContain('npm run smoke -- --provider NAME');
});

const PROVIDERS: Readonly<Record<Protocol, string>> = {
  ...{ anthropic: 'anthropic', responses: 'openai', chat: 'openai', gemini: 'gemini' },
};

test.each(Object.entries(PROVIDERS) as [Protocol, string][])(
  'over %s, no request is one that a provider refuses',
  async (protocol, provider) => {
    const server = await startWire();
    onTestFinished(() => server.close());
    const write = (name: string, content: string) => {
      const root = /Working directory: (\S+?)(?:\\n|\n)/.exec(
        JSON.stringify(server.requests[0]?.body),
      );
      return { call: 'Write', input: { file_path: `${root?.[1]}/${name}`, content } };
    };
    server.script(
      say('READY'),
      () => ({ blocks: [write('one.txt', '1'), write('two.txt', '2')] }),
      say('written'),
      call('Bash', { command: 'cat missing.txt' }),
      say('FAILED'),
      call('Bash', { command: 'rm one.txt' }),
      say('KINGFISHER says no.'),
      say('HERON'),
      say('red'),
      call('Task', { description: 'd', prompt: 'p', subagent_type: 'explore' }),
      say('two.txt contains 2'),
      say('2'),
      say('PELICAN'),
      say('A summary of what happened.'),
      () => ({ blocks: [write('three.txt', '3')] }),
      say('DONE'),
    );
    const { WAVE_MODEL = '', ...env } = server.env(protocol);
    const model = WAVE_MODEL.slice(provider.length + 1);
    const { code, out } = await smoke(['--provider', provider, '--model', model], env);
    expect(server.faults).toEqual([]);
    expect(out).toContain('9 of 9 hold. ');
    expect(code).toBe(0);
  },
);
