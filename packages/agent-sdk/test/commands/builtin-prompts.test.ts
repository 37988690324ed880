import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openAgent } from '../open-agent.ts';
import { tempDir } from '../talk.ts';

test('/init and /review are prompts; a command of the user of that name comes first', async () => {
  const { agent, home } = await openAgent({ settingSources: ['user'] });
  expect(await agent.expand('/init be brief')).toMatch(/Write an AGENTS\.md[\s\S]*be brief$/);
  expect(await agent.expand('/review main..HEAD')).toContain('What to review: main..HEAD\n');
  expect(await agent.expand('/review')).toContain('What to review: \n');
  mkdirSync(join(home, '.wave', 'commands'), { recursive: true });
  writeFileSync(join(home, '.wave', 'commands', 'review.md'), 'MINE');
  const own = await openAgent({ settingSources: ['user'], home });
  expect(await own.agent.expand('/review')).toBe('MINE');
  expect(own.agent.commands.filter(({ name }) => name === 'review')).toHaveLength(1);
});

test('an agent that reads no settings has none', async () => {
  const { agent } = await openAgent({ home: tempDir() });
  expect(agent.commands).toEqual([]);
});
