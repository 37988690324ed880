export type { PromptCommand } from './commands/load.ts';
export type { Compacted, WindowUse } from './compaction/compact.ts';
export type { AgentEvent, Ended, Incomplete, TurnResult } from './conversation/agent-event.ts';
export type { Change, Note } from './conversation/conversation.ts';
export type { HookControl } from './hooks/control.ts';
export type {
  Mcp,
  McpAnswer,
  McpList,
  McpMessage,
  McpPrompt,
  McpResource,
  McpServerState,
} from './mcp/api.ts';
export type { Hub } from './mcp/hub.ts';
export { serverNameFault } from './mcp/names.ts';
export { openServers } from './mcp/open.ts';
export { serverFault } from './mcp/read-server.ts';
export { configuredServers } from './mcp/sources.ts';
export type { Configured, ServerSpec } from './mcp/spec.ts';
export { resolveModel } from './model/resolve.ts';
export { Agent } from './open/agent.ts';
export type { AgentOptions } from './open/options.ts';
export type {
  Confirm,
  ConfirmAnswer,
  ConfirmRequest,
  FollowedLink,
} from './permissions/confirm.ts';
export { PERMISSION_MODES, type PermissionMode, type Rules } from './permissions/rule.ts';
export { deleteSession, nameSession } from './session/change.ts';
export { type AgentMessages, asMarkdown } from './session/export.ts';
export { findSession, listSessions, type SessionInfo } from './session/list.ts';
export { SessionBusy } from './session/lock.ts';
export { readAgents, readMessages } from './session/messages.ts';
export { agentFile, latestSession, sessionFile, sessionsDir, undoDir } from './session/place.ts';
export { type Hit, searchSessions } from './session/search.ts';
export { readTranscript } from './session/transcript.ts';
export { openUndo, type Undo } from './session/undo.ts';
export type { AgentType } from './subagent/types.ts';
export type { UndoPreview } from './undo/preview.ts';
export type { Checkpoint, Overwritten, Skipped, UndoOptions, UndoResult } from './undo/undo.ts';
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
  TextBlock,
  ToolBlock,
} from './vocabulary/messages.ts';
export {
  type Model,
  ModelError,
  type ModelPart,
  type ModelRequest,
  type Retry,
  type Usage,
} from './vocabulary/model.ts';
export type { AskUser, Question, Tool, ToolContext, ToolResult } from './vocabulary/tool.ts';
