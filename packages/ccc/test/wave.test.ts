import '../../../test/built.ts';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { call, say } from '../../agent-sdk/test/wire/reply.ts';
import { startWire } from '../../agent-sdk/test/wire/server.ts';

const bin = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const CCC = bin('ccc/bin/ccc.cjs');
const WAVE = bin('code/bin/wave.cjs');

/** A project in which `wave -p` is supervised, and an endpoint on loopback as its model. */
async function supervised(supervisor: object, event = 'Stop', matcher = '') {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'wave-ccc-')));
  const server = await startWire();
  onTestFinished(async () => {
    await server.close();
    rmSync(root, { recursive: true, force: true });
  });
  const [home, project] = ['home', 'project'].map((name) => join(root, name)) as [string, string];
  for (const dir of [home, project, join(home, '.wave')]) mkdirSync(dir);
  writeFileSync(join(home, '.wave/ccc.json'), JSON.stringify({ supervisor }));
  const command = `CCC_SUPERVISOR_ID=loop "${process.execPath}" "${CCC}" supervisor-hook`;
  const hooks = { [event]: [{ matcher, hooks: [{ type: 'command', name: 'ccc', command }] }] };
  writeFileSync(join(home, '.wave/settings.json'), JSON.stringify({ hooks }));
  const wave = (prompt: string) =>
    run(
      [
        WAVE,
        '-p',
        prompt,
        '--output-format',
        'stream-json',
        '--permission-mode',
        'bypassPermissions',
      ],
      {
        cwd: project,
        env: { ...process.env, HOME: home, ...server.env('anthropic') },
      },
    );
  return { server, home, project, wave };
}

function run(args: string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr.resume();
  return new Promise<{ code: number | null; lines: Record<string, unknown>[] }>((resolve) =>
    child.on('close', (code) =>
      resolve({
        code,
        lines: stdout
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      }),
    ),
  );
}

/** A reviewer that objects so many times, then is content. */
const objecting = (times: number) => ({
  type: 'command',
  command: `n=$(cat n 2>/dev/null || echo 0); n=$((n+1)); echo $n > n; if [ $n -le ${times} ]; then echo "{\\"allow_stop\\":false,\\"feedback\\":\\"ROUND$n\\"}"; else echo '{"allow_stop":true,"feedback":"good"}'; fi`,
});

test('the reviewer sees the task in what Wave writes for hooks, and what came of it', async () => {
  const command = `cat > evidence; echo '{"allow_stop":true,"feedback":"good"}'`;
  const { server, project, wave } = await supervised({ reviewer: { type: 'command', command } });
  server.script(call('Bash', { command: 'echo RESULTOFIT' }), say('all done'));
  expect((await wave('do it well')).code).toBe(0);
  const { evidence } = JSON.parse(readFileSync(join(project, 'evidence'), 'utf8'));
  expect(evidence.task).toBe('do it well');
  expect(evidence.transcript.split('\n\n')).toEqual([
    'user: do it well',
    'assistant: calls Bash {"command":"echo RESULTOFIT"}',
    expect.stringMatching(/^tools: result: RESULTOFIT/),
    'assistant: all done',
  ]);
});

test('three rounds of feedback, then the agent may stop', async () => {
  const { server, wave } = await supervised({ reviewer: objecting(3) });
  server.script(say('done'), say('better'), say('even better'), say('perfect'));
  const { code, lines } = await wave('do it well');
  expect(code).toBe(0);
  expect(server.requests).toHaveLength(4);
  expect(server.faults).toEqual([]);
  for (const round of [1, 2, 3])
    expect(JSON.stringify(server.requests[round]?.body.messages)).toContain(`ROUND${round}`);
  expect(lines.at(-1)).toMatchObject({ type: 'result', ended: 'done', result: 'perfect' });
});

test('at its limit the supervisor lets go, and the user is told', async () => {
  const { server, wave } = await supervised({ max_iterations: 2, reviewer: objecting(99) });
  server.script(say('one'), say('two'), say('three'));
  const { code, lines } = await wave('do it');
  expect(code).toBe(0);
  expect(server.requests).toHaveLength(3);
  const told = lines.filter(({ subtype }) => subtype === 'notice').map(({ text }) => String(text));
  expect(told.join('\n')).toMatch(/limit|2/);
});

test('a question to the user is held back with feedback', async () => {
  const { server, wave } = await supervised(
    { reviewer: objecting(1) },
    'PreToolUse',
    'AskUserQuestion',
  );
  const questions = [{ question: 'Which?', options: [{ label: 'a' }, { label: 'b' }] }];
  server.script(call('AskUserQuestion', { questions }), say('then I decide myself'));
  const { code } = await wave('choose');
  expect(code).toBe(0);
  expect(JSON.stringify(server.requests[1]?.body.messages)).toContain('ROUND1');
  expect(server.faults).toEqual([]);
});

test('our own agent reviews, with tools that only read and no hooks', async () => {
  const { server, wave } = await supervised({});
  server.script(
    say('all done'),
    say('{"allow_stop": false, "feedback": "AGENTSAYSNO"}'),
    say('mended'),
    say('Fine. {"allow_stop": true, "feedback": "good"}'),
  );
  const { code, lines } = await wave('do it');
  expect(code).toBe(0);
  expect(server.faults).toEqual([]);
  expect(server.requests).toHaveLength(4);
  expect(JSON.stringify(server.requests[2]?.body.messages)).toContain('AGENTSAYSNO');
  const tools = (server.requests[1]?.body.tools ?? []).map(
    (tool) => (tool as { name: string }).name,
  );
  expect(tools).toContain('Read');
  expect(tools).not.toContain('Bash');
  expect(lines.at(-1)).toMatchObject({ ended: 'done', result: 'mended' });
});
