export { Agent } from './agent.ts';
export type { Compacted } from './compaction/compact.ts';
export type { Change, Note } from './conversation.ts';
export type { AgentEvent, Ended, TurnResult } from './events.ts';
export type {
  Block,
  Compaction,
  ErrorBlock,
  Message,
  NoticeBlock,
  ReasoningBlock,
  TextBlock,
  ToolBlock,
} from './messages.ts';
export {
  type Model,
  ModelError,
  type ModelPart,
  type ModelRequest,
  type Usage,
} from './model/model.ts';
export { resolveModel } from './model/resolve.ts';
export type { AgentOptions } from './options.ts';
export type { Confirm, ConfirmAnswer, ConfirmRequest } from './permissions/confirm.ts';
export { PERMISSION_MODES, type PermissionMode, type Rules } from './permissions/rule.ts';
export { SessionBusy } from './session/lock.ts';
export { latestSession, sessionFile, sessionsDir, undoDir } from './session/place.ts';
export { readTranscript } from './session/transcript.ts';
export { openUndo, type Undo } from './session/undo.ts';
export type { AskUser, Question, Tool, ToolContext, ToolResult } from './tools/tool.ts';
export type { Checkpoint, Skipped, UndoOptions, UndoResult } from './undo/undo.ts';
export type { SessionUsage } from './usage/ledger.ts';
export { PRICES, PRICES_AS_OF, type Price } from './usage/prices.ts';
export { convertMessagesForAPI } from './utils/convertMessagesForAPI.ts';
