import type { EventSpec } from './events.ts';
import { optional, required } from './shape.ts';
import { MODEL, SHUTS } from './turn-events.ts';

const TOLD = ['tell-user'] as const;
const HALTS = ['halt', 'tell-user'] as const;

/** All that hooks can do where nothing waits for them and no turn is under way. */
const OBSERVED = { success: [], failure: TOLD, warning: TOLD } as const;

const TRIGGER = required('text', 'who asked for it: `manual` or `auto`');
const TRIGGERS = ['manual', 'auto'] as const;
const INSTRUCTIONS = optional('text', 'what the user wants kept');

const SERVER = required('text', 'the MCP server that asks');

/** An answer in place of the user, or instead of the one that the user gave. */
const ANSWERS = {
  success: [],
  block: ['block', 'tell-agent'],
  failure: TOLD,
  halt: HALTS,
  warning: TOLD,
  allow: ['allow', 'tell-user'],
  deny: ['block', 'tell-agent'],
  rewrite: ['rewrite'],
} as const;

const FORM = {
  mode: optional('text', 'how it asks: `form` or `url`'),
  elicitation_id: optional('text', 'the id of the question'),
} as const;

/** The rows of what happens around turns: sessions, compaction, settings, servers. */
export const SESSION_EVENTS = {
  SessionGate: {
    when: 'once, before the first prompt of a session is taken',
    subject: undefined,
    input: {
      model: MODEL,
      tools: optional('texts', 'the tools that the model is told of'),
    },
    on: SHUTS,
    decides: 'gate',
    says: {
      none: 'the session begins',
      block: 'the session takes no prompt',
      halt: 'the session takes no prompt',
    },
    sample: { model: 'sample-model', tools: ['Bash', 'Read'] },
  },
  SessionStart: {
    when: 'when a session begins or goes on, before its next prompt',
    subject: 'source',
    values: ['startup', 'resume', 'clear', 'compact', 'fork'],
    input: {
      source: required('text', 'how it begins'),
      model: optional('text', 'the model'),
    },
    on: { ...OBSERVED, success: ['add-context'], context: ['add-context'] },
    decides: 'nothing',
    says: { none: 'the session begins' },
    setsVariables: true,
    sample: { source: 'startup', model: 'sample-model' },
  },
  SessionEnd: {
    when: 'when a session ends, also by a signal',
    subject: 'reason',
    values: ['clear', 'resume', 'prompt_input_exit', 'other'],
    elsewhere: ['logout', 'bypass_permissions_disabled'],
    input: { reason: required('text', 'why it ends') },
    on: OBSERVED,
    decides: 'nothing',
    says: { none: 'the session ends' },
    // Somebody waits for the prompt of the shell.
    timeoutS: 5,
    sample: { reason: 'prompt_input_exit' },
  },
  PreCompact: {
    when: 'before a long conversation is compacted',
    subject: 'trigger',
    values: TRIGGERS,
    input: { trigger: TRIGGER, custom_instructions: INSTRUCTIONS },
    on: {
      ...OBSERVED,
      block: ['block', 'tell-user'],
      halt: HALTS,
      context: ['add-context'],
    },
    decides: 'gate',
    says: {
      none: 'the conversation is compacted',
      block: 'the conversation is not compacted',
      halt: 'the turn ends here',
    },
    sample: { trigger: 'manual', custom_instructions: '' },
  },
  PostCompact: {
    when: 'after a long conversation was compacted',
    subject: 'trigger',
    values: TRIGGERS,
    input: {
      trigger: TRIGGER,
      custom_instructions: INSTRUCTIONS,
      compact_summary: optional('text', 'the summary that stands for what was before'),
    },
    on: { ...OBSERVED, halt: HALTS, context: ['add-context'] },
    decides: 'gate',
    says: { none: 'the agent goes on', halt: 'the turn ends here' },
    sample: { trigger: 'manual', custom_instructions: '', compact_summary: 'The parser is done.' },
  },
  Notification: {
    when: 'when the agent waits for you or is done',
    subject: 'notification_type',
    values: ['permission_prompt', 'idle_prompt', 'elicitation_dialog', 'turn_ended'],
    elsewhere: [
      'agent_completed',
      'agent_needs_input',
      'auth_success',
      'elicitation_complete',
      'elicitation_response',
      'elicitation_url_dialog',
      'quota_auto_resume_disabled',
      'quota_auto_resume_failed',
      'quota_auto_resume_fired',
      'quota_auto_resume_scheduled',
      'quota_auto_resume_stale',
      'quota_auto_resume_started',
      'worker_permission_prompt',
    ],
    // It comes once a turn: whoever wants to hear of waiting does not want that.
    onlyByName: ['turn_ended'],
    input: {
      message: required('text', 'what is to be told'),
      title: optional('text', 'its headline'),
      notification_type: required('text', 'what it is about'),
    },
    on: OBSERVED,
    decides: 'nothing',
    says: { none: 'nothing waits for it' },
    sample: {
      message: 'Wave waits for your permission to run Bash',
      title: 'Permission',
      notification_type: 'permission_prompt',
    },
  },
  ConfigChange: {
    when: 'when settings or an approved script changed on disk',
    subject: 'source',
    values: [
      'user_settings',
      'project_settings',
      'local_settings',
      'policy_settings',
      'skills',
      'hook_script',
    ],
    input: {
      source: required('text', 'what changed'),
      file_path: optional('text', 'the file that changed'),
    },
    on: { ...OBSERVED, block: ['block', 'tell-user'] },
    decides: 'gate',
    says: {
      none: 'Wave announces the change',
      block: 'Wave does not announce the change; /hooks still shows it',
    },
    sample: { source: 'project_settings', file_path: '/project/.wave/settings.json' },
  },
  Elicitation: {
    when: 'when an MCP server asks the user something',
    subject: 'mcp_server_name',
    input: {
      mcp_server_name: SERVER,
      message: required('text', 'what it asks'),
      ...FORM,
      url: optional('text', 'the page to open, where it asks by `url`'),
      requested_schema: optional('object', 'the schema of the answer'),
    },
    on: ANSWERS,
    rewrites: 'content',
    form: 'action',
    decides: 'permission',
    says: {
      none: 'the user is asked',
      allow: "the server gets the hook's answer",
      block: 'the question is declined',
      halt: 'the turn ends here',
    },
    sample: {
      mcp_server_name: 'memory',
      message: 'Which project is this?',
      mode: 'form',
      elicitation_id: 'elicitation-sample',
      url: '',
      requested_schema: { type: 'object', properties: { project: { type: 'string' } } },
    },
  },
  ElicitationResult: {
    when: 'when the user has answered an MCP server, before it gets the answer',
    subject: 'mcp_server_name',
    input: {
      mcp_server_name: SERVER,
      action: required('text', 'what the user did: `accept`, `decline` or `cancel`'),
      ...FORM,
      content: optional('object', 'what the user filled in'),
    },
    on: ANSWERS,
    rewrites: 'content',
    form: 'action',
    decides: 'permission',
    says: {
      none: "the server gets the user's answer",
      allow: "the server gets the hook's answer",
      block: 'the question is declined',
      halt: 'the turn ends here',
    },
    sample: {
      mcp_server_name: 'memory',
      action: 'accept',
      mode: 'form',
      elicitation_id: 'elicitation-sample',
      content: { project: 'wave' },
    },
  },
} as const satisfies Record<string, EventSpec>;
