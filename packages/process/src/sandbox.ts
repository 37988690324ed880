// What a program may do that runs in a sandbox, decided before it starts.

export { type Availability, sandboxAvailability, systemProgram } from './sandbox/available.ts';
export { isWithheld } from './sandbox/clean-environment.ts';
export { isHeld, isHoldName } from './sandbox/held.ts';
export { type Isolated, isolatedLayers, SYSTEM_PLACES } from './sandbox/isolated.ts';
export { isBelow, type Look, layersOf, type Seen, type Wanted } from './sandbox/layers.ts';
export { listeningSockets, lookAtMachine, lookPlainly } from './sandbox/look.ts';
export type { Layer, Network, Runner, SandboxLimits, SandboxPlan } from './sandbox/plan.ts';
export {
  KEPT_OF_SERVICES,
  placesByVariable,
  privatePlaces,
  SERVICE_PLACES,
} from './sandbox/private-places.ts';
export {
  BOX_PROFILES,
  type BoxProfile,
  isProfile,
  PROFILE_NAMES,
  PROFILES,
  type SandboxProfile,
  stricterProfile,
} from './sandbox/profile.ts';
export { hasFilter } from './sandbox/syscalls.ts';
