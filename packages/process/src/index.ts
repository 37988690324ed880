export { withoutInherited } from './basics/inherited-descriptors.ts';
export { leave } from './basics/leave.ts';
export type { Ending, Outcome } from './basics/outcome.ts';
export { isShortage, type NotStarted } from './basics/spawn.ts';
export { clock, stopwatch } from './basics/stopwatch.ts';
export { type TracePlace, traceVariables } from './basics/trace-place.ts';
export {
  cleanEnvironment,
  type EnvSpec,
  hookEnvironment,
  type PluginDirs,
  pluginVariables,
  withoutNpm,
} from './environment/environment.ts';
export { shellProgram } from './environment/shell-program.ts';
export { endGroup, groupLives } from './kin/group.ts';
export { endKin, endNow, type Kin, kinOf } from './kin/kin.ts';
export type { Launcher } from './launcher/launcher.ts';
export { hurryLauncher, shareLauncher } from './launcher/share.ts';
export { collect } from './running/collect.ts';
export { type Companion, startCompanion } from './running/companion.ts';
export { drain } from './running/drain.ts';
export { FOLLOW_BYTES, type Printed } from './running/follow.ts';
export { runInherited } from './running/inherited.ts';
export { limitsOf } from './running/limits.ts';
export { runProcess } from './running/run.ts';
export { type ReadingPlace, shellVariables } from './running/shell-variables.ts';
export type { Program } from './running/spawn-group.ts';
export { type Start, start } from './running/start.ts';
export { type Stay, type Staying, stay } from './running/staying.ts';
export { removeIfKilled, unlockIfKilled, writeIfKilled } from './warden/if-killed.ts';
export { endIfKilled, guardAgainstKills } from './warden/warden.ts';
