// Printed from the table of events of @wavehooks/hooks by `npm run generate`: do not edit.

/** What every event carries. */
interface Common {
  /** the session */
  session_id?: string;
  /** the file that holds the conversation so far, as JSON lines in the form of Claude Code */
  transcript_path?: string;
  /** the agent's current directory, where hooks run */
  cwd?: string;
  /** the permission mode in force */
  permission_mode?: string;
  /** the id of the prompt that is under way; absent where none is */
  prompt_id?: string;
  /** the id of the subagent that makes the call; absent for the main agent */
  agent_id?: string;
  /** its type, e.g. `explore`; absent for the main agent */
  agent_type?: string;
  /** the same for the subagent's own conversation; absent for the main agent */
  agent_transcript_path?: string;
}

/** What several events carry. */
interface Shared {
  /** the id of the question */
  elicitation_id?: string;
  /** how it asks: `form` or `url` */
  mode?: string;
  /** the MCP server that asks */
  mcp_server_name: string;
  /** what the user wants kept */
  custom_instructions?: string;
  /** who asked for it: `manual` or `auto` */
  trigger: string;
  /** the model, as settings name it */
  model: string;
  /** its type, e.g. `explore` */
  agent_type: string;
  /** the id of the subagent */
  agent_id?: string;
  /** the agent's last message */
  last_assistant_message?: string;
  /** how many blocks the agent gets; the next one ends it */
  stop_hook_limit?: number;
  /** how often it was already held */
  stop_hook_count?: number;
  /** true if a hook has already held it */
  stop_hook_active?: boolean;
  /** how long the tool took, in milliseconds */
  duration_ms?: number;
  /** only through `wave guard`: what of it cannot be read, and why */
  unread?: unknown[];
  /** only through `wave guard`: what a shell command would run, each with `program` and `args` */
  commands?: unknown[];
  /** only through `wave guard`: the files that the call names, absolute */
  paths?: readonly string[];
  /** what the tool does: `shell`, `file_read`, `file_write`, `file_edit`, `search`, `fetch`, `task`, `mcp`, `other` */
  tool_kind?: string;
  /** the id of the call */
  tool_use_id?: string;
  /** the call's parameters */
  tool_input: Record<string, unknown>;
  /** the tool, e.g. `Bash` or `mcp__memory__create_entities` */
  tool_name: string;
}

/** For each event: what its hooks get, and what they can say. */
export interface Events {
  /** Fires before a tool call, ahead of permissions. */
  PreToolUse: {
    input: Common & Pick<Shared, 'tool_name' | 'tool_input' | 'tool_use_id' | 'tool_kind' | 'paths' | 'commands' | 'unread'>;
    verbs: 'allow' | 'deny' | 'ask' | 'rewrite' | 'block' | 'context' | 'sandbox' | 'warn' | 'halt';
  };
  /** Fires when you would be asked about a tool call, before anybody is asked. */
  PermissionRequest: {
    input: Common & Pick<Shared, 'tool_name' | 'tool_input' | 'tool_use_id' | 'tool_kind' | 'paths' | 'commands' | 'unread'> & {
      /** rules that would allow it from now on */
      permission_suggestions?: unknown[];
    };
    verbs: 'allow' | 'deny' | 'rewrite' | 'block' | 'sandbox' | 'warn' | 'halt';
  };
  /** Fires after a call was refused by a rule, by a mode, or because nobody can be asked. */
  PermissionDenied: {
    input: Common & Pick<Shared, 'tool_name' | 'tool_input' | 'tool_use_id' | 'tool_kind' | 'paths' | 'commands' | 'unread'> & {
      /** why it was refused */
      reason: string;
    };
    verbs: 'warn' | 'halt';
  };
  /** Fires after a tool ran, even if it failed. */
  PostToolUse: {
    input: Common & Pick<Shared, 'tool_use_id' | 'tool_kind' | 'paths' | 'commands' | 'unread' | 'duration_ms'> & {
      /** the tool that ran */
      tool_name: string;
      /** the parameters it ran with */
      tool_input: Record<string, unknown>;
      /** what it returned; says so when it failed */
      tool_response: unknown;
      /** who made the call: `model`, or `user` for a typed command */
      initiator?: string;
    };
    verbs: 'replace' | 'block' | 'context' | 'warn' | 'halt';
  };
  /** Fires after a tool that began failed or was interrupted, beside PostToolUse. */
  PostToolUseFailure: {
    input: Common & Pick<Shared, 'tool_name' | 'tool_input' | 'tool_use_id' | 'tool_kind' | 'paths' | 'commands' | 'unread' | 'duration_ms'> & {
      /** what went wrong */
      error: string;
      /** true if the user interrupted it */
      is_interrupt?: boolean;
    };
    verbs: 'block' | 'context' | 'warn' | 'halt';
  };
  /** Fires after all calls of a step have their results, before the next request. */
  PostToolBatch: {
    input: Common & {
      /** the calls, each with `tool_name`, `tool_input`, `tool_use_id` and `tool_response` */
      tool_calls: unknown[];
    };
    verbs: 'block' | 'context' | 'warn' | 'halt';
  };
  /** Fires when a prompt is sent, before the model sees it. */
  UserPromptSubmit: {
    input: Common & {
      /** what the user typed */
      prompt: string;
      /** the same text under its other name */
      user_prompt?: string;
    };
    verbs: 'replace' | 'block' | 'context' | 'warn' | 'halt';
  };
  /** Fires when a typed `/command` or an MCP prompt is expanded, before UserPromptSubmit. */
  UserPromptExpansion: {
    input: Common & {
      /** what is expanded: `slash_command` or `mcp_prompt` */
      expansion_type?: string;
      /** the name of the command, without the slash */
      command_name: string;
      /** what was typed after it */
      command_args?: string;
      /** where the command comes from */
      command_source?: string;
      /** the line as it was typed */
      prompt?: string;
    };
    verbs: 'block' | 'context' | 'warn' | 'halt';
  };
  /** Fires when the agent would end its turn. */
  Stop: {
    input: Common & Pick<Shared, 'stop_hook_active' | 'stop_hook_count' | 'stop_hook_limit' | 'last_assistant_message'>;
    verbs: 'block' | 'warn' | 'halt';
  };
  /** Fires after an error of the model ended the turn, in place of Stop. */
  StopFailure: {
    input: Common & Pick<Shared, 'last_assistant_message'> & {
      /** the kind of error */
      error: string;
      /** what the provider said */
      error_details?: string;
    };
    verbs: 'warn';
  };
  /** Fires when a subagent begins. */
  SubagentStart: {
    input: Common & Pick<Shared, 'agent_id' | 'agent_type'> & {
      /** what it is to do */
      prompt?: string;
    };
    verbs: 'context' | 'warn' | 'halt';
  };
  /** Fires when a subagent would end. */
  SubagentStop: {
    input: Common & Pick<Shared, 'stop_hook_active' | 'stop_hook_count' | 'stop_hook_limit' | 'last_assistant_message' | 'agent_id' | 'agent_type'> & {
      /** the file that holds the subagent's conversation */
      agent_transcript_path?: string;
    };
    verbs: 'block' | 'warn' | 'halt';
  };
  /** Fires before a request goes to a model, be it for the agent, a subagent, a summary or a hook. */
  PreModelCall: {
    input: Common & Pick<Shared, 'model'> & {
      /** what is sent, each with `role` and `content`; the system text first */
      messages: unknown[];
    };
    verbs: 'block' | 'warn' | 'halt';
  };
  /** Fires after a model has answered, before anything of the answer is shown or kept. */
  PostModelCall: {
    input: Common & Pick<Shared, 'model'> & {
      /** the answer: `content`, `tool_calls` and `finish_reason` */
      response: Record<string, unknown>;
    };
    verbs: 'block' | 'warn' | 'halt';
  };
  /** Fires before the last words of a turn are shown. */
  PreAnswer: {
    input: Common & {
      /** the last words */
      answer: string;
    };
    verbs: 'block' | 'warn' | 'halt';
  };
  /** Fires once, before the first prompt of a session is taken. */
  SessionGate: {
    input: Common & Pick<Shared, 'model'> & {
      /** the tools that the model is told of */
      tools?: readonly string[];
    };
    verbs: 'block' | 'warn' | 'halt';
  };
  /** Fires when a session begins or goes on, before its next prompt. */
  SessionStart: {
    input: Common & {
      /** how it begins */
      source: string;
      /** the model */
      model?: string;
    };
    verbs: 'context' | 'warn';
  };
  /** Fires when a session ends, also by a signal. */
  SessionEnd: {
    input: Common & {
      /** why it ends */
      reason: string;
    };
    verbs: 'warn';
  };
  /** Fires before a long conversation is compacted. */
  PreCompact: {
    input: Common & Pick<Shared, 'trigger' | 'custom_instructions'>;
    verbs: 'block' | 'context' | 'warn' | 'halt';
  };
  /** Fires after a long conversation was compacted. */
  PostCompact: {
    input: Common & Pick<Shared, 'trigger' | 'custom_instructions'> & {
      /** the summary that stands for what was before */
      compact_summary?: string;
    };
    verbs: 'context' | 'warn' | 'halt';
  };
  /** Fires when the agent waits for you or is done. */
  Notification: {
    input: Common & {
      /** what is to be told */
      message: string;
      /** its headline */
      title?: string;
      /** what it is about */
      notification_type: string;
    };
    verbs: 'warn';
  };
  /** Fires when settings or an approved script changed on disk. */
  ConfigChange: {
    input: Common & {
      /** what changed */
      source: string;
      /** the file that changed */
      file_path?: string;
    };
    verbs: 'block' | 'warn';
  };
  /** Fires when an MCP server asks the user something. */
  Elicitation: {
    input: Common & Pick<Shared, 'mcp_server_name' | 'mode' | 'elicitation_id'> & {
      /** what it asks */
      message: string;
      /** the page to open, where it asks by `url` */
      url?: string;
      /** the schema of the answer */
      requested_schema?: Record<string, unknown>;
    };
    verbs: 'allow' | 'deny' | 'replace' | 'block' | 'warn' | 'halt';
  };
  /** Fires when the user has answered an MCP server, before it gets the answer. */
  ElicitationResult: {
    input: Common & Pick<Shared, 'mcp_server_name' | 'mode' | 'elicitation_id'> & {
      /** what the user did: `accept`, `decline` or `cancel` */
      action: string;
      /** what the user filled in */
      content?: Record<string, unknown>;
    };
    verbs: 'allow' | 'deny' | 'replace' | 'block' | 'warn' | 'halt';
  };
}

export type EventName = keyof Events;

/** What the kit needs of the table while it runs. @internal */
export const FACTS: Readonly<Record<EventName, Facts>> = {
  "PreToolUse": {
    "decides": "permission",
    "verbs": "allow deny ask rewrite block context sandbox warn halt"
  },
  "PermissionRequest": {
    "decides": "permission",
    "verbs": "allow deny rewrite block sandbox warn halt",
    "form": "decision"
  },
  "PermissionDenied": {
    "decides": "nothing",
    "verbs": "warn halt"
  },
  "PostToolUse": {
    "decides": "gate",
    "verbs": "replace block context warn halt",
    "replaces": "updatedToolOutput"
  },
  "PostToolUseFailure": {
    "decides": "gate",
    "verbs": "block context warn halt"
  },
  "PostToolBatch": {
    "decides": "gate",
    "verbs": "block context warn halt"
  },
  "UserPromptSubmit": {
    "decides": "gate",
    "verbs": "replace block context warn halt",
    "replaces": "updatedPrompt"
  },
  "UserPromptExpansion": {
    "decides": "gate",
    "verbs": "block context warn halt"
  },
  "Stop": {
    "decides": "gate",
    "verbs": "block warn halt"
  },
  "StopFailure": {
    "decides": "nothing",
    "verbs": "warn"
  },
  "SubagentStart": {
    "decides": "gate",
    "verbs": "context warn halt"
  },
  "SubagentStop": {
    "decides": "gate",
    "verbs": "block warn halt"
  },
  "PreModelCall": {
    "decides": "gate",
    "verbs": "block warn halt"
  },
  "PostModelCall": {
    "decides": "gate",
    "verbs": "block warn halt"
  },
  "PreAnswer": {
    "decides": "gate",
    "verbs": "block warn halt"
  },
  "SessionGate": {
    "decides": "gate",
    "verbs": "block warn halt"
  },
  "SessionStart": {
    "decides": "nothing",
    "verbs": "context warn"
  },
  "SessionEnd": {
    "decides": "nothing",
    "verbs": "warn"
  },
  "PreCompact": {
    "decides": "gate",
    "verbs": "block context warn halt"
  },
  "PostCompact": {
    "decides": "gate",
    "verbs": "context warn halt"
  },
  "Notification": {
    "decides": "nothing",
    "verbs": "warn"
  },
  "ConfigChange": {
    "decides": "gate",
    "verbs": "block warn"
  },
  "Elicitation": {
    "decides": "permission",
    "verbs": "allow deny replace block warn halt",
    "form": "action",
    "replaces": "content"
  },
  "ElicitationResult": {
    "decides": "permission",
    "verbs": "allow deny replace block warn halt",
    "form": "action",
    "replaces": "content"
  }
};

/** @internal */
export interface Facts {
  readonly decides: 'permission' | 'nothing' | 'gate';
  /** Apart by spaces: the kit is to be small. */
  readonly verbs: string;
  readonly form?: 'decision' | 'action';
  readonly replaces?: string;
}
