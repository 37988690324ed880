import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Place, place } from '../helpers.ts';
import { openTerminal } from './terminal.ts';

const ENV = { CLAUDE_CONFIG_DIR: '' };

/** A project with a guard for Claude Code. */
function claudes(): Place {
  const where = place();
  where.write('project/.claude/settings.json', {
    hooks: { Stop: [{ hooks: [{ type: 'command', name: 'theirs', command: 'true' }] }] },
  });
  return where;
}

const said = ({ home }: Place) =>
  JSON.parse(readFileSync(join(home, '.wave/settings.json'), 'utf8')).readClaudeCode;

test('the first start asks whether to read them; then the project’s wait for approval', async () => {
  const where = claudes();
  const screen = openTerminal({ where, env: ENV });
  const asked = await screen.waitFor('Leave them off');
  expect(asked).toMatch(/project\/\.claude\/settings\.json {2}1 hook/);
  await screen.answer('y');
  await screen.waitFor('waiting for your approval');
  await screen.waitFor('Continue without them');
  await screen.answer('y');
  await screen.waitFor(/hooks {4}1 hook\n/);
  expect(said(where)).toBe(true);
  await screen.end();
});

test('agents and skills alone are asked about, too', async () => {
  const where = place();
  where.write('project/.claude/agents/seer.md', '---\ndescription: sees\n---\nx\n');
  where.write('home/.claude/skills/pdf/SKILL.md', '---\ndescription: reads\n---\nx\n');
  const screen = openTerminal({ where, env: ENV });
  const asked = await screen.waitFor('Leave them off');
  expect(asked).toContain('Claude Code has 1 agent and 1 skill here.');
  expect(asked).toMatch(/\.claude\/agents\/seer\.md {2}1 agent/);
  await screen.answer('n');
  await screen.ready();
  expect(said(where)).toBe(false);
  await screen.end();
});

test('a no is kept, and nobody is asked twice', async () => {
  const where = claudes();
  const first = openTerminal({ where, env: ENV });
  await first.waitFor('Leave them off');
  await first.answer('n');
  await first.ready();
  expect(said(where)).toBe(false);
  await first.end();
  const second = openTerminal({ where, env: ENV });
  await second.ready();
  expect(second.all()).not.toContain('Claude Code');
  await second.end();
});

test('in the plain mode only the whole word says yes', async () => {
  const where = claudes();
  const screen = openTerminal({ where, env: ENV, args: ['--plain'] });
  await screen.waitFor('Type read to read them, here and in every project, or n to leave them off');
  screen.type('y\r');
  await screen.waitFor('"y" is not one of the choices');
  screen.type('read\r');
  await screen.waitFor('Type approve to approve it, or n to continue without them');
  expect(said(where)).toBe(true);
  await screen.end();
});
