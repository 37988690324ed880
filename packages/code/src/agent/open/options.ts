import { EFFORTS, PERMISSION_MODES } from '@wavehooks/agent-sdk';
import { type OptionRows, SHARED_FLAGS, usageOf } from '../../cli/usage.ts';

export const FORMATS = ['text', 'json', 'stream-json'] as const;

export const INPUTS = ['text', 'stream-json'] as const;

/** The options of the agent, on the screen and without one. */
export const OPTIONS = {
  print: { type: 'boolean', short: 'p', about: 'without a screen: print the reply and exit' },
  'output-format': {
    type: 'string',
    value: 'FORMAT',
    about: `${FORMATS.join(', ')}; text by default`,
  },
  'output-schema': {
    type: 'string',
    value: 'FILE',
    about: 'the answer is JSON that fits this JSON Schema, or exit 4',
  },
  'input-format': {
    type: 'string',
    value: 'FORMAT',
    about: 'text, or stream-json: prompts as JSON lines on stdin, a turn for each',
  },
  model: { type: 'string', value: 'NAME', about: 'e.g. claude-sonnet-4-5, openai/NAME, practice' },
  effort: {
    type: 'string',
    value: 'EFFORT',
    about: `how much the model thinks: ${EFFORTS.join(', ')}`,
  },
  settings: SHARED_FLAGS.settings,
  'mcp-config': SHARED_FLAGS['mcp-config'],
  'add-dir': SHARED_FLAGS['add-dir'],
  'append-system-prompt': {
    type: 'string',
    value: 'TEXT',
    about: "more for the agent to read first, behind Wave's own words",
  },
  'append-system-prompt-file': { type: 'string', value: 'FILE', about: 'the same, from a file' },
  'permission-mode': { type: 'string', value: 'MODE', about: PERMISSION_MODES.join(' | ') },
  'allowed-tools': {
    type: 'string',
    multiple: true,
    value: 'RULES',
    about: 'rules for calls that run without asking, e.g. "Bash(git *),Read"',
  },
  'disallowed-tools': {
    type: 'string',
    multiple: true,
    value: 'RULES',
    about: 'rules for calls that never run',
  },
  continue: { type: 'boolean', short: 'c', about: 'resume the last session of this project' },
  resume: {
    type: 'string',
    short: 'r',
    value: 'SESSION',
    about: 'resume this session: its id, the start of its id, or its name',
  },
  'fork-session': {
    type: 'boolean',
    about: 'with --resume or --continue: go on in a new session',
  },
  'max-turns': { type: 'string', value: 'N', about: 'at most N requests to the model' },
  'no-hooks': { type: 'boolean', about: 'run no hooks at all' },
  'trust-project-hooks': {
    type: 'boolean',
    about: "run the project's hooks and MCP servers this once, approved or not",
  },
  'no-project-hooks': { type: 'boolean', about: "leave the project's hooks and MCP servers out" },
  'require-mcp-approval': {
    type: 'boolean',
    about: 'exit 1 if an MCP server of the project is not approved, instead of going on without it',
  },
  'include-hook-events': { type: 'boolean', about: 'in stream-json: also print each hook run' },
  'include-partial-messages': {
    type: 'boolean',
    about: 'in stream-json: also print each piece of a reply as it arrives',
  },
  trajectory: {
    type: 'string',
    value: 'FILE',
    about: 'at the end, write the conversation to this file, for benchmarks (ATIF)',
  },
  plain: { type: 'boolean', about: 'at a terminal: lines only, for screen readers' },
  verbose: { type: 'boolean', about: 'print progress on stderr' },
} as const satisfies OptionRows;

export const USAGE = usageOf({
  forms: ['wave -p "prompt" [options]'],
  about: 'Without a prompt, it comes from stdin. With one, piped input is added after it.',
  options: OPTIONS,
});
