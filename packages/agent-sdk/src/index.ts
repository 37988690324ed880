export { ExpansionBlocked } from './commands/expansion-hooks.ts';
export type { PromptCommand } from './commands/load-commands.ts';
export type { Compacted, WindowUse } from './compaction/compact.ts';
export type { ContextKinds } from './compaction/context-kinds.ts';
export type {
  AgentEvent,
  Ended,
  Incomplete,
  OutputResult,
  TurnResult,
} from './conversation/agent-event.ts';
export type { Change, Note } from './conversation/conversation.ts';
export { joinTexts } from './conversation/join-texts.ts';
export { imageOf, MAX_IMAGE_BYTES, type ReadImage } from './files/image.ts';
export type { Held, HookControl } from './hooks/hook-control.ts';
export type { EndReason, NoticeType, StartSource } from './hooks/session-moments.ts';
export type { ElicitAnswer, Elicitation, McpElicit } from './mcp/asked/elicitation.ts';
export {
  type FormField,
  type FormOption,
  type FormValue,
  valueFault,
} from './mcp/asked/elicitation-form.ts';
export { serverFault } from './mcp/config/read-server.ts';
export { serverNameFault } from './mcp/config/server-names.ts';
export { configuredServers } from './mcp/config/server-sources.ts';
export type { Configured, ServerSpec } from './mcp/config/server-spec.ts';
export type { Hub } from './mcp/hub.ts';
export { forgetLogin, hasLogin } from './mcp/login/login-store.ts';
export { type LoginWay, type McpLogin, type OpenWay, redirectTo } from './mcp/login/login-way.ts';
export type {
  Mcp,
  McpAnswer,
  McpCalled,
  McpList,
  McpMessage,
  McpPrompt,
  McpResource,
  McpServerState,
  McpTemplate,
} from './mcp/mcp-api.ts';
export { openServers } from './mcp/open-servers.ts';
export { PROVIDERS } from './model/providers/index.ts';
export {
  defaultModelOf,
  type ReachedProvider,
  reachProviders,
  resolveAnyModel,
} from './model/reachable.ts';
export { resolveModel } from './model/resolve.ts';
export { Agent, type CloseOptions, type SendOptions } from './open/agent.ts';
export {
  type ExplainCall,
  type Explained,
  type Explainer,
  inputFrom,
  openExplainer,
  type Ruled,
} from './open/explain.ts';
export { hookHost } from './open/hook-host.ts';
export { ignoreAdvice } from './open/ignore-advice.ts';
export { loneSandbox } from './open/lone-sandbox.ts';
export type { AgentOptions } from './open/options/agent-options.ts';
export type { RuleInForce } from './open/rule-book.ts';
export {
  type JsonSchema,
  type OutputOf,
  type OutputSchema,
  outputSchemaFault,
  type SchemaFault,
  type StandardSchema,
} from './output/output-schema.ts';
export type {
  Confirm,
  ConfirmAnswer,
  ConfirmRequest,
  FollowedLink,
} from './permissions/confirm.ts';
export { permissionRow, rowAsks } from './permissions/decide.ts';
export { ruleFault } from './permissions/rules/check.ts';
export { PERMISSION_MODES, type PermissionMode, type Rules } from './permissions/rules/rule.ts';
export { SCOPES, type Scope, type Suggestion } from './permissions/suggestion.ts';
export { openSandbox, type Sandbox, type SandboxOptions } from './sandbox/open-sandbox.ts';
export { type AgentMessages, asMarkdown } from './session/as-markdown.ts';
export { deleteSession, nameSession } from './session/change-session.ts';
export { type Piece, piecesOf } from './session/guest/pieces.ts';
export {
  findSession,
  listAllSessions,
  listSessions,
  type SessionInfo,
} from './session/list-sessions.ts';
export { openUndo, type Undo } from './session/open-undo.ts';
export { readAgents, readMessages } from './session/read-messages.ts';
export { type Hit, searchSessions } from './session/search-sessions.ts';
export { readLines as readChanges } from './session/transcript/read-lines.ts';
export {
  agentFile,
  latestSession,
  sessionFile,
  sessionsDir,
  undoDir,
} from './session/transcript/session-files.ts';
export { SessionBusy } from './session/transcript/session-lock.ts';
export { readTranscript } from './session/transcript/transcript.ts';
export type { AgentType } from './subagent/agent-types.ts';
export { replaceText } from './tools/files/replace-text.ts';
export { ruleHolds } from './tools/rule-holds.ts';
export { telling as commandOutput } from './tools/shell/live-output.ts';
export type { ToolConfirm, ToolRequest } from './tools/tool-request.ts';
export type { UserCommand } from './turn/calls/user-command.ts';
export type { Steer, Steered } from './turn/steering.ts';
export type { ChangedFile, Side } from './undo/changed-files.ts';
export type { UndoNoting } from './undo/noting.ts';
export type { Overwritten, Skipped } from './undo/put-back.ts';
export type { Uncovered } from './undo/tree/roots.ts';
export type { Checkpoint, UndoOptions, UndoResult } from './undo/undo.ts';
export type { UndoPreview } from './undo/undo-preview.ts';
export type { ModelFacts } from './usage/known-models.ts';
export type { SessionUsage } from './usage/ledger.ts';
export { PRICES, PRICES_AS_OF, type Price } from './usage/prices.ts';
export { convertMessagesForAPI } from './utils/convertMessagesForAPI.ts';
export type { AgentRef } from './vocabulary/agent-ref.ts';
export type {
  Block,
  Compaction,
  ErrorBlock,
  ImageBlock,
  Message,
  NoticeBlock,
  ReasoningBlock,
  Served,
  TextBlock,
  ToolBlock,
} from './vocabulary/messages.ts';
export {
  EFFORTS,
  type Effort,
  type Model,
  ModelError,
  type ModelPart,
  type ModelRequest,
  type Retry,
  type SearchScope,
  type Usage,
} from './vocabulary/model.ts';
export type { ModelMessage } from './vocabulary/model-message.ts';
export type { OpenFiles } from './vocabulary/open-files.ts';
export type { Box } from './vocabulary/sandbox.ts';
export type { TerminalEnd, TerminalOrder, Terminals } from './vocabulary/terminals.ts';
export {
  type AskUser,
  type CommandOutput,
  defineTool,
  type Question,
  type Tool,
  type ToolContext,
  type ToolResult,
} from './vocabulary/tool.ts';
export type { Lookup, Page, Pages, WebAccess } from './vocabulary/web.ts';
