import { readdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../../test/until.ts';
import { call, type Reply, say } from '../../agent-sdk/test/wire/reply.ts';
import { startWire } from '../../agent-sdk/test/wire/server.ts';
import { type Place, place, startWave, wave } from './helpers.ts';
import { runChain } from './kills/chain.ts';

const ROUNDS = 12;
const CHAINS = 4;
const KILLS = 10;

/** The one session file of a home directory. */
function sessionFile({ home }: Place): string | undefined {
  const all = readdirSync(join(home, '.wave/projects'), { recursive: true }).map(String);
  const files = all.filter((name) => name.endsWith('.jsonl') && !name.includes('.hooks/'));
  expect(files.length).toBeLessThanOrEqual(1);
  return files[0] && join(home, '.wave/projects', files[0]);
}

const wholeLines = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** All that a client was told and that the model must still know: texts and results by their marks. */
const marksIn = (text: string) => new Set(text.match(/MARK-[a-z]+-\d+/g));

test(`kill -9 at random moments, ${CHAINS * KILLS} times: nothing is lost, and nothing is left`, async () => {
  const seed = fc.readConfigureGlobal()?.seed ?? 1;
  const chains = Array.from({ length: CHAINS }, (_, at) => seed + at);
  const reports: Awaited<ReturnType<typeof runChain>>[] = [];
  // Two at a time, so that one works while the other one waits.
  const work = async () => {
    for (let next = chains.shift(); next !== undefined; next = chains.shift())
      reports.push(await runChain(next, KILLS));
  };
  await Promise.all([work(), work()]);
  expect(reports.flatMap(({ faults }) => faults)).toEqual([]);
  expect(reports.map(({ kills }) => kills)).toEqual(Array(CHAINS).fill(KILLS));
  const tools = new Set(reports.flatMap(({ calls }) => Object.keys(calls)));
  // How far a session comes between two kills is up to the machine; that they do come somewhere is not.
  expect(tools.size).toBeGreaterThanOrEqual(3);
  expect(reports.reduce((sum, { marks }) => sum + marks, 0)).toBeGreaterThan((CHAINS * KILLS) / 2);
});

test(`kill -9 with a torn line now and then, ${ROUNDS} times: it is told, and every request is valid`, async () => {
  const where = place();
  const server = await startWire();
  onTestFinished(() => server.close());
  let n = 0;
  const reply = (): Reply => {
    n++;
    return n % 3 === 0
      ? say(`MARK-said-${n}`)
      : call('Bash', { command: `sleep 0.0${n % 9}; echo MARK-ran-${n}` });
  };
  server.script(...Array.from({ length: 2_000 }, () => reply));
  const settings = where.write('settings.json', {
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'sleep 0.01' }] }] },
  });
  const env = server.env('anthropic');
  const args = (round: number) => [
    ...['-p', `MARK-prompt-${round}`, '--output-format', 'stream-json', '--settings', settings],
    ...['--permission-mode', 'bypassPermissions', ...(round > 0 ? ['--continue'] : [])],
  ];
  const known = new Set<string>();
  let torn = false;
  for (let round = 0; round < ROUNDS; round++) {
    const asked = server.requests.length;
    const { child, result, ended } = startWave(args(round), where, { env });
    // In the first round until there is a session to go on with; later anywhere, the start included.
    if (round === 0) await until(() => result.stdout.includes('MARK-said'));
    else await sleep(100 + ((round * 37) % ROUNDS) * 40);
    child.kill('SIGKILL');
    const { stdout } = await ended;
    const request = server.requests[asked];
    const sent = JSON.stringify(request?.body.messages ?? '');
    if (request) for (const mark of known) expect(sent, `round ${round}`).toContain(mark);
    const lines = wholeLines(stdout);
    if (torn && lines.some(({ type }) => type === 'user'))
      expect(JSON.stringify(lines.filter(({ subtype }) => subtype === 'notice'))).toContain('torn');
    const file = sessionFile(where);
    const kept = readFileSync(file ?? '', 'utf8');
    const told = lines.filter(({ type }) => type === 'user' || type === 'assistant');
    for (const mark of marksIn(JSON.stringify(told))) {
      expect(kept, `round ${round}`).toContain(mark);
      known.add(mark);
    }
    torn = round % 4 === 1 && tear(file ?? '', known);
  }
  expect(server.faults).toEqual([]);
  expect(known.size).toBeGreaterThan(2);
  const { code } = await wave(args(ROUNDS), where, { env });
  expect(code).toBe(0);
  expect(server.faults).toEqual([]);
});

/** Takes the end off the last line, as a machine that lost its power would; what it said is then lost. */
function tear(file: string, known: Set<string>): boolean {
  const bytes = readFileSync(file);
  truncateSync(file, bytes.length - 5);
  const left = readFileSync(file, 'utf8').split('\n').slice(0, -1).join('\n');
  for (const mark of known) if (!left.includes(mark)) known.delete(mark);
  return true;
}

test('a second process on a session is refused with the pid of the first', async () => {
  const where = place();
  const server = await startWire();
  onTestFinished(() => server.close());
  const env = server.env('anthropic');
  server.script(say('ok'), say('never', { broken: { how: 'hang', after: 2 } }));
  await wave(['-p', 'FIRST'], where, { env });
  const { child, ended } = startWave(['-p', 'SECOND', '--continue'], where, { env });
  await until(() => server.requests.length === 2);
  const refused = await wave(['-p', 'THIRD', '--continue'], where, { env });
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain(`(pid ${child.pid})`);
  child.kill('SIGINT');
  expect((await ended).code).toBe(130);
  server.script(say('ok'));
  expect((await wave(['-p', 'FOURTH', '--continue'], where, { env })).code).toBe(0);
  expect(server.faults).toEqual([]);
});

test('an erased prompt is in no file of the home directory, the hook log included', async () => {
  const where = place();
  const server = await startWire();
  onTestFinished(() => server.close());
  const command = 'grep -o "HUNTER2X" >&2 && exit 2; exit 0';
  const settings = where.write('settings.json', {
    hooks: { UserPromptSubmit: [{ hooks: [{ type: 'command', name: 'guard', command }] }] },
  });
  server.script(say('ok'));
  const run = (prompt: string) =>
    wave(['-p', prompt, '--settings', settings], where, { env: server.env('anthropic') });
  expect((await run('fine')).code).toBe(0);
  expect((await run('it is HUNTER2X')).code).toBe(2);
  const files = readdirSync(where.home, { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  );
  expect(files.map(({ name }) => name)).toContain('hooks.jsonl');
  for (const { parentPath, name } of files)
    expect(readFileSync(join(parentPath, name), 'utf8'), name).not.toContain('HUNTER2X');
});

/** Kills a start at an exact moment: when the link that is the lock is made. */
const KILLED = (when: 'before' | 'after') => `
  const fs = require('node:fs');
  const real = fs.symlinkSync;
  const die = (path) => {
    if (/\\.jsonl\\.lock/.test(String(path))) process.kill(process.pid, 'SIGKILL');
  };
  fs.symlinkSync = (target, path) => {
    if (${when === 'before'}) die(path);
    const given = real(target, path);
    if (${when === 'after'}) die(path);
    return given;
  };
  require('node:module').syncBuiltinESMExports();`;

test.each(['before', 'after'] as const)(
  'kill -9 right %s the lock is made: neither a lock nor a session is left',
  async (when) => {
    const where = place();
    const preload = where.write('die.cjs', KILLED(when));
    const env = { NODE_OPTIONS: `--require=${preload}` };
    const run = startWave(['-p', 'P', '--model', 'practice'], where, { env });
    expect(await run.ended).toEqual({ code: null, stdout: '', stderr: '' });
    expect(run.child.signalCode).toBe('SIGKILL');
    const dir = join(where.home, '.wave/projects');
    const left = () =>
      readdirSync(dir, { recursive: true }).filter((file) => String(file).includes('.jsonl'));
    await until(() => left().length === 0);
  },
);
