import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readInstructions } from '../../src/open/memory/instructions.ts';
import { openAgent } from '../open-agent.ts';
import { said } from '../subagent/delegate.ts';
import { tempDir } from '../talk.ts';
import { say } from '../wire/reply.ts';

function tree(files: Readonly<Record<string, string>>) {
  const top = tempDir();
  mkdirSync(join(top, '.git'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, name)), { recursive: true });
    writeFileSync(join(top, name), text);
  }
  return top;
}

const read = (top: string, more = {}) => {
  const { all, faults } = readInstructions(
    { projectDir: top, cwd: top },
    { project: true, ...more },
  );
  return { files: all.map(({ file }) => file.slice(top.length + 1)), faults };
};

test('what a file imports follows it, from file to file, each once', () => {
  const top = tree({
    'AGENTS.md': 'A @docs/one.md and @docs/one.md, @alice, @types/node',
    'docs/one.md': 'ONE @two.md.\nback to @../AGENTS.md',
    'docs/two.md': 'TWO',
    'AGENTS.local.md': 'LOCAL',
  });
  expect(read(top)).toEqual({
    files: ['AGENTS.md', 'docs/one.md', 'docs/two.md', 'AGENTS.local.md'],
    faults: [],
  });
});

test('code imports nothing', () => {
  const top = tree({ 'AGENTS.md': 'A `@x.md`\n```\n@x.md\n```\n', 'x.md': 'X' });
  expect(read(top).files).toEqual(['AGENTS.md']);
});

test('what is outside, or denied to read, is not read and said', () => {
  const outside = tempDir();
  writeFileSync(join(outside, 'secret.md'), 'SECRET');
  const top = tree({
    'AGENTS.md': `@${outside}/secret.md @keep/out.md @~/x`,
    'keep/out.md': 'OUT',
  });
  const hides = (path: string) => path.includes('keep/');
  expect(read(top, { hides })).toEqual({
    files: ['AGENTS.md'],
    faults: [
      {
        file: join(top, 'AGENTS.md'),
        text: `@${outside}/secret.md is not read: it is outside of ${top}`,
      },
      {
        file: join(top, 'AGENTS.md'),
        text: '@keep/out.md is not read: a rule denies to read it',
      },
    ],
  });
});

test('depth and number are bounded', () => {
  const chain = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [`f${at}.md`, `F${at} @f${at + 1}.md`]),
  );
  expect(read(tree({ 'AGENTS.md': '@f0.md', ...chain })).files).toHaveLength(6);
  const many = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`m${at}.md`, `M${at}`]));
  const names = Object.keys(many).map((name) => `@${name}`);
  expect(read(tree({ 'AGENTS.md': names.join(' '), ...many })).files).toHaveLength(50);
});

test('the model reads them, and not what a rule denies', async () => {
  const top = tree({ 'AGENTS.md': 'TOPTEXT @a.md @b.md', 'a.md': 'ATEXT', 'b.md': 'BTEXT' });
  const { agent, server } = await openAgent({
    workdir: top,
    settingSources: ['project'],
    permissions: { deny: ['Read(b.md)'] },
  });
  server.script(say('x'));
  await agent.sendMessage('go');
  const sent = said(server.requests[0]);
  expect(sent).toContain('TOPTEXT');
  expect(sent).toContain('ATEXT');
  expect(sent).not.toContain('BTEXT');
  expect(agent.instructions).toEqual([join(top, 'AGENTS.md'), join(top, 'a.md')]);
  expect(agent.problems.map(({ text }) => text)).toEqual([
    '@b.md is not read: a rule denies to read it',
  ]);
});
