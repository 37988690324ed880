import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { groupRuns } from '../../agent-sdk/test/open-agent.ts';
import { type Place, place, wave } from './helpers.ts';

const CALL = { tool_name: 'Bash', tool_input: { command: 'git push -f' } };

function withHooks(...hooks: object[]) {
  const where = place();
  const entries = hooks.map((hook) => ({ type: 'command', ...hook }));
  const settings = where.write('settings.json', {
    hooks: { PreToolUse: [{ matcher: 'Bash', hooks: entries }] },
  });
  return { where, flags: ['--settings', settings, '--only'] };
}

const hooks = (where: Place, args: string[], call: object = CALL) =>
  wave(['hooks', ...args], where, { stdin: JSON.stringify(call) });

test('run waits for no async hook, and says so', async () => {
  const { where, flags } = withHooks({ name: 'slow', command: 'sleep 30; exit 2', async: true });
  const began = Date.now();
  const { code, stdout } = await hooks(where, ['run', 'PreToolUse', ...flags, '--json']);
  expect(Date.now() - began).toBeLessThan(15_000);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    decision: 'none',
    toUser: [],
    runs: [{ hook: 'slow', outcome: { is: 'async' } }],
  });
  const plain = await hooks(where, ['run', 'PreToolUse', ...flags]);
  expect(plain.stdout).toContain('slow  async: started, and not waited for');
});

test('what run started and did not wait for ends with it', async () => {
  const { where, flags } = withHooks(
    { name: 'slow', command: 'echo $$ > pid; sleep 30', async: true },
    { name: 'waits', command: 'while [ ! -s pid ]; do sleep 0.02; done' },
  );
  await hooks(where, ['run', 'PreToolUse', ...flags]);
  const pid = Number(readFileSync(join(where.project, 'pid'), 'utf8'));
  expect(groupRuns(pid)).toBe(false);
});

test('explain says whether a condition holds, and why', async () => {
  const { where, flags } = withHooks(
    { name: 'push', command: 'exit 2', if: 'Bash(git push *)' },
    { name: 'other', command: 'exit 2 # other', if: 'Bash(npm *)', once: true, async: true },
  );
  const explain = async (...args: string[]) => {
    const { stdout } = await hooks(where, ['explain', 'PreToolUse', 'Bash', ...args, ...flags]);
    return stdout;
  };
  const without = await explain();
  expect(without).toContain('its "if": Bash(git push *) must hold for the call');
  expect(without).toContain('must hold for the call; once a session; nobody waits for it');
  const pushed = await explain('--input', '{"command":"cd x && git push"}');
  expect(pushed).toMatch(/fires {2}push: .*its "if": Bash\(git push \*\) holds for this call/);
  expect(pushed).toMatch(/does not {2}other: its "if": Bash\(npm \*\) does not hold for this call/);
  const unread = await explain('--input', '{"command":"$TOOL push"}');
  expect(unread).toMatch(/fires {2}push: .*may hold: .*\$TOOL/);
  const wrong = await hooks(where, ['explain', 'PreToolUse', 'Bash', '--input', 'x', ...flags]);
  expect(wrong).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--input: expected a JSON object, got x'),
  });
});

test('list shows conditions, and doctor a program that is not there', async () => {
  const { where, flags } = withHooks(
    { name: 'push', command: 'true', if: 'Bash(git push *)', once: true },
    { name: 'wakes', command: 'true # wakes', asyncRewake: true },
    { command: 'no-such-program', args: ['a b'] },
    { name: 'near', command: 'sh', args: ['guard.sh'] },
  );
  where.write('project/guard.sh', 'exit 0\n');
  const { stdout } = await hooks(where, ['list', ...flags]);
  expect(stdout).toContain('only if Bash(git push *); once a session');
  expect(stdout).toContain('async, wakes the agent');
  expect(stdout).toContain("command not found  no-such-program 'a b'");
  const doctor = await hooks(where, ['doctor', ...flags]);
  expect(doctor.code).toBe(1);
  expect(doctor.stdout).toContain('no-such-program is not in the PATH');
  expect(doctor.stdout).toContain('write ${WAVE_PROJECT_DIR}/guard.sh');
});

test("a project's program is approved with its script, and blocked once that changed", async () => {
  const where = place();
  const script = where.write('project/guard.sh', 'echo guarded >&2; exit 2\n');
  const entry = { type: 'command', command: 'sh', args: ['${WAVE_PROJECT_DIR}/guard.sh'] };
  where.write('project/.wave/settings.json', {
    hooks: { PreToolUse: [{ hooks: [{ ...entry, name: 'guard' }] }] },
  });
  const decided = async () => {
    const { stdout } = await hooks(where, ['run', 'PreToolUse', '--json']);
    return stdout === '' ? undefined : JSON.parse(stdout);
  };
  expect(await decided()).toBeUndefined();
  expect(await hooks(where, ['approve'])).toMatchObject({ code: 0 });
  expect(await decided()).toMatchObject({ decision: 'block', toAgent: [{ text: 'guarded' }] });
  writeFileSync(script, 'exit 0\n');
  expect(await decided()).toMatchObject({
    decision: 'block',
    toAgent: [{ text: expect.stringContaining('guard changed since approval') }],
  });
});

test('a condition is part of what is approved', async () => {
  const where = place();
  const write = (rule: string) =>
    where.write('project/.wave/settings.json', {
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'exit 2', if: rule }] }] },
    });
  write('Bash(git *)');
  await hooks(where, ['approve']);
  expect((await hooks(where, ['run', 'PreToolUse', '--json'])).code).toBe(0);
  write('Bash(ls)');
  expect(await hooks(where, ['run', 'PreToolUse', '--json'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('wave hooks approve'),
  });
});

test('wave -p ends with its turn: what an async hook would say later is not waited for', async () => {
  const where = place();
  const settings = where.write('settings.json', {
    hooks: {
      Stop: [
        {
          hooks: [
            { type: 'command', command: 'echo $$ > pid; sleep 30; exit 2', asyncRewake: true },
            { type: 'command', command: 'while [ ! -s pid ]; do sleep 0.02; done' },
          ],
        },
      ],
    },
  });
  const began = Date.now();
  const { code } = await wave(['-p', 'hi', '--model', 'practice', '--settings', settings], where, {
    stdin: '',
  });
  expect(code).toBe(0);
  expect(Date.now() - began).toBeLessThan(20_000);
  const pid = Number(readFileSync(join(where.project, 'pid'), 'utf8'));
  expect(groupRuns(pid)).toBe(false);
});
