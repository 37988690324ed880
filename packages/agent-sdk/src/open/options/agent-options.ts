import type { Hooks } from '@wavehooks/hooks';
import type { OpenOptions, SourceName } from '@wavehooks/settings';
import type { InterceptionOptions } from '../../agent-hooks/interception.ts';
import type { McpElicit } from '../../mcp/asked/elicitation.ts';
import type { McpLogin } from '../../mcp/login/login-way.ts';
import type { PermissionMode, Rules } from '../../permissions/rules/rule.ts';
import type { SessionOptions } from '../../session/open-session.ts';
import type { AgentType } from '../../subagent/agent-types.ts';
import type { TelemetryOptions } from '../../telemetry/options.ts';
import type { ToolConfirm } from '../../tools/tool-request.ts';
import type { UndoNoting } from '../../undo/noting.ts';
import type { Price } from '../../usage/prices.ts';
import type { Effort, Model } from '../../vocabulary/model.ts';
import type { OpenFiles } from '../../vocabulary/open-files.ts';
import type { Terminals } from '../../vocabulary/terminals.ts';
import type { AskUser, Tool } from '../../vocabulary/tool.ts';
import type { Lookup } from '../../vocabulary/web.ts';

export interface AgentOptions extends SessionOptions {
  /** Where the agent works; this process's directory by default. */
  readonly workdir?: string;
  /** Further directories that count as the project's: files there are read and, with acceptEdits, edited unasked. */
  readonly directories?: readonly string[];
  /** A model, or a name such as `claude-sonnet-4-5`, `openai/gpt-5` or `practice`. */
  readonly model?: Model | string;
  /** How much the model thinks before it answers, where it can; as much as its provider thinks right by default. */
  readonly effort?: Effort;
  /** Hooks in the settings' shape, function hooks included. They come after those of settings files. */
  readonly hooks?: Hooks;
  /**
   * What comes of something wrong in `hooks`: `throw`, the default, or `report`, which lists it among the
   * agent's `problems` and starts without it. What is wrong in settings files is always reported.
   */
  readonly problems?: 'throw' | 'report';
  /** Runs no hooks at all, wherever they come from. */
  readonly noHooks?: boolean;
  /** Which settings files are read; none by default. */
  readonly settingSources?: readonly SourceName[];
  /** A further settings file, read last. */
  readonly settings?: string;
  /** Which hooks and MCP servers of the project's own files run. */
  readonly projectHooks?: OpenOptions['projectHooks'];
  readonly permissionMode?: PermissionMode;
  readonly permissions?: Partial<Rules>;
  /** Asks the user about a tool call. Without it, what would be asked is refused. */
  readonly confirm?: ToolConfirm;
  /** Asks the user the agent's own questions. */
  readonly ask?: AskUser;
  /** Files as you have them open: Read, Edit and Write go through it, e.g. to an editor's unsaved buffers. */
  readonly openFiles?: OpenFiles;
  /** Terminals of yours, where commands run that need no sandbox; in the background they run without one. */
  readonly terminals?: Terminals;
  /**
   * MCP servers by name, in the shape of `.mcp.json`: `{ command, args, env, cwd }` or `{ url, headers }`.
   * They beat those of files by the same name.
   */
  readonly mcpServers?: Readonly<Record<string, unknown>>;
  /** Files of such servers; read after settings files. */
  readonly mcpConfig?: readonly string[];
  /** How long the first request waits for servers that are starting; 5 s by default. */
  readonly mcpWaitMs?: number;
  /**
   * Logs the user in to an MCP server that wants it: bring them to `url`, and resolve to the address that
   * their browser was sent back to. Without it, such a server is not available until somebody has logged in
   * with `wave mcp login`.
   */
  readonly mcpLogin?: McpLogin;
  /** Asks the user for an MCP server. Without it, what a server asks is declined. */
  readonly mcpElicit?: McpElicit;
  /** Further tools. */
  readonly tools?: readonly Tool[];
  /** Names of tools that the model does not get. */
  readonly disallowedTools?: readonly string[];
  /** Further kinds of subagents, beside `general` and `explore`. */
  readonly agents?: readonly AgentType[];
  /** In place of our own; the project's instructions are added to either. */
  readonly systemPrompt?: string;
  /** Behind everything else that the main agent reads first. */
  readonly appendSystemPrompt?: string;
  /** How often the model is asked in one turn at the most; each subagent has as many of its own. */
  readonly maxTurns?: number;
  /** How many commands that only read run at once; eight by default, one after the other with 1. */
  readonly parallelCommands?: number;
  /** How many tokens the model reads at the most, where it is not known or should be less. */
  readonly contextWindow?: number;
  /** Prices of models, in US dollars for a million tokens, beside and before the known ones. */
  readonly prices?: Readonly<Record<string, Price>>;
  /**
   * How what commands change is noted for undo. It is by default where the session is kept; without one it is
   * if you give this.
   */
  readonly undo?: UndoNoting;
  /** Whether a small process of its own starts hooks and commands; true by default. */
  readonly launcher?: boolean;
  /** How WebFetch and hooks of type `http` find the addresses of a host; this machine's own way by default. */
  readonly lookup?: Lookup;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Sends spans and metrics to providers of OpenTelemetry that you have; nothing is sent without it. */
  readonly telemetry?: TelemetryOptions;
  /** Interceptors of the draft standard AGENT-HOOKS 0.1, beside hooks; see docs/standards.md. */
  readonly interception?: InterceptionOptions;
}

export const DEFAULT_MAX_TURNS = 200;
/** Commands that only read, at once: more than a model asks for in one reply, and few enough for any limit of files. */
export const DEFAULT_PARALLEL = 32;
