// Printed from the table of events of wave-hooks by `npm run generate`: do not edit.

/** What every event carries. */
export interface Common {
  /** the session */
  session_id?: string;
  /** the file that holds the conversation so far */
  transcript_path?: string;
  /** the agent's current directory, where hooks run */
  cwd?: string;
  /** the permission mode in force */
  permission_mode?: string;
  /** the id of the subagent that makes the call; absent for the main agent */
  agent_id?: string;
  /** its type, e.g. `explore`; absent for the main agent */
  agent_type?: string;
  /** the file that holds the subagent's own conversation; absent for the main agent */
  agent_transcript_path?: string;
}

/** For each event: what its hooks get, and which signals it takes. */
export interface Events {
  /** Fires before a tool call, ahead of permissions. */
  PreToolUse: {
    input: Common & {
      /** the tool, e.g. `Bash` or `mcp__memory__create_entities` */
      tool_name: string;
      /** the call's parameters */
      tool_input: Record<string, unknown>;
      /** the id of the call */
      tool_use_id?: string;
    };
    takes: 'success' | 'block' | 'failure' | 'halt' | 'warning' | 'context' | 'allow' | 'ask' | 'deny' | 'rewrite';
  };
  /** Fires after a tool ran, even if it failed. */
  PostToolUse: {
    input: Common & {
      /** the tool that ran */
      tool_name: string;
      /** the parameters it ran with */
      tool_input: Record<string, unknown>;
      /** what it returned; says so when it failed */
      tool_response: unknown;
      /** the id of the call */
      tool_use_id?: string;
    };
    takes: 'success' | 'block' | 'failure' | 'halt' | 'warning' | 'context';
  };
  /** Fires when a prompt is sent, before the model sees it. */
  UserPromptSubmit: {
    input: Common & {
      /** what the user typed */
      prompt: string;
      /** the same text under its other name */
      user_prompt?: string;
    };
    takes: 'success' | 'block' | 'failure' | 'halt' | 'warning' | 'context';
  };
  /** Fires when the agent would end its turn. */
  Stop: {
    input: Common & {
      /** true if a Stop hook has already held this turn */
      stop_hook_active?: boolean;
      /** how often this turn was already held */
      stop_hook_count?: number;
      /** how many blocks the agent gets; the next one ends the turn */
      stop_hook_limit?: number;
    };
    takes: 'success' | 'block' | 'failure' | 'halt' | 'warning';
  };
}

export type EventName = keyof Events;

/** What the kit needs of the table while it runs. @internal */
export const FACTS: Readonly<Record<EventName, Facts>> = {
  "PreToolUse": {
    "decides": "permission",
    "verbs": [
      "allow",
      "deny",
      "ask",
      "rewrite",
      "block",
      "context",
      "warn",
      "halt"
    ],
    "known": {
      "claude-code": true,
      "codex": true,
      "gemini-cli": "BeforeTool"
    }
  },
  "PostToolUse": {
    "decides": "gate",
    "verbs": [
      "block",
      "context",
      "warn",
      "halt"
    ],
    "known": {
      "claude-code": true,
      "codex": true,
      "gemini-cli": "AfterTool"
    }
  },
  "UserPromptSubmit": {
    "decides": "gate",
    "verbs": [
      "block",
      "context",
      "warn",
      "halt"
    ],
    "known": {
      "claude-code": true,
      "codex": true,
      "gemini-cli": "BeforeAgent"
    }
  },
  "Stop": {
    "decides": "gate",
    "verbs": [
      "block",
      "warn",
      "halt"
    ],
    "known": {
      "claude-code": true,
      "codex": true,
      "gemini-cli": "AfterAgent"
    }
  }
};

/** @internal */
export interface Facts {
  readonly decides: 'permission' | 'gate';
  readonly verbs: readonly ('allow' | 'deny' | 'ask' | 'rewrite' | 'block' | 'context' | 'warn' | 'halt')[];
  readonly known: Readonly<Partial<Record<'claude-code' | 'codex' | 'gemini-cli', string | true>>>;
}
