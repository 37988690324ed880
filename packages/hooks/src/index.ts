export { isAnswer, readAnswer, SPELLINGS } from './answer.ts';
export type { RunEvent } from './conduct.ts';
export { checkHooks, type HooksObject, type Source } from './config/check.ts';
export { type LoadedFile, type LoadOptions, loadSettings, type SourceName } from './config/load.ts';
export type { Problem } from './config/problem.ts';
export { projectDirOf } from './config/project.ts';
export { jsonFault, readSettingsFile, SettingsError, type SettingsFile } from './config/read.ts';
export type { Decision, Tone } from './effect.ts';
export { createEngine, type Engine, type EngineOptions } from './engine.ts';
export type { Entry, HookFunction, HookReply } from './entry.ts';
export {
  EVENT_NAMES,
  EVENTS,
  type EventInput,
  type EventName,
  type HookInput,
  isEventName,
} from './events.ts';
export { wrongEvent } from './input.ts';
export { DEFAULT_LIMITS, type Limits } from './limits.ts';
export { ageOf, defaultLogDir, logFile } from './log/files.ts';
export { isFailure, type LogEntry, readEntry } from './log/format.ts';
export { makeRedactor, REDACTED, type Redactor } from './log/redact.ts';
export { type Log, type LogOptions, openLog } from './log/write.ts';
export type { Ending, Outcome } from './outcome.ts';
export { withoutNpm } from './process/environment.ts';
export { type ProcessHandle, type ProcessSpec, type Start, start } from './process/start.ts';
export type { Signal } from './signal.ts';
export type { Run, Told, UserText, Verdict } from './verdict.ts';
