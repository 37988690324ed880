import { tmpdir } from 'node:os';
import type { Agent } from '@wavehooks/agent-sdk';
import { expect, test } from 'vitest';
import { userShell } from '../../../../src/screen/machine/shell.ts';

test('a command of the user has what hooks set for commands of the session', async () => {
  const agent: Pick<Agent, 'projectDir' | 'shellVariables' | 'commandBox'> = {
    projectDir: tmpdir(),
    shellVariables: { SET_BY_HOOK: 'a value' },
    commandBox: { profile: 'off' },
  };
  const { signal } = new AbortController();
  const { ran } = await userShell('echo "[$SET_BY_HOOK] ${HOME:+home}"', agent, signal);
  expect(ran.output).toContain('[a value] home');
});
