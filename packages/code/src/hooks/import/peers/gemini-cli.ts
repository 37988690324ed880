import { join } from 'node:path';
import { type Difference, eventsOf, onAll, type Peer } from './peer.ts';
import { command, commandType, left, lost, milliseconds, text, variables } from './rules.ts';

const EVENT_NAME: Difference = {
  field: 'input: hook_event_name, timestamp; answer: hookSpecificOutput.hookEventName',
  why: "events have Wave's names, and there is no timestamp; Wave ignores a section with another name",
};

const ENVIRONMENT: Difference = {
  field: 'environment: GEMINI_PROJECT_DIR, GEMINI_SESSION_ID and others',
  why: 'Wave does not set them; scripts find the project in WAVE_PROJECT_DIR and the session in session_id',
};

const TOOL_INPUT: Difference = {
  field: 'input: tool_name, tool_input, mcp_context',
  why: "tools and their parameters have Wave's names, and there is no mcp_context",
};

const DENY: Difference = {
  field: 'answer: decision "deny"',
  why: 'Wave takes "block" on this event; exit 2 blocks in both',
};

export const geminiCli: Peer = {
  title: 'Gemini CLI',
  places: ({ home, project }) => [
    { file: join(home, '.gemini', 'settings.json'), level: 'user' },
    { file: join(project, '.gemini', 'settings.json'), level: 'project' },
  ],
  events: eventsOf('gemini-cli', ['BeforeModel', 'AfterModel', 'BeforeToolSelection']),
  fields: {
    type: commandType,
    command,
    name: text,
    timeout: milliseconds,
    env: variables,
    description: left('Wave has no field for it; "name" is what messages show'),
  },
  types: ['command'],
  values: { SessionEnd: ['exit', 'logout'], Notification: ['ToolPermission'] },
  unit: 'milliseconds',
  toolNames: [
    'run_shell_command',
    'read_file',
    'write_file',
    'replace',
    'glob',
    'grep_search',
    'search_file_content',
    'write_todos',
    'ask_user',
    'list_directory',
    'read_many_files',
    'web_fetch',
    'google_web_search',
    'save_memory',
    'activate_skill',
    'get_internal_docs',
    'enter_plan_mode',
    'exit_plan_mode',
  ],
  groupFields: {
    sequential: (value) =>
      value === false
        ? { is: 'converted', to: 'nothing', how: 'false is what Wave does anyway' }
        : lost('Wave runs the hooks of an event side by side, those with "phase" ahead'),
  },
  tools: {
    names: {
      run_shell_command: ['Bash'],
      read_file: ['Read'],
      write_file: ['Write'],
      replace: ['Edit'],
      glob: ['Glob'],
      grep_search: ['Grep'],
      search_file_content: ['Grep'],
      write_todos: ['TodoWrite'],
      ask_user: ['AskUserQuestion'],
      list_directory: [],
      read_many_files: [],
      web_fetch: ['WebFetch'],
      google_web_search: [],
      save_memory: [],
      activate_skill: [],
      get_internal_docs: [],
      enter_plan_mode: [],
      exit_plan_mode: [],
    },
    exactLists: false,
    foreignMcp:
      'Gemini CLI joins server and tool with one "_", Wave with two, and where to cut cannot be told',
  },
  variables: {
    prefix: 'GEMINI_',
    ours: { GEMINI_PROJECT_DIR: 'WAVE_PROJECT_DIR' },
    set: [
      ...['GEMINI_PROJECT_DIR', 'GEMINI_SESSION_ID', 'GEMINI_CWD', 'GEMINI_PLANS_DIR'],
      'CLAUDE_PROJECT_DIR',
    ],
    quotes: true,
  },
  switches: {
    'hooks.enabled': { is: 'all-off', when: false },
    'hooks.disabled': { is: 'names-off' },
    'hooks.notifications': { is: 'lost', why: 'Wave has no setting for it' },
    'hooksConfig.enabled': { is: 'all-off', when: false },
    'hooksConfig.disabled': { is: 'names-off' },
    'hooksConfig.notifications': { is: 'lost', why: 'Wave has no setting for it' },
    'tools.enableHooks': { is: 'all-off', when: false },
  },
  timeout: { usual: 60 },
  differences: {
    ...onAll('gemini-cli', [EVENT_NAME, ENVIRONMENT]),
    PreToolUse: [
      EVENT_NAME,
      ENVIRONMENT,
      TOOL_INPUT,
      {
        field: 'answer: hookSpecificOutput.tool_input',
        why: 'Wave takes a rewritten input as hookSpecificOutput.updatedInput',
      },
    ],
    PostToolUse: [
      EVENT_NAME,
      ENVIRONMENT,
      TOOL_INPUT,
      {
        field: 'answer: decision "deny", hookSpecificOutput.tool_output',
        why: 'Wave takes "block" here, as feedback beside the result; hookSpecificOutput.updatedToolOutput replaces the result',
      },
    ],
    UserPromptSubmit: [EVENT_NAME, ENVIRONMENT, DENY],
    Stop: [
      EVENT_NAME,
      ENVIRONMENT,
      DENY,
      {
        field: 'input: prompt, prompt_response',
        why: 'Wave does not pass them; the reply is in last_assistant_message',
      },
      { field: 'answer: hookSpecificOutput.clearContext', why: 'Wave has nothing like it' },
    ],
  },
};
