import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { instructionsOf } from '../../src/open/memory/instructions.ts';
import { talk, tempDir } from '../talk.ts';
import { say } from '../wire/reply.ts';

function tree() {
  const top = tempDir();
  const user = tempDir();
  const deep = join(top, 'a', 'b');
  mkdirSync(join(top, '.git'), { recursive: true });
  mkdirSync(deep, { recursive: true });
  const put = (file: string, text: string) => writeFileSync(file, text);
  put(join(user, 'AGENTS.md'), 'USER');
  put(join(top, 'AGENTS.md'), 'TOP');
  put(join(top, 'a', 'CLAUDE.md'), 'MIDDLE');
  put(join(deep, 'AGENTS.md'), 'DEEP');
  return { top, user, deep, put };
}

const texts = (...args: Parameters<typeof instructionsOf>) =>
  instructionsOf(...args).map(({ text }) => text);

test('from the user down to where the agent works', () => {
  const { top, user, deep } = tree();
  expect(texts({ projectDir: top, cwd: deep }, { user, project: true })).toEqual([
    'USER',
    'TOP',
    'MIDDLE',
    'DEEP',
  ]);
});

test('each source only where it is asked for', () => {
  const { top, user, deep } = tree();
  expect(texts({ projectDir: top, cwd: deep }, { user, project: false })).toEqual(['USER']);
  expect(texts({ projectDir: top, cwd: top }, { project: true })).toEqual(['TOP']);
});

test('the same text counts once, an empty one not at all, a very long one is cut', () => {
  const { top, put } = tree();
  put(join(top, 'CLAUDE.md'), 'TOP\n');
  expect(texts({ projectDir: top, cwd: top }, { project: true })).toEqual(['TOP']);
  put(join(top, 'AGENTS.md'), '  \n');
  expect(texts({ projectDir: top, cwd: top }, { project: true })).toEqual(['TOP']);
  put(join(top, 'AGENTS.md'), 'x'.repeat(50_000));
  const [long = ''] = texts({ projectDir: top, cwd: top }, { project: true });
  expect([long.length, long.endsWith('[cut]')]).toEqual([40_006, true]);
});

test('a link out of the tree is not followed, a directory is no file', () => {
  const { top, put } = tree();
  const secret = join(tempDir(), 'secret');
  put(secret, 'SECRET');
  const other = tempDir();
  mkdirSync(join(other, '.git'));
  symlinkSync(secret, join(other, 'AGENTS.md'));
  mkdirSync(join(other, 'CLAUDE.md'));
  expect(texts({ projectDir: other, cwd: other }, { project: true })).toEqual([]);
  symlinkSync(join(top, 'AGENTS.md'), join(top, 'a', 'AGENTS.md'));
  expect(texts({ projectDir: top, cwd: join(top, 'a') }, { project: true })).toEqual([
    'TOP',
    'MIDDLE',
  ]);
});

test('they reach the model with its system prompt', async () => {
  const { top } = tree();
  const { server } = await talk({ workdir: top, settingSources: ['project'], script: [say('ok')] });
  expect(JSON.stringify(server.requests[0]?.body.system)).toContain('TOP');
});
