import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { until } from '../../../../test/until.ts';
import { holders, leavingOpen } from '../../../process/test/running/left-open.ts';
import { place, wave } from '../helpers.ts';
import {
  answeredBy,
  ask,
  askDirectly,
  bash,
  CLIENTS,
  guardedBy,
  type How,
  isRunning,
  PROGRAM,
  resident,
  runDir,
  socketIn,
  startAsking,
  stopsResident,
} from './resident-helpers.ts';

const DENIED = {
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: 'no rm',
  },
};

const NO_RM = 'case $(cat) in *rm\\ *) echo "no rm" >&2; exit 2;; esac';

test('many events leave nothing behind in the process that answers them', {
  tags: 'perl',
}, async () => {
  const where = guardedBy(place(), 'true');
  const { stderr } = await resident(where);
  let said = '';
  stderr?.on('data', (text) => {
    said += text;
  });
  // More than Node takes for a leak.
  for (let n = 0; n < 12; n++) await ask(where, bash('ls'));
  expect([await answeredBy(where), said]).toEqual([12, '']);
});

describe('the same answer, whoever gives it', { tags: 'perl' }, () => {
  const hooks = [
    'true',
    NO_RM,
    'exit 7',
    `printf %s '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"ls"}}}'`,
    `printf %s '{"continue":false,"stopReason":"enough"}'`,
    'printf "%s\\n" "$PWD" "${ODD-none}" >&2; exit 2',
  ];
  test.each(hooks)('%s', async (hook) => {
    const where = guardedBy(place(), hook);
    await resident(where);
    const events = [
      bash('rm -rf x'),
      bash('ls', { cwd: '/' }),
      { ...bash('ls'), tool_name: 'Write', tool_input: { file_path: 'ä\n"\u0007', content: '' } },
      { session_id: 's', hook_event_name: 'Stop' },
      { hook_event_name: 'Nothing' },
      '',
      '{"a": ',
      'null',
    ];
    for (const event of events) {
      const env = { ODD: `a\nb=c&d\u00e9\u001e'"\\` };
      const direct = await askDirectly(where, event, { env });
      expect(await ask(where, event, { env })).toEqual(direct);
    }
    expect(await answeredBy(where)).toBe(events.length);
  });

  test('of any text', async () => {
    const where = guardedBy(place(), 'cat >&2; exit 2');
    await resident(where);
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc
            .string({ unit: 'binary', maxLength: 200 })
            .map((text) => bash(text, { tool_use_id: 't' })),
          fc.json().map((text) => text),
          fc.string({ unit: 'binary', maxLength: 50 }),
        ),
        async (event) => {
          expect(await ask(where, event)).toEqual(await askDirectly(where, event));
        },
      ),
      { numRuns: 25 },
    );
  });

  test('settings that changed count at once', async () => {
    const where = guardedBy(place(), 'true');
    await resident(where);
    expect((await ask(where, bash('rm x'))).stdout).toBe('{}\n');
    guardedBy(where, NO_RM);
    expect(JSON.parse((await ask(where, bash('rm x'))).stdout)).toEqual(DENIED);
    where.write('home/.wave/settings.json', '{');
    expect((await ask(where, bash('ls'))).code).toBe(2);
    expect(await answeredBy(where)).toBe(3);
  });

  test('approvals are checked for every event', async () => {
    const where = place();
    await resident(where);
    where.write('project/guard.sh', 'exit 0\n');
    where.write('project/.wave/settings.json', {
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'sh guard.sh' }] }] },
    });
    const refused = await ask(where, bash('ls'));
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('wave hooks approve');
    await wave(['hooks', 'approve', '--all'], where);
    expect(await ask(where, bash('ls'))).toMatchObject({ code: 0, stdout: '{}\n' });
    where.write('project/guard.sh', 'exit 0 # changed\n');
    const changed = await ask(where, bash('ls'));
    expect(changed).toEqual(await askDirectly(where, bash('ls')));
    expect(JSON.stringify(changed)).toContain('changed');
  });
});

describe('who calls', () => {
  /** Everything that a hook sees of where it runs. */
  const LOOK = '{ env -0 | sort -z; pwd; umask; } > "$OUT"';
  const seen = (file: string) =>
    readFileSync(file, 'utf8')
      .split('\0')
      .filter((one) => !/^(OUT|WAVE_GUARD_RESIDENT|WAVE_RUN\w*)=/.test(one));

  for (const [client, by] of CLIENTS)
    test(`hooks get the environment and the directory of the caller (${client})`, {
      tags: client,
    }, async () => {
      const where = guardedBy(place(), LOOK);
      await resident(where);
      const [one, two] = [join(where.home, 'one'), join(where.home, 'two')];
      const env = {
        ...by,
        A: 'x\ny=z',
        B: '',
        '&/C': '&',
        PATH: `/dev/null/none:${process.env['PATH']}`,
      };
      await ask(where, bash('ls'), { cwd: where.home, env: { ...env, OUT: one } });
      await askDirectly(where, bash('ls'), { cwd: where.home, env: { ...env, OUT: two } });
      expect(seen(one)).toEqual(seen(two));
      expect(seen(one)).toContain('A=x\ny=z');
      expect(seen(one).join()).not.toContain('wave_guard');
      expect(await answeredBy(where)).toBe(1);
    });

  test('50 at once, none with the environment of another', {
    tags: 'perl',
  }, async () => {
    const where = guardedBy(place(), 'cat >/dev/null; echo "$MINE ${YOURS-none}" >&2; exit 2');
    await resident(where);
    const all = await Promise.all(
      Array.from({ length: 50 }, async (_, at) => {
        const env = { MINE: `mine-${at}`, ...(at % 2 ? { YOURS: `yours-${at}` } : {}) };
        return (await ask(where, bash('ls'), { env })).stdout;
      }),
    );
    expect(all.map((text) => JSON.parse(text).hookSpecificOutput.permissionDecisionReason)).toEqual(
      Array.from({ length: 50 }, (_, at) => `mine-${at} ${at % 2 ? `yours-${at}` : 'none'}`),
    );
    expect(await answeredBy(where)).toBe(50);
  });

  test.each<[string, How & { readonly fails?: true }]>([
    ['another mask for new files', { shell: ['sh', '-c', 'umask 077; exec sh "$@"', 'sh'] }],
    ['another directory for temporary files', { env: { TMPDIR: '/var/tmp' } }],
    ['options for Node', { env: { NODE_OPTIONS: '--max-old-space-size=500' } }],
    ['another Node', { words: [`--node=${PROGRAM}`, 'claude-code'], fails: true }],
    [
      'further options',
      { words: [`--node=${process.execPath}`, 'codex', '--settings=x.json'], fails: true },
    ],
  ])('%s: answered by a process of its own', async (_, { fails, ...how }) => {
    const where = guardedBy(place(), NO_RM);
    await resident(where);
    const { code, stdout } = await ask(where, bash('rm x'), how);
    if (fails) expect(code).toBe(2);
    else expect(JSON.parse(stdout)).toEqual(DENIED);
    expect(await answeredBy(where)).toBe(0);
  });
});

describe('what goes wrong', () => {
  test('a hook that hangs holds up nobody else', async () => {
    const where = guardedBy(place(), 'case $(cat) in *hang*) sleep 60;; esac');
    await resident(where);
    const hanging = startAsking(where, bash('hang'));
    expect(await ask(where, bash('ls'))).toMatchObject({ code: 0, stdout: '{}\n' });
    process.kill(-(hanging.child.pid as number), 'SIGKILL');
    await hanging.ended;
  });

  const HANG = 'echo $$ > "$OUT"; exec sleep 60';
  const hanging = async (by: How['env'] = {}, shell?: How['shell']) => {
    const where = guardedBy(place(), HANG);
    const process = await resident(where);
    const OUT = join(where.home, 'pid');
    const asking = startAsking(where, bash('ls'), {
      env: { ...by, OUT },
      ...(shell ? { shell } : {}),
    });
    await until(() => existsSync(OUT) && readFileSync(OUT, 'utf8') !== '');
    return { where, process, asking, pid: Number(readFileSync(OUT, 'utf8')) };
  };

  for (const [client, by] of CLIENTS)
    test(`a caller that is killed takes its hooks with it (${client})`, {
      tags: client,
    }, async () => {
      const { asking, pid } = await hanging(by);
      // Only the shell: what asks for it is left to notice.
      asking.child.kill('SIGKILL');
      await until(() => !isRunning(pid));
      await asking.ended;
    });

  test('so does the shell of an entry that is killed', { tags: 'perl' }, async () => {
    const { asking, pid } = await hanging({}, ['sh', '-c', 'sh "$0" "$@" || exit 2']);
    asking.child.kill('SIGKILL');
    await until(() => !isRunning(pid));
    await asking.ended;
  });

  test('a resident that is killed: refused, its hooks end, and another one starts', {
    tags: 'perl',
  }, async () => {
    const { where, process, asking, pid } = await hanging();
    process.kill('SIGKILL');
    expect(await asking.ended).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'wave guard: the resident process ended before it answered. Nothing is let through.\n',
    });
    await until(() => !isRunning(pid));
    guardedBy(where, NO_RM);
    stopsResident(where);
    expect(existsSync(socketIn(where))).toBe(true);
    expect(JSON.parse((await ask(where, bash('rm x'))).stdout)).toEqual(DENIED);
    await until(() => existsSync(socketIn(where)));
  });

  for (const [client, env] of CLIENTS)
    test(`an event of 10 MB (${client})`, { tags: client }, async () => {
      const where = guardedBy(place(), NO_RM);
      await resident(where);
      const event = bash(`echo ${'x'.repeat(10 * 1024 * 1024)}; rm x`);
      expect(JSON.parse((await ask(where, event, { env })).stdout)).toEqual(DENIED);
      expect(await answeredBy(where)).toBe(1);
    });

  for (const [client, env] of CLIENTS)
    test(`an agent that takes its time to write the event (${client})`, {
      tags: client,
    }, async () => {
      const where = guardedBy(place(), NO_RM);
      await resident(where);
      const { stdout } = await ask(where, bash('rm x'), { env, afterMs: 7_000 });
      expect(JSON.parse(stdout)).toEqual(DENIED);
      expect(await answeredBy(where)).toBe(1);
    });

  test('an event that is too large is refused, either way', async () => {
    const where = guardedBy(place(), 'true');
    await resident(where);
    const event = bash('x'.repeat(65 * 1024 * 1024));
    const refused = {
      code: 2,
      stdout: '',
      stderr: 'wave guard: stdin: expected an event of at most 64 MB\n',
    };
    expect(await ask(where, event)).toEqual(refused);
    expect(await askDirectly(where, event)).toEqual(refused);
  });

  test('a failure at a stop does not hold the agent', async () => {
    const where = place();
    where.write('home/.wave/settings.json', '{');
    await resident(where);
    const words = ['--fail=1', `--node=${process.execPath}`, 'claude-code'];
    const stop = { session_id: 's', hook_event_name: 'Stop' };
    expect((await ask(where, stop, { words })).code).toBe(1);
    expect((await ask(where, '{', { words })).code).toBe(1);
  });
});

describe('its life', () => {
  test('the first event starts it, after its answer', { tags: 'perl' }, async () => {
    const where = guardedBy(place(), NO_RM);
    stopsResident(where);
    expect(existsSync(runDir(where))).toBe(false);
    expect(JSON.parse((await ask(where, bash('rm x'))).stdout)).toEqual(DENIED);
    await until(() => existsSync(socketIn(where)));
    expect(JSON.parse((await ask(where, bash('rm x'))).stdout)).toEqual(DENIED);
    expect(await answeredBy(where)).toBe(1);
  });

  test('a second one ends at once', async () => {
    const where = place();
    await resident(where);
    expect(await wave(['guard', 'serve'], where)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await ask(where, bash('ls'))).toMatchObject({ code: 0 });
  });

  test('it ends when nobody asks', async () => {
    const where = place();
    const process = await resident(where, '0.5');
    await until(() => process.exitCode === 0);
    expect(existsSync(socketIn(where))).toBe(false);
  });

  test('stop and status', { tags: 'perl' }, async () => {
    const where = place();
    await wave(['guard', 'install', '--agent', 'claude-code'], where);
    const process = await resident(where);
    await ask(where, bash('ls'));
    const { stdout } = await wave(['guard', 'status'], where);
    expect(stdout).toMatch(
      new RegExp(`The resident process ${process.pid} answers for Wave \\S+, since \\S+: 1 event`),
    );
    expect(await wave(['guard', 'stop'], where)).toMatchObject({
      code: 0,
      stdout: `The resident process ${process.pid} ended.\n`,
    });
    await until(() => process.exitCode === 0);
    expect((await wave(['guard', 'stop'], where)).stdout).toBe('No resident process is running.\n');
    expect((await wave(['guard', 'status'], where)).stdout).toContain(
      'No resident process is running',
    );
  });

  test('not where others may enter', async () => {
    const where = place();
    const process = await resident(where);
    process.kill();
    await until(() => process.exitCode !== null || process.signalCode !== null);
    chmodSync(runDir(where), 0o755);
    const { code, stderr } = await wave(['guard', 'serve'], where);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `wave: ${runDir(where)}: others may enter it; allow only yourself: chmod 700 ${runDir(where)}\n`,
    });
    rmSync(runDir(where), { recursive: true });
  });
});

test('nothing of what started it stays with it', {
  tags: ['linux', 'perl'],
}, async () => {
  const where = guardedBy(place(), 'true');
  stopsResident(where);
  const file = where.write('left-open', '');
  await leavingOpen(file, (stdio) =>
    ask(where, bash('ls'), { env: { MY_SECRET: 'hunter2' }, stdio }),
  );
  await until(() => existsSync(socketIn(where)));
  const { stdout } = await wave(['guard', 'status', '--json'], where);
  const { pid } = JSON.parse(stdout).residents[0];
  expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('hunter2');
  expect(holders(file)).toEqual([]);
});
