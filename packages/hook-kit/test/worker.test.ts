import { createEngine } from '@wavehooks/hooks';
import { expect, onTestFinished, test, vi } from 'vitest';
import { PATIENCE_MS } from '../../../test/until.ts';
import { tryHook } from '../src/testing/index.ts';
import { hookFile, quote, run } from './helpers.ts';

/** An engine with a hook of the kit, as a worker. */
async function asked(body: string, more: object = {}) {
  const command = `exec ${quote(process.execPath)} ${quote(hookFile(body))}`;
  const hooks = [{ type: 'worker' as const, name: 'kit', command, ...more }];
  const engine = await createEngine({ hooks: { PreToolUse: [{ hooks }] } });
  onTestFinished(() => engine.close());
  return (name: string, signal?: AbortSignal) =>
    engine.fire(
      { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: name } },
      signal ? { signal } : {},
    );
}

const GUARD = `let seen = 0;
  export const hook = defineHook('PreToolUse', async ({ tool_input: { command } }, { signal }) => {
    seen++;
    console.log('about', command);
    process.stdout.write('more\\n');
    if (command === 'rewrite') return rewrite({ command: 'ls' });
    if (command === 'throw') throw new Error('oops');
    if (command === 'late') setTimeout(() => { throw new Error('afterwards'); });
    if (command === 'slow') await new Promise((done) => signal.addEventListener('abort', done));
    if (command === 'late') await new Promise(() => {});
    return deny('no ' + seen);
  });`;

test('the same file stays and answers event after event', async () => {
  const fire = await asked(GUARD);
  expect(await fire('a')).toMatchObject({ decision: 'block', toAgent: [{ text: 'no 1' }] });
  expect(await fire('b')).toMatchObject({ decision: 'block', toAgent: [{ text: 'no 2' }] });
  expect(await fire('rewrite')).toMatchObject({ decision: 'none', input: { command: 'ls' } });
});

test('a handler that throws fails its event and nothing else', async () => {
  const fire = await asked(GUARD);
  expect(await fire('throw')).toMatchObject({
    decision: 'none',
    toUser: [
      {
        text: 'hook "kit" exited 1, which does not block; only exit 2 does: hook failed: oops',
      },
    ],
  });
  expect(await fire('b')).toMatchObject({ toAgent: [{ text: 'no 2' }] });
});

test('what is thrown outside of a handler fails what is open; failClosed blocks', async () => {
  const fire = await asked(GUARD.replace('  });', '  }, { failClosed: true });'));
  expect(await fire('late')).toMatchObject({
    decision: 'block',
    toAgent: [{ text: 'hook failed: afterwards' }],
  });
  // It ends after that: an event on its way to it is lost, the next one has a new process.
  await vi.waitFor(
    async () => expect(await fire('b')).toMatchObject({ toAgent: [{ text: 'no 1' }] }),
    { timeout: PATIENCE_MS },
  );
});

test.each([
  ['a number that JSON does not know', 'return rewrite({ timeout: 10n })', /got 10n/],
  ['a circle', 'const a = {}; a.a = a; return rewrite({ command: a })', /holds itself/],
  ['the end of the process', 'process.exit(0)', /the process ended before the handler answered/],
])(
  '%s in place of an answer fails the event; failClosed blocks, as it does in a command',
  async (_, body, says) => {
    const text = `defineHook('PreToolUse', ({ tool_input }) => { ${body}; }, { failClosed: true });`;
    const said = { decision: 'block', toAgent: [{ text: expect.stringMatching(says) }] };
    for (const type of ['command', 'worker'])
      expect(await (await asked(text, { type }))('a')).toMatchObject(said);
  },
);

test('a cancelled event aborts its signal; others go on', async () => {
  const fire = await asked(GUARD);
  await fire('warm');
  const own = new AbortController();
  const slow = fire('slow', own.signal);
  expect(await fire('b')).toMatchObject({ toAgent: [{ text: 'no 3' }] });
  own.abort();
  expect(await slow).toMatchObject({ decision: 'halt' });
  expect(await fire('c')).toMatchObject({ toAgent: [{ text: 'no 4' }] });
});

test('it ends with its stdin, and what it starts is no worker', async () => {
  const file = hookFile(`defineHook('Stop', () => block(String(process.env.WAVE_HOOK_WORKER)));`);
  const stdin = '{"id":"7","input":{"hook_event_name":"Stop"}}\n';
  const env = { WAVE_HOOK_WORKER: '1', WAVE_PROJECT_DIR: '/project' };
  expect(await run(file, stdin, env)).toEqual({
    code: 0,
    stderr: '',
    stdout: '{"id":"7","stdout":{"decision":"block","reason":"undefined"}}\n',
  });
});

test('an event in many pieces is read whole', async () => {
  const fire = await asked(
    `defineHook('PreToolUse', ({ tool_input }) => deny(String(tool_input.command.length)));`,
  );
  const long = 'é\n'.repeat(1_000_000);
  expect(await fire(long)).toMatchObject({ toAgent: [{ text: '2000000' }] });
});

test('tryHook takes it as it stands in settings, and ends it', async () => {
  const file = hookFile(`defineHook('PreToolUse', () => deny(String(process.pid)));`);
  const command = `exec ${quote(process.execPath)} ${quote(file)}`;
  const tried = await tryHook({ type: 'worker', command }, { tool: 'Bash' });
  expect([tried.decision, tried.outcome]).toEqual(['block', { is: 'exit', code: 0 }]);
  expect(() => process.kill(Number(tried.verdict.toAgent[0]?.text), 0)).toThrow();
});
