import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Hooks } from '../../src/checking/hooks.ts';
import { createEngine } from '../../src/engine/engine.ts';
import type { RunEvent } from '../../src/engine/setting.ts';
import type { HookInput } from '../../src/vocabulary/events.ts';
import { answers, fire as fireDirectly, INPUTS, tempDir, texts } from '../helpers.ts';
import { eachWay } from '../ways.ts';

describe('function hooks', () => {
  const through = async (run: unknown, more: object = {}, signal?: AbortSignal) => {
    const engine = await createEngine({
      hooks: { PreToolUse: [{ hooks: [{ type: 'function', run, name: 'fn', ...more }] }] } as Hooks,
    });
    return engine.fire(INPUTS.PreToolUse, signal ? { signal } : {});
  };

  test('get the input and answer as a command would', async () => {
    const verdict = await through((input: HookInput & { tool_input: { command: string } }) => ({
      decision: 'deny',
      reason: `not ${input.tool_input.command}`,
    }));
    expect(verdict).toMatchObject({
      decision: 'block',
      toAgent: [{ text: 'not rm -rf /', hook: 'fn' }],
    });
  });

  test('throwing is a failure, told and not blocking; with onError it blocks', async () => {
    const boom = () => {
      throw new Error('boom');
    };
    expect(await through(boom)).toMatchObject({
      decision: 'none',
      toUser: [
        { text: 'hook "fn" exited 1, which does not block; only exit 2 does: boom', tone: 'error' },
      ],
    });
    expect(await through(boom, { onError: 'block' })).toMatchObject({ decision: 'block' });
  });

  test.each<readonly [unknown, string]>([
    [false, 'false'],
    [true, 'true'],
    [0, '0'],
    [[{ decision: 'deny' }], '[{"decision":"deny"}]'],
    [5n, 'a bigint that cannot be shown'],
    [new Date(0), '"1970-01-01T00:00:00.000Z"'],
    [Symbol('no'), 'Symbol(no)'],
  ])('returning %s is a failure as well: nobody takes it for silence', async (reply, shown) => {
    for (const run of [() => reply, async () => reply]) {
      const text = `returned ${shown}; expected an answer, a text or nothing`;
      expect(await through(run)).toMatchObject({
        decision: 'none',
        toUser: [{ text: expect.stringContaining(text), tone: 'error' }],
      });
      expect(await through(run, { onError: 'block' })).toMatchObject({ decision: 'block' });
    }
  });

  test.each([[undefined], [null], [''], ['a text'], [{}]])(
    'returning %j is none',
    async (reply) => {
      const verdict = await through(() => reply, { onError: 'block' });
      expect([verdict.decision, verdict.toUser]).toEqual(['none', []]);
    },
  );

  test('a time-out aborts its signal and ends the wait', async () => {
    let aborted = false;
    const verdict = await through(
      (_: unknown, { signal }: { signal: AbortSignal }) =>
        new Promise(() => {
          signal.addEventListener('abort', () => {
            aborted = true;
          });
        }),
      { timeout: 0.05 },
    );
    expect(verdict.runs[0]?.outcome).toEqual({ is: 'timeout', ms: 50 });
    expect(aborted).toBe(true);
  });

  test('each gets a copy of its own', async () => {
    const engine = await createEngine({
      hooks: {
        PreToolUse: [
          {
            hooks: [
              {
                type: 'function',
                run: (input: { tool_input: Record<string, unknown> }) => {
                  input.tool_input['command'] = 'changed';
                },
              },
              {
                type: 'function',
                run: (input: { tool_input: Record<string, unknown> }) => ({
                  systemMessage: input.tool_input['command'],
                }),
              },
            ],
          },
        ],
      },
    });
    expect(texts((await engine.fire(INPUTS.PreToolUse)).toUser)).toEqual(['rm -rf /']);
  });

  test.each([
    [
      'a circular answer',
      () => {
        const a: Record<string, unknown> = {};
        a['a'] = a;
        return a;
      },
    ],
    ['a bigint', () => ({ updated_input: { a: 1n } })],
    [
      'a thrown null object',
      () => {
        throw Object.create(null);
      },
    ],
    ['a rejected promise', () => Promise.reject(new Error('x'))],
    [
      'an error whose message is no text',
      () => {
        throw Object.assign(new Error('x'), { message: 42 });
      },
    ],
    [
      'an error that throws when it is looked at',
      () => {
        throw Object.defineProperty(new Error('x'), 'message', {
          get: () => {
            throw new Error('y');
          },
        });
      },
    ],
  ])('%s is a failure', async (_name, run) => {
    expect((await through(run)).toUser).toMatchObject([{ tone: 'error' }]);
  });
});

eachWay((start) => {
  const fire: typeof fireDirectly = (event, hooks, more = {}) =>
    fireDirectly(event, hooks, { ...more, options: { start, ...more.options } });

  describe('cancelling', () => {
    test('an event that is cancelled goes nowhere', async () => {
      const controller = new AbortController();
      // Once the first has ended: the other is then under way.
      const observe = ({ is }: RunEvent) => is === 'ended' && controller.abort();
      const verdict = await fire('UserPromptSubmit', ['echo context', 'sleep 20'], {
        signal: controller.signal,
        options: { observe },
      });
      expect(verdict).toMatchObject({
        decision: 'halt',
        erasePrompt: true,
        toAgent: [],
        toUser: [],
        context: [],
      });
      expect(verdict.runs.map(({ outcome }) => outcome.is)).toEqual(['exit', 'cancelled']);
    });

    test('a signal that is aborted before starts nothing', async () => {
      const verdict = await fire('Stop', ['touch started'], { signal: AbortSignal.abort() });
      expect(verdict.runs).toMatchObject([{ outcome: { is: 'cancelled' } }]);
      expect(verdict.decision).toBe('halt');
    });

    test('close ends what is running', async () => {
      const engine = await createEngine({
        hooks: { Stop: [{ hooks: [{ type: 'command', command: 'sleep 20' }] }] },
        start,
      });
      const fired = engine.fire({ hook_event_name: 'Stop' });
      await engine.close();
      expect((await fired).runs).toMatchObject([{ outcome: { is: 'cancelled' } }]);
    });

    test('twenty hooks on one signal raise no warning about listeners', async () => {
      const warnings: string[] = [];
      const note = (warning: Error) => warnings.push(warning.message);
      process.on('warning', note);
      const hooks = Array.from({ length: 20 }, (_, n) => `: ${n}`);
      await fire('Stop', hooks, { signal: new AbortController().signal });
      process.off('warning', note);
      expect(warnings).toEqual([]);
    });
  });

  describe('the observer', () => {
    test('hears of each run once when it starts and once when it ended, then of the verdict', async () => {
      const seen: RunEvent[] = [];
      await fire('Stop', [{ command: 'exit 2', name: 'a', statusMessage: 'checking' }], {
        options: { observe: (event) => seen.push(event) },
      });
      expect(seen).toMatchObject([
        { is: 'started', event: 'Stop', hook: 'a', statusMessage: 'checking' },
        {
          is: 'ended',
          event: 'Stop',
          hook: 'a',
          run: { outcome: { code: 2 } },
          signals: [{ is: 'block' }],
        },
        {
          is: 'decided',
          event: 'Stop',
          verdict: { decision: 'block' },
          hooks: [{ run: { hook: 'a' } }],
        },
      ]);
      const ids = seen.flatMap((event) =>
        event.is === 'decided' ? event.hooks.map(({ id }) => id) : 'id' in event ? event.id : [],
      );
      expect([ids.length, new Set(ids).size]).toEqual([3, 1]);
    });

    test('hears of an event that no hook is for', async () => {
      const seen: RunEvent[] = [];
      const verdict = await fire('Stop', [], { options: { observe: (event) => seen.push(event) } });
      const input = expect.objectContaining({ hook_event_name: 'Stop' });
      expect(seen).toEqual([{ is: 'unmatched', event: 'Stop', input, verdict }]);
    });

    test('cannot break anything by rejecting either', async () => {
      const observe: () => unknown = () => Promise.reject(new Error('observer'));
      expect(await fire('Stop', ['exit 2'], { options: { observe } })).toMatchObject({
        decision: 'block',
      });
    });

    test('cannot break an event by throwing', async () => {
      const observe = () => {
        throw new Error('observer');
      };
      expect(await fire('Stop', ['exit 2'], { options: { observe } })).toMatchObject({
        decision: 'block',
      });
    });
  });

  describe('long texts', () => {
    test('are cut to head and tail, with the whole in a private file, and the user is told', async () => {
      const outputDir = join(tempDir(), 'outputs');
      const verdict = await fire('UserPromptSubmit', ['yes abcdefg | head -c 40000'], {
        options: { outputDir },
      });
      const [file] = readdirSync(outputDir);
      const path = join(outputDir, file ?? '');
      expect(readFileSync(path, 'utf8')).toHaveLength(39_999);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(statSync(outputDir).mode & 0o777).toBe(0o700);
      const text = verdict.context[0]?.text ?? '';
      expect(text.length).toBeLessThan(17_000);
      expect(text).toContain(`${39_999 - 16_384} characters omitted; the whole is in ${path}`);
      expect(verdict.toUser).toMatchObject([
        { tone: 'warning', text: expect.stringContaining(path) },
      ]);
    });

    test('the bound is a setting, and applies to what the user and the agent are told', async () => {
      const long = 'x'.repeat(200);
      const options = { limits: { textChars: 100 } };
      const told = await fire('PreToolUse', [answers({ decision: 'deny', reason: long })], {
        options,
      });
      expect(told.toAgent[0]?.text).toContain('100 characters omitted');
      const halted = await fire('Stop', [answers({ continue: false, stopReason: long })], {
        options,
      });
      expect(halted.stopReason).toContain('100 characters omitted');
      expect(halted.toUser).toHaveLength(2);
    });

    test('what is said of an erased prompt is kept in no file', async () => {
      const outputDir = join(tempDir(), 'outputs');
      const verdict = await fire('UserPromptSubmit', ['cat >&2; exit 2'], {
        input: { prompt: 'secret '.repeat(5000) },
        options: { outputDir },
      });
      expect(() => readdirSync(outputDir)).toThrow();
      expect(verdict.toUser[0]?.text).toContain('the prompt was erased');
    });

    test('a directory that cannot be written costs only the file', async () => {
      const outputDir = '/dev/null/outputs';
      const verdict = await fire('UserPromptSubmit', ['yes | head -c 40000'], {
        options: { outputDir },
      });
      expect(verdict.context[0]?.text).toContain('the whole could not be kept');
    });
  });

  describe('where hooks run', () => {
    test('in the current directory of the event, or the project when that is gone', async () => {
      const dir = tempDir();
      const at = await fire('UserPromptSubmit', ['pwd -P'], { input: { cwd: dir } });
      expect(texts(at.context)).toEqual([dir]);
      for (const cwd of ['/nowhere/at/all', '/dev/null', 'a\0b']) {
        const gone = await fire('UserPromptSubmit', ['pwd -P'], { input: { cwd } });
        expect(gone.context).toHaveLength(1);
      }
    });

    test('a directory that is named from here is that one, and hooks are told it whole', async () => {
      const options = { projectDir: 'docs' };
      const verdict = await fire('UserPromptSubmit', ['pwd; echo "$WAVE_PROJECT_DIR"'], {
        input: { cwd: 'packages' },
        options,
      });
      expect(texts(verdict.context)).toEqual([`${resolve('packages')}\n${resolve('docs')}`]);
      const empty = await fire('UserPromptSubmit', ['pwd'], { input: { cwd: '' }, options });
      expect(texts(empty.context)).toEqual([resolve('.')]);
    });

    test('with a clean environment where the entry asks for one', async () => {
      const env = { inherit: false, GIVEN: 'yes' };
      const options = { env: { PATH: process.env['PATH'], SECRET_KEY: 's', HOME: '/h' } };
      const verdict = await fire('UserPromptSubmit', [{ command: 'env', env }], { options });
      const names = (verdict.context[0]?.text ?? '').split('\n').map((line) => line.split('=')[0]);
      expect(names).toContain('GIVEN');
      expect(names).toContain('PATH');
      expect(names).toContain('WAVE_PROJECT_DIR');
      expect(names).not.toContain('SECRET_KEY');
      expect(names).not.toContain('inherit');
    });
  });
});

test('an input that is none is the caller’s mistake', async () => {
  const engine = await createEngine({ hooks: {} });
  const wrong = { hook_event_name: 'Nope' } as unknown as HookInput;
  await expect(engine.fire(wrong)).rejects.toThrow(/hook_event_name: expected "PreToolUse"/);
});

test('an environment that changed since the last engine is read again', async () => {
  const env: Record<string, string | undefined> = { PATH: process.env['PATH'], WORD: 'first' };
  const said = async () => {
    const hooks = { Stop: [{ hooks: [{ type: 'command' as const, command: 'echo "$WORD"' }] }] };
    const engine = await createEngine({ hooks, env, launcher: false });
    const { runs } = await engine.fire({ hook_event_name: 'Stop' });
    await engine.close();
    return runs.map(({ stdout }) => stdout);
  };
  expect(await said()).toEqual(['first\n']);
  env['WORD'] = 'second';
  expect(await said()).toEqual(['second\n']);
});
