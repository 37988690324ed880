import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createEngine } from '../../src/engine/engine.ts';
import type { HookInput } from '../../src/vocabulary/events.ts';
import { tempDir, texts } from '../helpers.ts';
import { eachWay } from '../ways.ts';

const RUNS = { mjs: `'${process.execPath}'`, sh: 'bash' } as const;

const call = (tool_name: string, tool_input: object) => ({
  hook_event_name: 'PreToolUse',
  tool_name,
  tool_input,
});
const bash = (command: string) => call('Bash', { command });

eachWay((start) => {
  /** A fixture as its author configured it, in a project of its own. */
  function wild(file: string, args = '', matcher?: string) {
    const dir = tempDir();
    const runs = RUNS[file.split('.').at(-1) as keyof typeof RUNS];
    const command = `${runs} '${join(import.meta.dirname, file)}' ${args}`;
    const group = { ...(matcher ? { matcher } : {}), hooks: [{ type: 'command', command }] };
    const fire = async (input: Record<string, unknown>) => {
      const engine = await createEngine({
        hooks: { [String(input['hook_event_name'])]: [group] },
        projectDir: dir,
        outputDir: join(dir, 'outputs'),
        env: { ...process.env, HOME: dir },
        start,
      });
      return engine.fire({ session_id: 's1', cwd: dir, ...input } as unknown as HookInput);
    };
    return { dir, fire };
  }

  test('command validator: every broken rule reaches the agent, in one text', async () => {
    const { fire } = wild('command-validator.mjs', '', 'Bash');
    const verdict = await fire(bash('grep -r x .'));
    expect([verdict.decision, texts(verdict.toAgent), verdict.toUser]).toEqual([
      'block',
      ['• rg is faster than grep\n• rg looks into directories by itself'],
      [],
    ]);
    expect(await fire(bash('ls | grep x'))).toMatchObject({ decision: 'none', toUser: [] });
    expect((await fire(call('Read', { file_path: '/grep' }))).runs).toEqual([]);
  });

  test('guard and log: refuses with two lines; its own log grows in the working directory', async () => {
    const { dir, fire } = wild('guard-and-log.mjs');
    const refused = await fire(call('Read', { file_path: `${dir}/.env` }));
    expect([refused.decision, texts(refused.toAgent)]).toEqual([
      'block',
      ['BLOCKED: secrets live in .env\nUse .env.sample instead'],
    ]);
    expect((await fire(bash('rm -rf /'))).decision).toBe('block');
    expect((await fire(call('Read', { file_path: `${dir}/.env.sample` }))).decision).toBe('none');
    expect((await fire(bash('ls'))).decision).toBe('none');
    const log = JSON.parse(readFileSync(join(dir, 'logs/pre_tool_use.json'), 'utf8'));
    expect(log.map((event: HookInput) => event.hook_event_name)).toEqual([
      'PreToolUse',
      'PreToolUse',
    ]);
    expect(log[1]).toMatchObject({ session_id: 's1', tool_input: { command: 'ls' } });
  });

  test('loop: the same prompt again until the rounds are done', async () => {
    const { dir, fire } = wild('loop.sh');
    const stop = { hook_event_name: 'Stop' };
    expect((await fire(stop)).decision).toBe('none');
    mkdirSync(join(dir, '.claude'));
    const state = join(dir, '.claude/loop.local.md');
    writeFileSync(state, '---\niteration: 1\nmax_iterations: 2\n---\nmake it green\n');
    const held = await fire(stop);
    expect([held.decision, texts(held.toAgent), texts(held.toUser)]).toEqual([
      'block',
      ['make it green'],
      ['round 2'],
    ]);
    // The plain line of the last round is for nobody: not for the agent, and no error.
    const done = await fire({ ...stop, stop_hook_active: true });
    expect(done).toMatchObject({ decision: 'none', toAgent: [], toUser: [], context: [] });
    expect(existsSync(state)).toBe(false);
  });

  test('reminder: refused once a session and file, then it passes', async () => {
    const { fire } = wild('remind-once.mjs', '', 'Edit|Write|MultiEdit');
    const edit = call('Edit', { file_path: '/a.js', old_string: '', new_string: 'eval(x)' });
    const first = await fire(edit);
    expect([first.decision, texts(first.toAgent)]).toEqual([
      'block',
      [expect.stringContaining('no other way')],
    ]);
    expect((await fire(edit)).decision).toBe('none');
    expect((await fire({ ...edit, session_id: 's2' })).decision).toBe('block');
  });

  test('plan first: an answer over several lines, ask and deny', async () => {
    const { fire } = wild('plan-first.sh', '', 'Bash');
    const asked = await fire(bash('terraform apply'));
    expect([asked.decision, texts(asked.toUser), asked.toAgent]).toEqual([
      'ask',
      ['there is no plan file'],
      [],
    ]);
    const denied = await fire(bash('terraform destroy -auto-approve'));
    expect([denied.decision, texts(denied.toAgent)]).toEqual(['block', ['destroy is for people']]);
    expect((await fire(bash('terraform plan'))).decision).toBe('none');
  });

  test('a section without a name decides, and its systemMessage is for the user', async () => {
    const { fire } = wild('nameless-section.mjs');
    const asked = await fire(bash('sudo ls'));
    expect([asked.decision, texts(asked.toUser)]).toEqual(['ask', ['Guard: needs a yes: sudo ls']]);
    expect((await fire(call('Read', {}))).decision).toBe('allow');
    expect((await fire(bash('ls'))).decision).toBe('none');
  });

  test('null means absent: the context counts, and nothing is told', async () => {
    const { fire } = wild('null-fields.sh');
    const event = { ...call('Edit', {}), hook_event_name: 'PostToolUse', tool_response: {} };
    const verdict = await fire(event);
    expect([verdict.decision, texts(verdict.context), verdict.toUser]).toEqual([
      'none',
      ['run the linter'],
      [],
    ]);
  });

  test('a judge that says it twice is one decision', async () => {
    const { fire } = wild('judge.mjs');
    const denied = await fire(bash('rm -rf /'));
    expect([denied.decision, texts(denied.toAgent), denied.toUser]).toEqual([
      'block',
      ['judged: deny'],
      [],
    ]);
    expect(await fire(bash('ls'))).toMatchObject({ decision: 'allow' });
  });

  test('prompt log: a forbidden prompt is erased, and only the user hears why', async () => {
    const { fire } = wild('prompt-log.mjs', '--validate');
    const prompt = (text: string) => ({ hook_event_name: 'UserPromptSubmit', prompt: text });
    const erased = await fire(prompt('DROP TABLE users'));
    expect(erased).toMatchObject({
      decision: 'block',
      erasePrompt: true,
      toAgent: [],
      context: [],
    });
    expect(texts(erased.toUser)).toEqual(['Prompt blocked: no SQL of that kind']);
    expect(texts((await fire(prompt('hello'))).context)).toEqual(['Session s1']);
  });

  test('sound: the player in the background does not hold the agent', async () => {
    const { fire } = wild('sound.sh');
    const began = Date.now();
    expect(await fire({ hook_event_name: 'Stop' })).toMatchObject({ decision: 'none', toUser: [] });
    expect(Date.now() - began).toBeLessThan(10_000);
  });
});
