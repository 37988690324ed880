import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openAgent } from '../open-agent.ts';
import { hooksOn, tempDir } from '../talk.ts';
import { say } from '../wire/reply.ts';

const settingsOf = (dir: string, text: string) => {
  mkdirSync(join(dir, '.wave'), { recursive: true });
  writeFileSync(
    join(dir, '.wave', 'settings.json'),
    JSON.stringify({ hooks: hooksOn('UserPromptSubmit', { name: 'file', command: text }) }),
  );
};

/** An agent with a hook of its host's and one of a settings file. */
async function hooked(from: 'user' | 'project') {
  const [home, dir] = [tempDir(), tempDir()];
  const place = from === 'user' ? home : dir;
  settingsOf(place, 'echo FILE-ONE');
  const one = await openAgent({
    home,
    workdir: dir,
    settingSources: [from],
    hooks: hooksOn('UserPromptSubmit', { name: 'own', command: 'echo OWN-WORD' }),
  });
  const heard = async () => {
    one.server.script(say('ok'));
    await one.agent.sendMessage('go');
    const [last] = one.server.requests.slice(-1).map(({ body }) => body.messages ?? []);
    const text = JSON.stringify(last?.slice(-1));
    return ['OWN-WORD', 'FILE-ONE', 'FILE-TWO'].filter((word) => text.includes(word));
  };
  return { ...one, place, heard };
}

test('a hook is switched off and on again for the session', async () => {
  const { agent, heard } = await hooked('user');
  const entry = (name: string) => {
    const found = agent.hooks.entries.find(({ label }) => label === name);
    if (!found) throw new Error(`no hook ${name}`);
    return found;
  };
  expect(await heard()).toEqual(['OWN-WORD', 'FILE-ONE']);
  agent.hooks.enable(entry('file'), false);
  expect(await heard()).toEqual(['OWN-WORD']);
  agent.hooks.enable(entry('own'), false);
  expect(await heard()).toEqual([]);
  agent.hooks.enable(entry('file'), true);
  expect(await heard()).toEqual(['FILE-ONE']);
});

test('an accepted review puts the file in force and leaves the host’s hooks alone', async () => {
  const { agent, heard, place } = await hooked('user');
  expect(await agent.hooks.notice()).toBeUndefined();
  settingsOf(place, 'echo FILE-TWO');
  expect(await agent.hooks.notice()).toContain('settings.json');
  expect(await agent.hooks.notice(), 'told once').toBeUndefined();
  expect(await heard()).toEqual(['OWN-WORD', 'FILE-ONE']);
  const review = agent.hooks.review();
  if (!review) throw new Error('no review');
  expect(review.changes.map(({ is }) => is)).toEqual(['changed']);
  await agent.hooks.accept(review);
  expect(await heard()).toEqual(['OWN-WORD', 'FILE-TWO']);
});

test('what was switched off stays off through a review', async () => {
  const { agent, heard, place } = await hooked('user');
  const [own] = agent.hooks.entries.filter(({ label }) => label === 'own');
  if (own) agent.hooks.enable(own, false);
  settingsOf(place, 'echo FILE-TWO');
  const review = agent.hooks.review();
  if (review) await agent.hooks.accept(review);
  expect(await heard()).toEqual(['FILE-TWO']);
});

test('a project’s hooks wait until a review is accepted', async () => {
  const { agent, heard } = await hooked('project');
  expect(agent.hooks.waiting).toBe(1);
  expect(await heard()).toEqual(['OWN-WORD']);
  const review = agent.hooks.review();
  if (review) await agent.hooks.accept(review);
  expect(agent.hooks.waiting).toBe(0);
  expect(await heard()).toEqual(['OWN-WORD', 'FILE-ONE']);
});
