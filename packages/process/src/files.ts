export { freshId } from './basics/id.ts';
export { writePrivate } from './files/atomic.ts';
export { markdownBelow } from './files/below.ts';
export { isExecutable } from './files/executable.ts';
export { putInPlace } from './files/in-place.ts';
export { keepText } from './files/keep-text.ts';
export { giveBack, holdLock, ownerOf, takeLock, withLock } from './files/lock.ts';
export { modesFor } from './files/modes.ts';
export { isAlive, ownName, pidOf } from './files/owner.ts';
export {
  MOST_WRITTEN,
  NotAFileError,
  readRegularFile,
  readTextFile,
} from './files/regular.ts';
export { isHeld } from './sandbox/held.ts';
