import type { EventName } from '@wavehooks/hooks';
import { isAboutTool, specOf } from '@wavehooks/hooks/vocabulary';
import { sampleCall } from '../event/sample-tools.ts';
import type { Started, Starter } from './starter.ts';

/** What the written hook does, as scenarios: where it says something, and where it does not. */
const SCENARIOS: Record<Starter, (tool: string, event: EventName) => readonly object[]> = {
  command: () => [
    runs('refuses a forced push', 'git push --force', {
      decision: 'block',
      toAgent: { has: 'force' },
    }),
    runs('also in another directory', 'cd lib && git -C "a b" push origin main -f', 'block'),
    runs('also by a plus', 'git push origin +main', 'block'),
    runs('also inside of another command', "sudo bash -c 'git push -uf origin main'", 'block'),
    runs('asks where it cannot tell', 'eval "$STEP"', 'ask'),
    runs('lets a push pass that looks first', 'git push --force-with-lease', 'none'),
    runs('lets other commands pass', 'git push && rm -f notes.txt', 'none'),
  ],
  path: (tool) => [
    {
      ...on(tool, { file_path: '${cwd}/.env' }),
      name: 'keeps hands off .env',
      expect: { decision: 'block', toAgent: { has: '.env' } },
    },
    {
      ...on(tool, { file_path: '${cwd}/config/.env.local' }),
      name: 'also with an ending',
      expect: 'block',
    },
    {
      ...on(tool, { file_path: '${cwd}/src/env.ts' }),
      name: 'lets other files pass',
      expect: 'none',
    },
  ],
  call: (tool) => [
    {
      ...on(tool, { target: 'production' }),
      name: 'refuses what names production',
      expect: { decision: 'block', toAgent: { has: 'production' } },
    },
    { ...on(tool, { target: 'staging' }), name: 'lets other calls pass', expect: 'none' },
  ],
  edited: (tool) => [
    {
      ...on(tool, { file_path: '${cwd}/src/app.js' }),
      name: 'asks for the tests after an edit',
      expect: { context: { has: 'tests' } },
    },
    {
      ...on(tool, { file_path: '${cwd}/notes.md' }),
      name: 'says nothing about a text',
      expect: { decision: 'none', context: [] },
    },
  ],
  result: (tool) => [
    {
      ...on(tool, {}),
      response: { text: 'Error: no such table' },
      name: 'remarks on an error',
      expect: { context: { has: 'went wrong' } },
    },
    {
      ...on(tool, {}),
      response: { text: 'done' },
      name: 'says nothing otherwise',
      expect: { decision: 'none', context: [] },
    },
  ],
  note: (tool, event) => [
    {
      ...sample(tool, event),
      name: 'adds what the agent should know',
      expect: { decision: 'none', context: { has: 'Conventions' } },
    },
  ],
  gate: (tool, event) => [
    {
      ...sample(tool, event),
      name: 'blocks while HOLD.txt is there',
      files: { 'HOLD.txt': '' },
      expect: 'block',
    },
    { ...sample(tool, event), name: 'lets it pass otherwise', expect: 'none' },
  ],
  watch: (tool, event) => [
    { ...sample(tool, event), name: 'looks on', expect: { decision: 'none', toUser: [] } },
  ],
  stop: () => [
    {
      name: 'sends the agent back while something is to do',
      files: { 'TODO.txt': 'write the test\n' },
      expect: { decision: 'block', toAgent: { has: 'TODO.txt' } },
    },
    { name: 'lets it stop otherwise', expect: 'none' },
    {
      name: 'does not hold it twice',
      files: { 'TODO.txt': 'write the test\n' },
      fields: { stop_hook_active: true },
      expect: 'none',
    },
  ],
};

const runs = (name: string, command: string, expect: unknown) => ({
  name,
  tool: 'Bash',
  input: { command },
  expect,
});

const on = (tool: string, input: object) => ({
  tool,
  input: { ...sampleCall(tool, '${cwd}')?.input, ...input },
});

/** An event as its row has it. */
const sample = (tool: string, event: EventName) => ({
  ...(isAboutTool(event) ? on(tool, {}) : {}),
  fields: specOf(event).sample,
});

export function scenarioText(
  event: EventName,
  { starter, tool }: Started,
  command: string,
  program: string,
): string {
  const hook = { command, onError: 'block' };
  const scenarios = SCENARIOS[starter](tool, event).map(({ name, ...rest }: { name?: string }) => ({
    name,
    ...rest,
  }));
  return `${JSON.stringify({ hook, needs: [program], event, scenarios }, null, 2)}\n`;
}
