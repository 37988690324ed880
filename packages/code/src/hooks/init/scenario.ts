import type { EventName } from 'wave-hooks';

/** What the written hook does, as scenarios: one where it says something, one where it does not. */
const SCENARIOS: Record<EventName, readonly object[]> = {
  PreToolUse: [
    {
      name: 'refuses a forced push',
      tool: 'Bash',
      input: { command: 'git push --force' },
      expect: { decision: 'block', toAgent: { has: 'force' } },
    },
    {
      name: 'also after something in quotes',
      tool: 'Bash',
      input: { command: 'git commit -m "x" && git push origin main --force' },
      expect: 'block',
    },
    {
      name: 'lets other commands pass',
      tool: 'Bash',
      input: { command: 'git status' },
      expect: 'none',
    },
  ],
  PostToolUse: [
    {
      name: 'asks for the tests after an edit',
      tool: 'Edit',
      input: { file_path: '${cwd}/src/app.js', old_string: 'a', new_string: 'b' },
      expect: { context: { has: 'tests' } },
    },
    {
      name: 'says nothing about a text',
      tool: 'Write',
      input: { file_path: '${cwd}/notes.md', content: 'a' },
      expect: { decision: 'none', context: [] },
    },
  ],
  UserPromptSubmit: [
    {
      name: 'adds what the agent should know',
      prompt: 'fix the test',
      expect: { decision: 'none', context: { has: 'Conventions' } },
    },
  ],
  Stop: [
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

export const scenarioText = (event: EventName, command: string, program: string): string =>
  `${JSON.stringify({ hook: { command, onError: 'block' }, needs: [program], event, scenarios: SCENARIOS[event] }, null, 2)}\n`;
