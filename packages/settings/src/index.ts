export { type ClaudeFile, type ClaudeState, claudeCounts } from './definitions/claude-state.ts';
export type {
  AgentDefinition,
  Definition,
  DefinitionKind,
  SkillDefinition,
} from './definitions/definition.ts';
export { addRules, type RuleAddition } from './editing/add-rules.ts';
export { type Addition, addHooks } from './editing/edit.ts';
export { dropServer, putServer } from './editing/edit-servers.ts';
export { addFlatHooks } from './editing/flat.ts';
export { removeHooks } from './editing/remove.ts';
export { setEntryField } from './editing/set-field.ts';
export { setUserField } from './editing/set-user.ts';
export { writeSettings } from './editing/write.ts';
export { deadMatcherOf, deadMatchers } from './inspect/dead-matcher.ts';
export { diagnose, type Finding, type TrackRecord } from './inspect/doctor.ts';
export { type Explained, explainHooks } from './inspect/explain.ts';
export { letsPass } from './inspect/lets-pass.ts';
export { type HookRow, type HookState, listChecked, listHooks } from './inspect/list.ts';
export { timeoutHint } from './inspect/timeout-hint.ts';
export { CLAUDE_TIMEOUTS, claudeTimeout, runsGuard } from './reading/claude.ts';
export { defineSettings } from './reading/define-settings.ts';
export { claudeFiles, claudePlugins, loadSettings, settingsPaths } from './reading/load.ts';
export type { LoadedFile, NotTaken } from './reading/loaded-file.ts';
export type { SourceName } from './reading/places.ts';
export { hasWave, isSame, projectDirOf } from './reading/project.ts';
export {
  jsonFault,
  parseObject,
  parseSettings,
  readSettingsFile,
  readSettingsText,
  SettingsError,
  type SettingsFile,
} from './reading/read.ts';
export { UNREADABLE_RULE } from './reading/rules.ts';
export type { RuleEntry } from './reading/settings.ts';
export { approve, approvedText, forget, isSuccessor, itemsWithout } from './trust/approve.ts';
export type { Change } from './trust/changes.ts';
export type { DefinitionState, OpenedDefinition } from './trust/definitions.ts';
export type { ItemKind } from './trust/items.ts';
export type { JudgedItem } from './trust/judge.ts';
export {
  dropRule,
  keepRule,
  type RuleChange,
  type RuleWritten,
  rulesFile,
} from './trust/keep-rule.ts';
export { type Opened, type OpenOptions, openSettings } from './trust/open.ts';
export { fillReferences } from './trust/references.ts';
export { MCP_FILE } from './trust/servers.ts';
export {
  type Elsewhere,
  openHooks,
  type Review,
  type Reviews,
  reviewsOf,
} from './trust/session.ts';
export type { Approval } from './trust/store.ts';
export type { Changed } from './trust/watch.ts';
export { isWider, MODE_NAMES, type ModeName } from './values/modes.ts';
export type { RuleKind } from './values/permission-fields.ts';
export { PROVIDER_TYPES, type ProviderSettings } from './values/providers.ts';
export type { SandboxSettings } from './values/sandbox.ts';
export { OAUTH_FIELDS, SERVER_FIELDS } from './values/server-fields.ts';
export { webOf } from './values/urls.ts';
