export { lookAt } from './pins/facet.ts';
export { fileHash, fingerprint, hashOf } from './pins/fingerprint.ts';
export {
  ABSENT,
  isSameMark,
  type Mark,
  makePinCheck,
  type Pin,
  seenFrom,
  UNSEEN,
} from './pins/pin.ts';
export { type Advice, adviceFor } from './scripts/advice.ts';
export { commandProblem, type Where } from './scripts/command.ts';
export { type Loads, makeLoads } from './scripts/loaded.ts';
export { loadsCode } from './scripts/names/loading.ts';
export { missingFile, problemOfRuns, reachOfRuns, scriptsOfRuns } from './scripts/of-runs.ts';
export {
  type Reach,
  reachOf,
  reachOfProgram,
  type Scripts,
  scriptsOf,
  scriptsOfProgram,
} from './scripts/scripts.ts';
