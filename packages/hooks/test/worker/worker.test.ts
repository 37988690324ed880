import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../../../../test/until.ts';
import { createEngine } from '../../src/engine/engine.ts';
import { eachWay, isAlive, type Step, seen, stage, workersParent } from './helpers.ts';

const text = (said: string): Step => ['say', { stdout: said }];
const pidOf = (texts: readonly string[]) => Number(texts[0]?.replace('pid ', ''));
const parentOf = (pid: number) =>
  Number(spawnSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }).stdout);
const DEEP = `{"id":"ID","stdout":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`;

eachWay(() => {
  describe('what a worker says', () => {
    test.each([
      ['nothing', {}, { decision: 'none', context: [], toUser: [] }],
      ['a text', { stdout: 'hi\nthere' }, { decision: 'none', context: ['hi\nthere'] }],
      [
        'an answer as an object',
        { stdout: { hookSpecificOutput: { additionalContext: 'known' } } },
        { decision: 'none', context: ['known'] },
      ],
      ['an answer as a text', { stdout: '{"systemMessage":"careful"}' }, { toUser: ['careful'] }],
      ['a block', { exit_code: 2, stderr: 'no' }, { decision: 'block', toUser: ['no'] }],
      [
        'a block by its answer',
        { stdout: { decision: 'block', reason: 'no' } },
        { decision: 'block', toUser: ['no'] },
      ],
      ['a halt', { stdout: { continue: false, stopReason: 'over' } }, { decision: 'halt' }],
      [
        'a failure',
        { exit_code: 1, stderr: 'oops' },
        {
          decision: 'none',
          toUser: ['hook "actor" exited 1, which does not block; only exit 2 does: oops'],
          outcomes: [{ is: 'exit', code: 1 }],
        },
      ],
      ['null for absent', { exit_code: null, stdout: null, stderr: null }, { decision: 'none' }],
    ])('%s', async (_, said, expected) => {
      const { act } = await stage();
      expect(seen(await act([['say', said]]))).toMatchObject(expected);
    });

    test('one process answers all, started with the first event and in the project', async () => {
      const { act, journal, pids, dir, engine } = await stage();
      expect(journal()).toEqual([]);
      const first = seen(await act([['pid']])).context;
      expect(seen(await act([['pid']])).context).toEqual(first);
      expect(seen(await act([['cwd']])).context).toEqual([dir]);
      expect(pids()).toEqual([pidOf(first)]);
      expect(parentOf(pidOf(first))).toBe(workersParent());
      await engine.close();
      expect(journal()).toEqual(['start', 'ask 1', 'ask 2', 'ask 3', 'eof']);
      expect(isAlive(pidOf(first))).toBe(false);
    });

    test.each([
      ['the project is gone: where the event is', (dir: string) => dir, (dir: string) => dir],
      ['both are gone: in the root', (dir: string) => join(dir, 'gone'), () => '/'],
    ])('its directory when %s', async (_, from, expected) => {
      const { dir, entry } = await stage();
      const projectDir = join(dir, 'project');
      mkdirSync(projectDir);
      const engine = await createEngine({
        hooks: { UserPromptSubmit: [{ hooks: [entry] }] } as Record<string, unknown>,
        projectDir,
      });
      rmSync(projectDir, { recursive: true });
      onTestFinished(() => engine.close());
      const prompt = JSON.stringify([['cwd']]);
      const fired = engine.fire({ hook_event_name: 'UserPromptSubmit', prompt, cwd: from(dir) });
      expect(seen(await fired).context).toEqual([expected(dir)]);
    });

    test('its environment is that of a command, and says what it is', async () => {
      const { act, dir } = await stage({ env: { MINE: 'yes', inherit: false } });
      const value = async (name: string) => seen(await act([['env', name]])).context;
      expect(await value('MINE')).toEqual(['yes']);
      expect(await value('WAVE_PROJECT_DIR')).toEqual([dir]);
      expect(await value('WAVE_HOOK_WORKER')).toEqual(['1']);
      expect(await value('VITEST')).toEqual(['undefined']);
    });

    test('events side by side are told apart, in whatever order the answers come', async () => {
      const { act } = await stage();
      const slow = act([['wait', 300], text('slow')]);
      const quick = act([text('quick')]);
      expect(seen(await quick).context).toEqual(['quick']);
      expect(seen(await slow).context).toEqual(['slow']);
    });

    test('a line may come in pieces, and the last one without its end', async () => {
      const { act } = await stage();
      const pieces: Step[] = [
        ['raw', '{"id":"ID","std'],
        ['wait', 30],
        ['raw', 'out":"whole"}\n'],
      ];
      expect(seen(await act(pieces)).context).toEqual(['whole']);
      const last: Step[] = [
        ['raw', '{"id":"ID","exit_code":2,"stderr":"last word"}'],
        ['exit', 0],
      ];
      expect(seen(await act(last))).toMatchObject({ decision: 'block', toUser: ['last word'] });
    });
  });

  describe('an answer that is wrong costs its event, not the worker', () => {
    test.each<[string, object, string]>([
      ['a code that is no number', { exit_code: '2' }, '"exit_code": expected a number, got "2"'],
      [
        'a code out of range',
        { exit_code: 256 },
        '"exit_code": expected a whole number from 0 to 255, got 256',
      ],
      ['a list', { stdout: [] }, '"stdout": expected a text or an object, got []'],
      ['no text', { stderr: 5 }, '"stderr": expected a text, got 5'],
      [
        'an answer beside the id',
        { decision: 'block' },
        'its line has a field "decision"; an answer belongs into "stdout"',
      ],
      ...['constructor', 'toString', 'hasOwnProperty'].map((name): [string, object, string] => [
        name,
        { [name]: 1 },
        `its line has a field "${name}"; an answer belongs into "stdout"`,
      ]),
    ])('%s', async (_, said, error) => {
      const { act, pids } = await stage({ onError: 'block' });
      const verdict = seen(await act([['say', said]]));
      expect(verdict).toMatchObject({ decision: 'block', outcomes: [{ is: 'lost', error }] });
      expect(verdict.toUser[0]).toBe(`hook "actor" gave no answer: ${error}`);
      expect(seen(await act([text('on')])).context).toEqual(['on']);
      expect(pids()).toHaveLength(1);
    });
  });

  test.each([
    [
      'a field that every object has',
      '{"id":"ID","__proto__":1}',
      'its line has a field "__proto__"',
    ],
    ['what is nested too deeply', DEEP, 'its answer cannot be taken: '],
  ])('%s costs its event as well', async (_, line, error) => {
    const { act, pids } = await stage({ onError: 'block' });
    const verdict = seen(await act([['raw', `${line}\n`]]));
    expect(verdict.decision).toBe('block');
    expect(verdict.toUser[0]).toContain(`hook "actor" gave no answer: ${error}`);
    expect(seen(await act([text('on')])).context).toEqual(['on']);
    expect(pids()).toHaveLength(1);
  });

  test('a byte order mark is dropped', async () => {
    const { act } = await stage();
    const line = '\uFEFF{"id":"ID","exit_code":2,"stderr":"no"}\n';
    expect(seen(await act([['raw', line]]))).toMatchObject({ decision: 'block', toUser: ['no'] });
  });

  describe('the bound on what it prints', () => {
    const limits = { outputBytes: 65_536 };
    const said = (name: string, bytes: number): Step => ['say', { [name]: '\n'.repeat(bytes) }];

    test('is of the text, not of its spelling', async () => {
      const { act } = await stage({}, { limits });
      const { runs } = await act([said('stdout', 65_000)]);
      expect(runs).toMatchObject([
        { outcome: { is: 'exit', code: 0 }, stdout: '\n'.repeat(65_000) },
      ]);
    });

    test.each(['stdout', 'stderr'])(
      '%s beyond it costs the event, as in a command',
      async (stream) => {
        const { act, pids } = await stage({}, { limits });
        expect(seen(await act([['say', { [stream]: 'x'.repeat(65_537) }]])).outcomes).toEqual([
          { is: 'cut', stream, code: 0 },
        ]);
        expect(seen(await act([text('on')])).context).toEqual(['on']);
        expect(pids()).toHaveLength(1);
      },
    );
  });

  describe('what ends it', () => {
    test.each<[string, Step[], string]>([
      [
        'a line that is not JSON',
        [['raw', 'debug!\n']],
        'it printed a line that is not JSON: "debug!"',
      ],
      ['an empty line', [['raw', '\n']], 'it printed a line that is not JSON: ""'],
      ['a line that is no object', [['raw', '[1]\n']], 'it printed a line that is no object: [1]'],
      [
        'a line without an id',
        [['raw', '{"stdout":"x"}\n']],
        'it printed a line without an "id": {"stdout":"x"}',
      ],
      ['an unknown id', [['raw', '{"id":"99"}\n']], 'it answered "99", which nobody asked'],
      ['a long line', [['flood', 140_000]], 'it printed a line of more than 131072 bytes'],
      ['its exit', [['exit', 3]], 'it exited 3 before it answered'],
      ['a good exit', [['exit', 0]], 'it exited 0 before it answered'],
      ['an exit that would block', [['exit', 2]], 'it exited 2 before it answered'],
      ['a signal', [['kill', 'SIGKILL']], 'it was killed by SIGKILL before it answered'],
      ['a closed stdout', [['close', 1]], 'it closed its stdout'],
    ])(
      '%s: the event falls under onError, with its stderr, and the next has a new one',
      async (_, steps, error) => {
        const { act, pids } = await stage(
          { onError: 'block' },
          { limits: { outputBytes: 65_536 } },
        );
        const verdict = seen(await act([['err', 'last words'], ['wait', 50], ...steps]));
        expect(verdict).toMatchObject({ decision: 'block', outcomes: [{ is: 'lost', error }] });
        expect(verdict.toUser[0]).toBe(`hook "actor" gave no answer: ${error}: last words`);
        expect(seen(await act([text('again')])).context).toEqual(['again']);
        expect(pids()).toHaveLength(2);
        await until(() => !isAlive(pids()[0] ?? 0));
      },
    );

    test('an answer that stands before a fault counts, one that stands behind it does not', async () => {
      const { act } = await stage();
      const other = act([['wait', 200], text('never')]);
      const steps: Step[] = [
        ['raw', '{"id":"ID","exit_code":2,"stderr":"no"}\nnoise\n{"id":"1"}\n'],
      ];
      expect(seen(await act(steps))).toMatchObject({ decision: 'block', toUser: ['no'] });
      expect(seen(await other).outcomes).toMatchObject([{ is: 'lost' }]);
    });

    test('a closed stdin', async () => {
      const { act } = await stage({
        command: `read line; exec <&-; echo '{"id":"1","stdout":"bye"}'; exec sleep 300`,
      });
      expect(seen(await act([])).context).toEqual(['bye']);
      expect(seen(await act([])).outcomes).toEqual([{ is: 'lost', error: 'it closed its stdin' }]);
    });

    test('one that dies again and again is started at growing distances', async () => {
      const { act, pids } = await stage();
      const began = performance.now();
      for (const _ of [1, 2, 3]) await act([['exit', 1]]);
      expect(performance.now() - began).toBeGreaterThanOrEqual(300);
      expect(pids()).toHaveLength(3);
    });

    test('an answer given twice', async () => {
      const { act, pids } = await stage();
      await act([text('once'), ['wait', 100], text('twice')]);
      await until(() => !isAlive(pids()[0] ?? 0));
      expect(seen(await act([text('on')])).context).toEqual(['on']);
    });

    test('a command that is not there is told, again and again', async () => {
      const { act } = await stage({ command: 'exec /no/such/worker', onError: 'block' });
      for (const _ of [1, 2])
        expect(seen(await act([]))).toMatchObject({
          decision: 'block',
          outcomes: [{ is: 'lost', error: 'it exited 127 (command not found) before it answered' }],
        });
    });

    test('a command that cannot be started at all', async () => {
      const { act } = await stage({ command: 'nul\0byte' });
      expect(seen(await act([])).outcomes).toMatchObject([{ is: 'start' }]);
    });
  });

  describe('time', () => {
    test('a time-out costs its event only; the late answer is dropped and the next is heard', async () => {
      const { act, pids, journal } = await stage({ timeout: 2 });
      await act([text('warm')]);
      const late = seen(await act([['wait', 2_500], text('late')]));
      expect(late).toEqual({
        decision: 'none',
        context: [],
        toUser: ['hook "actor" timed out after 2 s'],
        outcomes: [{ is: 'timeout', ms: 2_000 }],
      });
      expect(seen(await act([text('next')])).context).toEqual(['next']);
      expect(seen(await act([['wait', 1_000], text('after')])).context).toEqual(['after']);
      expect(pids()).toHaveLength(1);
      expect(journal()).toContain('cancel 2');
    });

    test('a stuck one is ended at the second time-out in a row, and a new one answers', async () => {
      const { act, pids } = await stage({ timeout: 2 });
      await act([text('warm')]);
      const stuck = await Promise.all([act([['spin', 60_000]]), act([])]);
      expect(stuck.flatMap((one) => seen(one).outcomes)).toEqual([
        { is: 'timeout', ms: 2_000 },
        { is: 'timeout', ms: 2_000 },
      ]);
      expect(seen(await act([text('fresh')])).context).toEqual(['fresh']);
      expect(pids()).toHaveLength(2);
      await until(() => !isAlive(pids()[0] ?? 0));
    });

    test('a slow one that works through its events is not stuck: others keep the time they have', async () => {
      const turns = `n=0; while read -r line; do case $line in *input*)
      n=$((n + 1)); sleep 0.4; echo "{\\"id\\":\\"$n\\",\\"stdout\\":\\"$$\\"}" ;; esac; done`;
      const hook = { type: 'worker' as const, command: turns };
      const engine = await createEngine({
        hooks: {
          UserPromptSubmit: [{ hooks: [{ ...hook, timeout: 1.5 }] }],
          Stop: [{ hooks: [{ ...hook, timeout: 30 }] }],
        },
      });
      onTestFinished(() => engine.close());
      const short = () => engine.fire({ hook_event_name: 'UserPromptSubmit', prompt: '' });
      const pid = (await short()).context[0]?.text;
      const many = Array.from({ length: 9 }, short);
      const last = await engine.fire({ hook_event_name: 'Stop' });
      expect(last.runs).toMatchObject([{ outcome: { is: 'exit', code: 0 }, stdout: pid }]);
      const ends = (await Promise.all(many)).flatMap(({ runs }) =>
        runs.map(({ outcome }) => outcome.is),
      );
      // Several of them at the same moment.
      expect(ends.filter((end) => end === 'timeout').length).toBeGreaterThan(1);
      expect(new Set([...ends, 'exit'])).toEqual(new Set(['exit', 'timeout']));
    });

    test('one that is silent past two time-outs keeps what has a longer time', async () => {
      const silent = `n=0; while read -r line; do case $line in *input*)
      n=$((n + 1)); [ $n -ne 2 ] || sleep 3; echo "{\\"id\\":\\"$n\\",\\"stdout\\":\\"$$\\"}" ;; esac; done`;
      const hook = { type: 'worker' as const, command: silent };
      const engine = await createEngine({
        hooks: {
          UserPromptSubmit: [{ hooks: [{ ...hook, timeout: 1 }] }],
          Stop: [{ hooks: [{ ...hook, timeout: 30 }] }],
        },
      });
      onTestFinished(() => engine.close());
      const short = () => engine.fire({ hook_event_name: 'UserPromptSubmit', prompt: '' });
      const pid = (await short()).context[0]?.text;
      const late = [short(), short()];
      const long = engine.fire({ hook_event_name: 'Stop' });
      for (const { runs } of await Promise.all(late))
        expect(runs).toMatchObject([{ outcome: { is: 'timeout', ms: 1_000 } }]);
      expect((await long).runs).toMatchObject([{ outcome: { is: 'exit', code: 0 }, stdout: pid }]);
    });

    test('an answer that came in time counts, however busy this process was', async () => {
      const { act, journal } = await stage({ timeout: 2 });
      await act([text('warm')]);
      const answered = act([text('in time')]);
      // It is asked, and then nothing more is read until long after its time.
      await nextTurn();
      for (const end = Date.now() + 2_500; Date.now() < end; );
      expect(journal()).toContain('ask 2');
      expect(seen(await answered).context).toEqual(['in time']);
    });

    test('one that reads nothing is not fed for ever, though its events are only cancelled', async () => {
      const { engine, pids } = await stage({
        command: 'echo "start $$" >>journal; exec sleep 300',
        timeout: 600,
      });
      const prompt = 'x'.repeat(6 * 1024 * 1024);
      for (let n = 0; n < 30 && pids().length < 2; n++)
        await engine.fire(
          { hook_event_name: 'UserPromptSubmit', prompt },
          { signal: AbortSignal.timeout(100) },
        );
      expect(pids()).toHaveLength(2);
      await until(() => !isAlive(pids()[0] ?? 0));
    });

    test('one that loads for longer than a time-out is not ended for it', async () => {
      const { pids, entry } = await stage();
      const slow = { ...entry, command: `sleep 1.5; ${entry['command']}`, timeout: 0.5 };
      const engine = await createEngine({
        hooks: { UserPromptSubmit: [{ hooks: [slow] }] } as Record<string, unknown>,
      });
      onTestFinished(() => engine.close());
      const prompt = JSON.stringify([text('ready')]);
      const outcomes: string[] = [];
      for (let n = 0; n < 60 && outcomes.at(-1) !== 'exit'; n++) {
        const { runs } = await engine.fire({ hook_event_name: 'UserPromptSubmit', prompt });
        outcomes.push(runs[0]?.outcome.is ?? '');
      }
      expect(outcomes.slice(0, 2)).toEqual(['timeout', 'timeout']);
      expect([outcomes.at(-1), pids().length]).toEqual(['exit', 1]);
    });

    test('a cancelled event is told to it and does not end it', async () => {
      const { act, journal, pids } = await stage();
      await act([text('warm')]);
      const own = new AbortController();
      const cancelled = act([['wait', 300], text('unheard')], own.signal);
      await until(() => journal().includes('ask 2'));
      own.abort();
      expect(await cancelled).toMatchObject({ decision: 'halt', context: [], toUser: [] });
      await until(() => journal().includes('cancel 2'));
      expect(seen(await act([['wait', 500], text('on')])).context).toEqual(['on']);
      expect(pids()).toHaveLength(1);
    });

    test('without events it ends after its idle limit, and starts again when asked', async () => {
      const { act, journal, pids } = await stage({ idleTimeout: 0.2 });
      await act([text('a')]);
      await until(() => journal().at(-1) === 'eof' && !isAlive(pids()[0] ?? 0));
      expect(seen(await act([text('b')])).context).toEqual(['b']);
      expect(pids()).toHaveLength(2);
    });
  });

  describe('its end', () => {
    test('closing ends one that hears neither the end of stdin nor TERM', async () => {
      const { act, engine, journal, pids } = await stage({}, {}, 'deaf');
      await act([text('a')]);
      await engine.close();
      expect(journal()).toEqual(['start', 'ask 1', 'eof', 'term']);
      expect(pids().map(isAlive)).toEqual([false]);
    });

    test('closing during an event cancels it, ends the worker, and nothing starts after that', async () => {
      const { act, engine, journal, pids } = await stage();
      const under = act([['wait', 60_000]]);
      await until(() => journal().includes('ask 1'));
      await engine.close();
      expect(await under).toMatchObject({ decision: 'halt' });
      expect(pids().map(isAlive)).toEqual([false]);
      expect(seen(await act([])).outcomes).toEqual([
        { is: 'start', error: 'the session has ended' },
      ]);
    });

    test('its whole group goes with it', async () => {
      const { engine, act } = await stage({
        command: 'sleep 300 & read line; printf \'{"id":"1","stdout":"%s"}\\n\' $!; read line',
      });
      const child = Number(seen(await act([])).context[0]);
      expect(isAlive(child)).toBe(true);
      await engine.close();
      expect(isAlive(child)).toBe(false);
    });

    test('a review ends it once it has answered, and what is still wanted starts anew', async () => {
      const { act, engine, entry, journal, pids } = await stage();
      const source = (hooks: object[]) => [
        { name: 'reviewed', hooks: { UserPromptSubmit: [{ hooks }] } },
      ];
      const under = act([['wait', 300], text('answered')]);
      await until(() => journal().includes('ask 1'));
      engine.adopt(source([entry]));
      expect(seen(await act([text('new')])).context).toEqual(['new']);
      expect(seen(await under).context).toEqual(['answered']);
      await until(() => !isAlive(pids()[0] ?? 0));
      engine.adopt(source([]));
      await until(() => !isAlive(pids()[1] ?? 0));
      expect(pids()).toHaveLength(2);
    });

    test('a host that forgets to close can end, and the worker ends with it', async () => {
      const { dir, entry, pids } = await stage();
      const file = join(dir, 'host.mjs');
      const prompt = JSON.stringify([['say', { stdout: 'heard' }]]);
      writeFileSync(
        file,
        `import { createEngine } from ${JSON.stringify(new URL('../../src/index.ts', import.meta.url).href)};
       const engine = await createEngine({ hooks: { UserPromptSubmit: [{ hooks: [${JSON.stringify(entry)}] }] } });
       const { context } = await engine.fire({ hook_event_name: 'UserPromptSubmit', prompt: ${JSON.stringify(prompt)} });
       console.log(context[0].text);`,
      );
      const { stdout, status } = spawnSync(process.execPath, [file], {
        encoding: 'utf8',
        timeout: 30_000,
      });
      expect([status, stdout]).toEqual([0, 'heard\n']);
      await until(() => pids().length === 1 && !isAlive(pids()[0] ?? 0));
    });
  });
});
