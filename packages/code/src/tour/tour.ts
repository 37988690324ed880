import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine, type HookInput, loadSettings } from 'wave-hooks';
import { type Command, UsageError } from '../cli/command.ts';
import { painter } from '../cli/style.ts';
import { printVerdict } from '../hooks/print-verdict.ts';

/** What the tour shows: an event, and why somebody would want it handled. */
const STOPS: { title: string; input: HookInput }[] = [
  {
    title: 'The user sends a prompt. A hook adds what the agent should know.',
    input: { hook_event_name: 'UserPromptSubmit', prompt: 'fix the failing test' },
  },
  {
    title: 'The agent wants to delete everything. A guard says no, and tells the agent why.',
    input: {
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'rm -rf ~/work' },
    },
  },
  {
    title: 'The agent calls npm in a pnpm project. A hook rewrites the command and asks the user.',
    input: {
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'npm install left-pad', timeout: 30 },
    },
  },
  {
    title: 'The agent wants to stop, but there are no tests. A hook sends it back to work.',
    input: { hook_event_name: 'Stop', stop_hook_active: false },
  },
];

/** `wave tour`: the example hooks, run for real in a directory of their own. */
export const tour: Command = async (_args, io) => {
  const paint = painter(io.color);
  const examples = join(import.meta.dirname, 'examples');
  if (!existsSync(examples)) throw new UsageError(`the examples are missing from ${examples}`);
  const projectDir = mkdtempSync(join(tmpdir(), 'wave-tour-'));
  try {
    cpSync(examples, join(projectDir, 'examples'), { recursive: true });
    const settings = join(projectDir, 'examples', 'settings.json');
    const sources = loadSettings({ projectDir, settings, only: true });
    const engine = await createEngine({ sources, projectDir });
    io.out('Wave runs small programs of yours at fixed moments of an agent. Four of them:\n');
    for (const [index, { title, input }] of STOPS.entries()) {
      io.out(`\n${paint('bold', `${index + 1}. ${title}`)}\n\n`);
      io.out(printVerdict(await engine.fire(input), io).replace(/^(?=.)/gm, '   '));
    }
    await engine.close();
  } finally {
    rmSync(projectDir, { recursive: true, force: true });
  }
  io.out('\nThe hooks are in examples/. Try one yourself:\n');
  io.out(`   ${TRY}\n`);
  return 0;
};

const TRY =
  'echo \'{"tool_name":"Bash","tool_input":{"command":"rm -rf /"}}\' | npx wave hooks run PreToolUse --settings examples/settings.json';
