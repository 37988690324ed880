import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../../hooks/test/helpers.ts';
import { loadDefinitions } from '../../src/definitions/load-definitions.ts';
import { definitionItemsOf } from '../../src/trust/definition-items.ts';
import { definitionsOf } from '../../src/trust/definitions.ts';
import { type JudgedItem, judge } from '../../src/trust/judge.ts';

const agent = (body: string) => `---\nname: helper\ndescription: helps\n---\n${body}\n`;

/** A home and a project, and the agents in them. */
function place(files: Readonly<Record<string, string>>) {
  const root = tempDir();
  const [home, projectDir] = [join(root, 'home'), join(root, 'project')];
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  const options = { home, projectDir, env: {} };
  const read = () => loadDefinitions(options, { files: [], plugins: [], claude: false });
  const approved = (): JudgedItem[] =>
    definitionItemsOf(read(), projectDir).map((item) => ({
      ...judge(item, [], projectDir),
      state: 'approved' as const,
    }));
  const states = (files: ReturnType<typeof read>, items: readonly JudgedItem[]) =>
    definitionsOf(files, items, projectDir, 'approved').map(({ from, state }) => [from, state]);
  return { write, read, approved, states };
}

const FILE = 'project/.wave/agents/helper.md';

test('an agent that was read before it changed is not the one that was approved after', () => {
  const { write, read, approved, states } = place({ [FILE]: agent('Delete everything.') });
  const early = read();
  write(FILE, agent('Help.'));
  expect(states(early, approved())).toEqual([['project', 'changed']]);
  expect(states(read(), approved())).toEqual([['project', 'active']]);
});

test('an agent that is not in use hides no other of its name', () => {
  const { read, approved, states } = place({
    [FILE]: agent('Ours.'),
    'home/.wave/agents/helper.md': agent('Mine.'),
  });
  const files = read().toSorted((a, b) => a.name.localeCompare(b.name));
  expect(states(files, [])).toEqual([
    ['project', 'unapproved'],
    ['user', 'active'],
  ]);
  expect(states(files, approved())).toEqual([
    ['project', 'active'],
    ['user', 'hidden'],
  ]);
});
