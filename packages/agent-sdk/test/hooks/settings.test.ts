import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blocksOf, talk, tempDir } from '../talk.ts';
import { say } from '../wire/reply.ts';

test('settings that change on disk are told once, and the hooks in force stay', async () => {
  const home = tempDir();
  const file = join(home, '.wave', 'settings.json');
  const write = (command: string) =>
    writeFileSync(
      file,
      JSON.stringify({ hooks: { UserPromptSubmit: [{ hooks: [{ type: 'command', command }] }] } }),
    );
  mkdirSync(join(home, '.wave'));
  write('echo BEFORE');
  const { agent, server, send } = await talk({
    home,
    settingSources: ['user'],
    script: [say('one')],
  });
  write('echo AFTERWARDS');
  await send('again', say('two'));
  await send('and again', say('three'));
  const told = blocksOf(agent.messages, 'notice').filter(({ content }) =>
    content.includes('changed on disk'),
  );
  expect(told).toHaveLength(1);
  const sent = JSON.stringify(server.requests.at(-1)?.body.messages);
  expect(sent.match(/nBEFORE/g)).toHaveLength(3);
  expect(sent).not.toMatch(/AFTERWARDS|changed on disk/);
});
