import type { EventSpec, Raw } from './events.ts';
import { optional, required } from './shape.ts';

const TOLD = ['tell-user'] as const;
const HALTS = ['halt', 'tell-user'] as const;

/** The model that a request goes to. */
export const MODEL = required('text', 'the model, as settings name it');

const LAST_MESSAGE = optional('text', "the agent's last message");

const ROUNDS = {
  stop_hook_active: optional('flag', 'true if a hook has already held it'),
  stop_hook_count: optional('number', 'how often it was already held'),
  stop_hook_limit: optional('number', 'how many blocks the agent gets; the next one ends it'),
  last_assistant_message: LAST_MESSAGE,
} as const;

const AGENT_ID = optional('text', 'the id of the subagent');
const AGENT_TYPE = required('text', 'its type, e.g. `explore`');

/** Stop and SubagentStop: what may end, and what may not. */
const HOLDS = {
  success: [],
  block: ['block', 'tell-agent'],
  failure: TOLD,
  halt: HALTS,
  warning: TOLD,
} as const;

/** What a gate around a session or a request may say: that it goes no further. */
export const SHUTS = {
  success: [],
  block: ['block', 'tell-user'],
  failure: TOLD,
  halt: ['halt', 'tell-user'],
  warning: TOLD,
} as const;

/** The rows of a turn: its prompt, its subagents, its end. */
export const TURN_EVENTS = {
  UserPromptSubmit: {
    when: 'when a prompt is sent, before the model sees it',
    subject: undefined,
    input: {
      prompt: required('text', 'what the user typed'),
      user_prompt: optional('text', 'the same text under its other name'),
    },
    on: {
      success: ['add-context'],
      block: ['block', 'erase-prompt', 'tell-user'],
      failure: TOLD,
      halt: ['halt', 'erase-prompt', 'tell-user'],
      warning: TOLD,
      context: ['add-context'],
      rewrite: ['rewrite'],
    },
    rewrites: 'prompt',
    decides: 'gate',
    says: {
      none: 'the prompt is sent',
      block: 'the prompt is erased and not sent',
      halt: 'the prompt is erased and nothing is sent',
    },
    twins: ['prompt', 'user_prompt'],
    sample: { prompt: 'Fix the failing test in src/app.ts' },
  },
  UserPromptExpansion: {
    when: 'when a typed `/command` or an MCP prompt is expanded, before UserPromptSubmit',
    subject: 'command_name',
    input: {
      expansion_type: optional('text', 'what is expanded: `slash_command` or `mcp_prompt`'),
      command_name: required('text', 'the name of the command, without the slash'),
      command_args: optional('text', 'what was typed after it'),
      command_source: optional('text', 'where the command comes from'),
      prompt: optional('text', 'the line as it was typed'),
    },
    on: {
      success: ['add-context'],
      block: ['block', 'tell-user'],
      failure: TOLD,
      halt: HALTS,
      warning: TOLD,
      context: ['add-context'],
    },
    decides: 'gate',
    says: {
      none: 'the command is expanded and sent',
      block: 'nothing is sent; the typed line goes back into the input box',
      halt: 'nothing is sent; the typed line goes back into the input box',
    },
    sample: {
      expansion_type: 'slash_command',
      command_name: 'review',
      command_args: 'src/app.ts',
      command_source: 'project',
      prompt: '/review src/app.ts',
    },
  },
  Stop: {
    when: 'when the agent would end its turn',
    subject: undefined,
    input: ROUNDS,
    on: HOLDS,
    decides: 'gate',
    says: {
      none: 'the agent may stop',
      block: 'the agent goes on working',
      halt: 'the turn ends here',
    },
    failureHolds: 'once',
    fill: stopRound,
    sample: {
      stop_hook_active: false,
      stop_hook_count: 0,
      stop_hook_limit: 25,
      last_assistant_message: 'All tests pass.',
    },
  },
  StopFailure: {
    when: 'after an error of the model ended the turn, in place of Stop',
    subject: 'error',
    values: [
      'rate_limit',
      'overloaded',
      'authentication_failed',
      'billing_error',
      'invalid_request',
      'model_not_found',
      'server_error',
      'max_output_tokens',
      'unknown',
    ],
    elsewhere: [
      'account_on_hold',
      'cloud_credential_error',
      'oauth_org_not_allowed',
      'verification_required',
    ],
    input: {
      error: required('text', 'the kind of error'),
      error_details: optional('text', 'what the provider said'),
      last_assistant_message: LAST_MESSAGE,
    },
    on: { success: [], failure: TOLD, warning: TOLD },
    decides: 'nothing',
    says: { none: 'the turn has ended' },
    sample: {
      error: 'rate_limit',
      error_details: '429 Too Many Requests',
      last_assistant_message: 'I will run the tests now.',
    },
  },
  SubagentStart: {
    when: 'when a subagent begins',
    subject: 'agent_type',
    input: {
      agent_id: AGENT_ID,
      agent_type: AGENT_TYPE,
      prompt: optional('text', 'what it is to do'),
    },
    on: { success: [], failure: TOLD, halt: HALTS, warning: TOLD, context: ['add-context'] },
    decides: 'gate',
    says: { none: 'the subagent begins', halt: 'the subagent and the turn end here' },
    sample: { agent_id: 'agent-sample', agent_type: 'explore', prompt: 'Find the tests' },
  },
  SubagentStop: {
    when: 'when a subagent would end',
    subject: 'agent_type',
    input: {
      ...ROUNDS,
      agent_id: AGENT_ID,
      agent_type: AGENT_TYPE,
      agent_transcript_path: optional('text', "the file that holds the subagent's conversation"),
    },
    on: HOLDS,
    decides: 'gate',
    says: {
      none: 'the subagent may end',
      block: 'the subagent goes on working',
      halt: 'the subagent and the turn end here',
    },
    failureHolds: 'once',
    fill: stopRound,
    sample: {
      agent_id: 'agent-sample',
      agent_type: 'explore',
      stop_hook_active: false,
      stop_hook_count: 0,
      stop_hook_limit: 25,
      last_assistant_message: 'The tests are in test/.',
      agent_transcript_path: '/project/agent.jsonl',
    },
  },
  // Nothing is made for these where no hook is on them.
  PreModelCall: {
    when: 'before a request goes to a model, be it for the agent, a subagent, a summary or a hook',
    subject: 'model',
    input: {
      model: MODEL,
      messages: required(
        'list',
        'what is sent, each with `role` and `content`; the system text first',
      ),
    },
    on: SHUTS,
    decides: 'gate',
    says: {
      none: 'the request is sent',
      block: 'the request is not sent, and the turn ends',
      halt: 'the request is not sent, and the turn ends',
    },
    sample: { model: 'sample-model', messages: [{ role: 'user', content: 'Fix the test' }] },
  },
  PostModelCall: {
    when: 'after a model has answered, before anything of the answer is shown or kept',
    subject: 'model',
    input: {
      model: MODEL,
      response: required('object', 'the answer: `content`, `tool_calls` and `finish_reason`'),
    },
    on: SHUTS,
    decides: 'gate',
    says: {
      none: 'the answer is taken',
      block: 'nothing of the answer is taken, and the turn ends',
      halt: 'nothing of the answer is taken, and the turn ends',
    },
    sample: {
      model: 'sample-model',
      response: { content: 'Done.', tool_calls: [], finish_reason: 'stop' },
    },
  },
  PreAnswer: {
    when: 'before the last words of a turn are shown',
    subject: undefined,
    input: { answer: required('text', 'the last words') },
    on: SHUTS,
    decides: 'gate',
    says: {
      none: 'they are shown',
      block: 'nothing of them is shown or kept, and the turn ends',
      halt: 'nothing of them is shown or kept, and the turn ends',
    },
    sample: { answer: 'All tests pass.' },
  },
} as const satisfies Record<string, EventSpec>;

/** Whoever does not count rounds still says whether this is the first. */
function stopRound(input: Raw, { stopBlocks }: { readonly stopBlocks: number }): Raw {
  const told = input['stop_hook_count'];
  const count = typeof told === 'number' ? told : input['stop_hook_active'] === true ? 1 : 0;
  return { stop_hook_active: count > 0, stop_hook_count: count, stop_hook_limit: stopBlocks };
}
