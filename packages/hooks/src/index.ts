export { isAnswer, SPELLINGS } from './answer.ts';
export { checkHooks, type Source } from './config/check.ts';
export { type Addition, addHooks } from './config/edit.ts';
export { dropServer, putServer } from './config/edit-servers.ts';
export { unknownFields } from './config/entry.ts';
export { SERVER_FIELDS } from './config/fields.ts';
export {
  type LoadedFile,
  type LoadOptions,
  loadSettings,
  type SourceName,
  settingsPaths,
} from './config/load.ts';
export type { Problem } from './config/problem.ts';
export { projectDirOf } from './config/project.ts';
export type { HooksObject } from './config/read.ts';
export {
  jsonFault,
  parseSettings,
  readSettingsFile,
  readSettingsText,
  SettingsError,
  type SettingsFile,
} from './config/read.ts';
export { removeHooks } from './config/remove.ts';
export { UNREADABLE_RULE } from './config/rules.ts';
export { setEntryField } from './config/set-field.ts';
export { writeSettings } from './config/write.ts';
export type { Decision, Tone } from './effect.ts';
export { createEngine, type Engine, type EngineOptions } from './engine.ts';
export type { Entry, HookFunction, HookReply } from './entry.ts';
export {
  COMMON,
  canCause,
  EVENT_NAMES,
  EVENTS,
  type EventInput,
  type EventName,
  type HookInput,
  isAboutTool,
  isEventName,
  type Peer as PeerName,
  specOf,
} from './events.ts';
export { writePrivate } from './files/atomic.ts';
export { markdownBelow } from './files/below.ts';
export { putInPlace } from './files/in-place.ts';
export { modesFor } from './files/modes.ts';
export { readRegularFile, readTextFile } from './files/regular.ts';
export { wrongEvent } from './input.ts';
export { deadMatcherOf, deadMatchers } from './inspect/dead-matcher.ts';
export { diagnose, type Finding, type TrackRecord } from './inspect/doctor.ts';
export { type Explained, explainHooks } from './inspect/explain.ts';
export { type HookRow, type HookState, listChecked, listHooks } from './inspect/list.ts';
export { type Launcher, openLauncher } from './launcher/launcher.ts';
export { shareLauncher } from './launcher/share.ts';
export { DEFAULT_LIMITS, type Limits } from './limits.ts';
export { ageOf, defaultLogDir, logFile } from './log/files.ts';
export { isFailure, type LogEntry, readEntry } from './log/format.ts';
export { makeRedactor, REDACTED, type Redactor } from './log/redact.ts';
export { type Log, type LogOptions, openLog } from './log/write.ts';
export { compileMatcher, type Matcher, matches } from './match.ts';
export { checkNode } from './node-version.ts';
export type { Ending, HookEnding, HookOutcome, Outcome } from './outcome.ts';
export { exactly, printable } from './printable.ts';
export { collect } from './process/collect.ts';
export { type Companion, startCompanion } from './process/companion.ts';
export { cleanEnvironment, withoutNpm } from './process/environment.ts';
export { endGroup, groupLives } from './process/group.ts';
export { removeIfKilled, unlockIfKilled } from './process/if-killed.ts';
export { endNow, type Kin, kinOf } from './process/kin.ts';
export { runProcess } from './process/run.ts';
export { type ProcessHandle, type ProcessSpec, type Start, start } from './process/start.ts';
export { endIfKilled, guardAgainstKills } from './process/warden.ts';
export { type Answer, readAnswer } from './read-answer.ts';
export { openRecorder, type Recorder, type RecorderOptions } from './record/open.ts';
export {
  type Recording,
  readRecording,
  recordingName,
  recordingOf,
  type Said,
  saidOf,
} from './record/recording.ts';
export type { RunEvent } from './run-one.ts';
export { isObject, misfit, show } from './shape.ts';
export type { Signal } from './signal.ts';
export { suggest } from './suggest.ts';
export { TOOL_NAMES } from './tools.ts';
export { type Advice, adviceFor } from './trust/advice.ts';
export { approve, approvedText, forget, itemsWithout } from './trust/approve.ts';
export { type Change, diffHooks, type HookView, viewsOf } from './trust/changes.ts';
export { hashOf } from './trust/fingerprint.ts';
export type { Item, ItemKind } from './trust/items.ts';
export type { JudgedItem } from './trust/judge.ts';
export { type Loads, makeLoads } from './trust/loaded.ts';
export { type Opened, type OpenOptions, openSettings } from './trust/open.ts';
export { ABSENT, makePinCheck, type Pin } from './trust/pin.ts';
export { fillReferences } from './trust/references.ts';
export { type Reach, reachOf, type Scripts, scriptsOf } from './trust/scripts.ts';
export { MCP_FILE, type ServerEntry } from './trust/servers.ts';
export {
  type Elsewhere,
  type HookSession,
  openHooks,
  type Review,
  type Reviews,
  reviewsOf,
} from './trust/session.ts';
export { type Approval, approvalsFile, readApprovals } from './trust/store.ts';
export { watchSettings } from './trust/watch.ts';
export type { Run, Told, UserText, Verdict } from './verdict.ts';
