import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AgentOptions } from '../../src/open/options/agent-options.ts';
import { talk, tempDir } from '../talk.ts';
import { call, say } from '../wire/reply.ts';

const touch = [call('Bash', { command: 'touch ran' }), say('ok')];

/** Written where no types are checked, or read from a file. */
const WRONG: readonly (readonly [name: string, permissions: unknown, says: RegExp])[] = [
  ['a text', { deny: 'Bash' }, /"permissions\.deny": expected a list of texts, got "Bash"/],
  ['a number in the list', { deny: [5] }, /"permissions\.deny\[0\]": expected a text, got 5/],
  ['an object', { deny: { Bash: true } }, /expected a list of texts, got \{"Bash":true\}/],
  ['a misspelt name', { denny: ['Read'] }, /"permissions\.denny".*did you mean "deny"/],
  ['ask as a text', { ask: 'Bash' }, /"permissions\.ask": expected a list of texts, got "Bash"/],
  ['no object at all', ['Bash'], /"permissions": expected an object, got \["Bash"\]/],
];

test.each(WRONG)('as an option no agent is created: %s', async (_, wrong) => {
  const created = talk({
    permissions: wrong as NonNullable<AgentOptions['permissions']>,
    script: touch,
  });
  await expect(created).rejects.toThrow(/^the agent's options: permissions/);
});

test.each(WRONG)('a project’s file: %s', async (_, permissions, says) => {
  const workdir = tempDir();
  const file = join(workdir, '.wave', 'settings.json');
  mkdirSync(join(workdir, '.wave'));
  writeFileSync(file, JSON.stringify({ permissions }));
  const { agent } = await talk({ workdir, settingSources: ['project'], script: touch });
  expect(existsSync(join(workdir, 'ran'))).toBe(false);
  expect(agent.problems).toEqual([
    { level: 'error', source: `${file}:1`, hook: '', text: expect.stringMatching(says) },
  ]);
});

test('an allow that cannot be read permits nothing, and is told; the rest of it holds', async () => {
  const home = tempDir();
  mkdirSync(join(home, '.wave'));
  const permissions = { allow: [true, 'Bash(touch *)'] };
  writeFileSync(join(home, '.wave', 'settings.json'), JSON.stringify({ permissions }));
  const { agent, dir } = await talk({
    home,
    settingSources: ['user'],
    permissionMode: 'default',
    script: touch,
  });
  expect(existsSync(join(dir, 'ran'))).toBe(true);
  expect(agent.problems.map(({ text }) => text)).toEqual([
    '"permissions.allow[0]": expected a text, got true; it allows nothing until you fix it',
  ]);
});
