import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Agent } from '../../src/open/agent.ts';
import { assemble } from '../../src/open/assemble.ts';
import { scriptedModel } from '../../src/testing.ts';
import { createSessionVariables } from '../../src/tools/session-variables.ts';
import { runTurn } from '../../src/turn/turn.ts';
import { blocksOf, hooksOn, talk, tempDir } from '../talk.ts';
import { call, say } from '../wire/reply.ts';

test('the environment is the same object until something is set', () => {
  const base = { A: '1' };
  const variables = createSessionVariables(base);
  expect(variables.env).toBe(base);
  variables.add({ B: '2' });
  variables.add({ A: '3' });
  expect(variables).toMatchObject({ env: { A: '3', B: '2' }, set: { A: '3', B: '2' } });
  expect(variables.env).toBe(variables.env);
  expect(base).toEqual({ A: '1' });
});

test('what SessionStart hooks export, later commands have, also in the background and in subagents; hooks do not', async () => {
  const dir = tempDir();
  const bash = (command: string, more = {}) => ({
    calls: [{ name: 'Bash', input: { command, ...more } }],
  });
  const task = { description: 'd', prompt: 'P', subagent_type: 'general' };
  const parts = await assemble(
    {
      workdir: dir,
      home: tempDir(),
      permissionMode: 'bypassPermissions',
      hooks: {
        ...hooksOn('SessionStart', 'echo \'export SET="by hook"\' >> "$CLAUDE_ENV_FILE"'),
        ...hooksOn('PreToolUse', 'echo "${SET-unset}" >> "$WAVE_PROJECT_DIR/seen-by-hooks"'),
      },
      model: scriptedModel([
        bash('echo "$SET" > foreground'),
        bash('echo "$SET" > background', { run_in_background: true }),
        { calls: [{ name: 'Task', input: task }] },
        bash('echo "$SET" > subagent'),
        'sub',
        bash('sleep 0.2'),
        'done',
      ]),
    },
    () => {},
  );
  onTestFinished(() => parts.close());
  const signal = new AbortController().signal;
  await parts.turn.fire('SessionStart', { source: 'startup' }, signal);
  expect(parts.variables.set).toEqual({ SET: 'by hook' });
  const { ended } = await runTurn({ text: 'GO' }, parts.turn, signal);
  expect(ended).toBe('done');
  expect(
    blocksOf(parts.session.conversation.messages, 'tool').map(({ success }) => success),
  ).toEqual(Array(4).fill(true));
  const seen = (name: string) => readFileSync(join(dir, name), 'utf8').trim();
  expect(['foreground', 'background', 'subagent'].map(seen)).toEqual(Array(3).fill('by hook'));
  expect(new Set(seen('seen-by-hooks').split('\n'))).toEqual(new Set(['unset']));
});

test('an agent has them from its first prompt on, and they end with it', async () => {
  const home = tempDir();
  const { agent, dir } = await talk({
    home,
    session: { keep: true },
    hooks: hooksOn('SessionStart', 'echo "export SET=SESSIONVALUE" >> "$CLAUDE_ENV_FILE"'),
    script: [call('Bash', { command: 'test "$SET" = SESSIONVALUE && touch had-it' }), say('ok')],
  });
  expect(existsSync(join(dir, 'had-it'))).toBe(true);
  expect(agent.shellVariables).toEqual({ SET: 'SESSIONVALUE' });
  await agent.close();
  const env = { ...process.env, HOME: home };
  const next = await Agent.create({ workdir: dir, home, env, model: scriptedModel([]) });
  onTestFinished(() => next.close());
  expect(next.shellVariables).toEqual({});
  expect(process.env['SET']).toBeUndefined();
});
