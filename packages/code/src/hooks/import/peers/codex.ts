import { join } from 'node:path';
import { type Difference, eventsOf, onAll, type Peer } from './peer.ts';
import { command, commandType, flag, left, seconds, text } from './rules.ts';

const WINDOWS = left('Wave runs on Linux and macOS');

const CALL = left('it belongs to a hook of type "mcp_tool"');

const EXTRAS: Difference = { field: 'input: turn_id, model', why: 'Wave does not pass them' };

const PATCH: Difference = {
  field: 'input: tool_input of apply_patch',
  why: 'Codex passes a patch text as "command"; Edit and Write pass file_path and what is written',
};

export const codex: Peer = {
  title: 'Codex',
  places: ({ home, project, env }) => {
    const own = env['CODEX_HOME'] || join(home, '.codex');
    return [
      { file: join(own, 'hooks.json'), level: 'user' },
      { file: join(own, 'config.toml'), level: 'user' },
      { file: join(project, '.codex', 'hooks.json'), level: 'project' },
      { file: join(project, '.codex', 'config.toml'), level: 'project' },
    ];
  },
  events: eventsOf('codex', ['Interrupt']),
  fields: {
    type: commandType,
    command,
    timeout: seconds,
    timeoutSec: (value, entry) => {
      const fate = seconds(value, entry);
      return fate.is === 'same'
        ? {
            is: 'converted',
            to: value,
            how: 'it is called "timeout" here',
            set: { timeout: value },
          }
        : fate;
    },
    statusMessage: text,
    async: flag,
    additionalContextLimit: left('Wave has one limit for all texts, "limits" in its settings'),
    server: CALL,
    tool: CALL,
    input: CALL,
    commandWindows: WINDOWS,
    command_windows: WINDOWS,
  },
  groupFields: {},
  tools: {
    names: {
      Bash: ['Bash'],
      // One tool under three names there: it changes files and makes new ones.
      apply_patch: ['Edit', 'Write'],
      Edit: ['Edit', 'Write'],
      Write: ['Edit', 'Write'],
      update_plan: [],
      view_image: [],
      spawn_agent: [],
      Agent: [],
    },
    exactLists: true,
    foreignMcp: 'expected mcp__<server>__<tool>',
  },
  variables: {
    prefix: 'CODEX_',
    ours: {},
    set: ['CODEX_HOME', 'PLUGIN_ROOT', 'CLAUDE_PLUGIN_ROOT'],
    quotes: false,
  },
  types: ['command', 'mcp_tool', 'prompt', 'agent'],
  skipped: ['prompt', 'agent'],
  unit: 'seconds',
  toolNames: [
    'Bash',
    'apply_patch',
    'Edit',
    'Write',
    'update_plan',
    'view_image',
    'spawn_agent',
    'Agent',
  ],
  switches: {
    'features.hooks': { is: 'all-off', when: false },
    'features.codex_hooks': { is: 'all-off', when: false },
    'hooks.state': {
      is: 'lost',
      why: "it is Codex's own record of what was trusted or switched off",
    },
    'hooks.managed_dir': { is: 'lost', why: 'Wave has no managed settings' },
    'hooks.windows_managed_dir': { is: 'lost', why: 'Wave has no managed settings' },
    notify: {
      is: 'lost',
      why: 'a Notification hook with the matcher "turn_ended" comes close',
    },
    description: { is: 'lost', why: 'Wave has no field for it' },
  },
  timeout: { usual: 600 },
  differences: {
    ...onAll('codex', [EXTRAS]),
    // It has no turn yet, and the model is passed.
    SessionStart: [],
    PreToolUse: [EXTRAS, PATCH],
    PostToolUse: [EXTRAS, PATCH],
  },
};
