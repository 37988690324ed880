import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tools } from '../../../../scripts/generate/tools.ts';
import { Agent } from '../../src/index.ts';
import { toolSearch } from '../../src/offer/tool-search.ts';
import { scriptedModel } from '../../src/testing.ts';
import { tempDir } from './helpers.ts';

/** What hooks saw of every call, by tool. */
const seen = new Map<string, Record<string, unknown>[]>();

const web = createServer((_, to) => to.setHeader('content-type', 'text/plain').end('a page'));
afterAll(() => void web.close());

/** Each tool once as it goes well; those that answer in more than one form, in each. */
beforeAll(async () => {
  const dir = tempDir();
  const file = join(dir, 'a.txt');
  writeFileSync(file, 'one\ntwo\n');
  const skill = join(dir, '.wave/skills/pdf');
  mkdirSync(skill, { recursive: true });
  writeFileSync(
    join(skill, 'SKILL.md'),
    '---\nname: pdf\ndescription: Reads PDFs.\n---\nRead it.\n',
  );
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(web.address() as AddressInfo).port}`;
  const question = { question: 'Which?', options: [{ label: 'A' }, { label: 'B' }] };
  const calls = [
    { name: 'Bash', input: { command: 'echo out; echo err >&2' } },
    { name: 'Bash', input: { command: 'sleep 5', run_in_background: true } },
    { name: 'BashOutput', input: { bash_id: 'bash_1' } },
    { name: 'KillShell', input: { shell_id: 'bash_1' } },
    { name: 'Read', input: { file_path: file } },
    { name: 'Edit', input: { file_path: file, old_string: 'one', new_string: 'three' } },
    { name: 'Write', input: { file_path: join(dir, 'b.txt'), content: 'x' } },
    { name: 'Glob', input: { pattern: '*.txt' } },
    { name: 'Grep', input: { pattern: 'three' } },
    { name: 'TodoWrite', input: { todos: [{ content: 'it', status: 'pending' }] } },
    { name: 'Skill', input: { skill: 'pdf' } },
    { name: 'WebFetch', input: { url: `http://${host}/` } },
    { name: 'AskUserQuestion', input: { questions: [question] } },
  ];
  const task = { description: 'look', prompt: 'Look.', subagent_type: 'explore' };
  const agent = await Agent.create({
    workdir: dir,
    model: scriptedModel([
      ...calls.map((one) => ({ calls: [one] })),
      { calls: [{ name: 'Task', input: task }] },
      'seen',
      'done',
    ]),
    permissionMode: 'bypassPermissions',
    settingSources: ['project'],
    projectHooks: 'trusted',
    permissions: { allow: [`WebFetch(domain:${host})`] },
    ask: async () => ({ 'Which?': 'A' }),
    hooks: {
      PostToolUse: [
        {
          hooks: [
            {
              type: 'function',
              run: ({ tool_name, tool_response }) => keep(tool_name, tool_response),
            },
          ],
        },
      ],
    },
  });
  expect((await agent.sendMessage('go')).ended).toBe('done');
  await agent.close();
  // It is offered only beside many tools of servers.
  const { success, text, data } = await toolSearch(tools).run({ query: 'read' }, {} as never);
  keep('ToolSearch', { output: text, success, ...data });
});

function keep(name: string, response: unknown): undefined {
  const own = seen.get(name) ?? [];
  seen.set(name, [...own, response as Record<string, unknown>]);
}

/** What they return is a text alone. */
const TEXT_ONLY = ['ListMcpResources', 'ReadMcpResource'];

test.each(tools().map((tool) => [tool.name, tool] as const))(
  'hooks see of %s what docs/tools.md says',
  (name, { response }) => {
    if (TEXT_ONLY.includes(name)) return expect(response?.parse({})).toEqual({});
    expect(response, 'a tool describes its results in "response"').toBeDefined();
    const results = seen.get(name) ?? [];
    expect(results, `a call of ${name} is missing above`).not.toEqual([]);
    for (const { output, success, ...data } of results) {
      expect([output, success]).toEqual([expect.any(String), true]);
      // BashOutput says more than its text with a field of that name.
      const own = name === 'BashOutput' ? { output, ...data } : data;
      expect(response?.safeParse(own)).toMatchObject({ success: true });
    }
  },
);
