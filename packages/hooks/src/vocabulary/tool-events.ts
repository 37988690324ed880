import type { EventSpec } from './events.ts';
import { optional, required } from './shape.ts';
import { TOOL_KINDS } from './tools.ts';

/** What all of these say of the call. */
const CALL = {
  tool_name: required('text', 'the tool, e.g. `Bash` or `mcp__memory__create_entities`'),
  tool_input: required('object', "the call's parameters"),
  tool_use_id: optional('text', 'the id of the call'),
  tool_kind: optional(
    'text',
    `what the tool does: ${TOOL_KINDS.map((kind) => `\`${kind}\``).join(', ')}`,
  ),
  paths: optional('texts', 'only through `wave guard`: the files that the call names, absolute'),
  commands: optional(
    'list',
    'only through `wave guard`: what a shell command would run, each with `program` and `args`',
  ),
  unread: optional('list', 'only through `wave guard`: what of it cannot be read, and why'),
} as const;

const DURATION = optional('number', 'how long the tool took, in milliseconds');

const TOLD = ['tell-user'] as const;
const HALTS = ['halt', 'tell-user'] as const;

/** The rows of a tool call, from the request to the last result of its step. */
export const TOOL_EVENTS = {
  PreToolUse: {
    when: 'before a tool call, ahead of permissions',
    subject: 'tool_name',
    input: CALL,
    on: {
      success: [],
      block: ['block', 'tell-agent'],
      failure: TOLD,
      halt: HALTS,
      warning: TOLD,
      context: ['add-context'],
      allow: ['allow', 'tell-user'],
      ask: ['ask', 'tell-user'],
      deny: ['block', 'tell-agent'],
      rewrite: ['rewrite'],
      respond: ['respond'],
      sandbox: ['sandbox'],
    },
    rewrites: 'input',
    decides: 'permission',
    says: {
      none: 'permissions decide as usual',
      allow: 'the tool runs without a question',
      ask: 'the user is asked before the tool runs',
      block: 'the tool does not run',
      halt: 'the turn ends here',
    },
    sample: { tool_use_id: 'toolu_sample' },
  },
  PermissionRequest: {
    when: 'when you would be asked about a tool call, before anybody is asked',
    subject: 'tool_name',
    input: {
      ...CALL,
      permission_suggestions: optional('list', 'rules that would allow it from now on'),
    },
    on: {
      success: [],
      block: ['block', 'tell-agent'],
      failure: TOLD,
      halt: HALTS,
      warning: TOLD,
      allow: ['allow', 'tell-user'],
      // The user is about to be asked anyway.
      ask: [],
      deny: ['block', 'tell-agent'],
      rewrite: ['rewrite'],
      sandbox: ['sandbox'],
      grant: ['grant'],
    },
    rewrites: 'input',
    form: 'decision',
    decides: 'permission',
    says: {
      none: 'the user is asked',
      allow: 'the tool runs, and nobody is asked',
      block: 'the tool does not run, and nobody is asked',
      halt: 'the turn ends here',
    },
    sample: { tool_use_id: 'toolu_sample', permission_suggestions: [] },
  },
  PermissionDenied: {
    when: 'after a call was refused by a rule, by a mode, or because nobody can be asked',
    subject: 'tool_name',
    input: { ...CALL, reason: required('text', 'why it was refused') },
    on: { success: [], failure: TOLD, halt: HALTS, warning: TOLD },
    decides: 'nothing',
    says: { none: 'the call stays refused', halt: 'the turn ends here' },
    sample: { tool_use_id: 'toolu_sample', reason: 'the rule Bash(rm *) denies it' },
  },
  PostToolUse: {
    when: 'after a tool ran, even if it failed',
    subject: 'tool_name',
    input: {
      ...CALL,
      tool_name: required('text', 'the tool that ran'),
      tool_input: required('object', 'the parameters it ran with'),
      tool_response: required('anything', 'what it returned; says so when it failed'),
      duration_ms: DURATION,
      initiator: optional('text', 'who made the call: `model`, or `user` for a typed command'),
    },
    on: {
      success: [],
      block: ['tell-agent'],
      failure: TOLD,
      halt: HALTS,
      warning: TOLD,
      context: ['add-context'],
      rewrite: ['rewrite'],
    },
    rewrites: 'output',
    decides: 'gate',
    says: {
      none: 'the agent goes on',
      feedback: 'the agent gets feedback on the tool that ran',
      halt: 'the turn ends here',
    },
    sample: { tool_use_id: 'toolu_sample', duration_ms: 840, initiator: 'model' },
  },
  PostToolUseFailure: {
    when: 'after a tool that began failed or was interrupted, beside PostToolUse',
    subject: 'tool_name',
    input: {
      ...CALL,
      error: required('text', 'what went wrong'),
      is_interrupt: optional('flag', 'true if the user interrupted it'),
      duration_ms: DURATION,
    },
    on: {
      success: [],
      block: ['tell-agent'],
      failure: TOLD,
      halt: HALTS,
      warning: TOLD,
      context: ['add-context'],
    },
    decides: 'gate',
    says: {
      none: 'the agent goes on',
      feedback: 'the agent gets feedback on the tool that failed',
      halt: 'the turn ends here',
    },
    sample: {
      tool_use_id: 'toolu_sample',
      error: 'exit code 1: 2 tests failed',
      is_interrupt: false,
      duration_ms: 840,
    },
  },
  PostToolBatch: {
    when: 'after all calls of a step have their results, before the next request',
    subject: undefined,
    input: {
      tool_calls: required(
        'list',
        'the calls, each with `tool_name`, `tool_input`, `tool_use_id` and `tool_response`',
      ),
    },
    on: {
      success: [],
      block: HALTS,
      failure: TOLD,
      halt: HALTS,
      warning: TOLD,
      context: ['add-context'],
    },
    decides: 'gate',
    says: { none: 'the agent goes on', halt: 'the turn ends here' },
    sample: {
      tool_calls: [
        {
          tool_name: 'Bash',
          tool_input: { command: 'npm test' },
          tool_use_id: 'toolu_sample',
          tool_response: { output: '12 passed, 0 failed\n', success: true },
        },
      ],
    },
  },
} as const satisfies Record<string, EventSpec>;
