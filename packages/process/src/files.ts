export { freshId } from './basics/id.ts';
export { writePrivate } from './files/atomic.ts';
export { markdownBelow } from './files/below.ts';
export { putInPlace } from './files/in-place.ts';
export { takeLock, withLock } from './files/lock.ts';
export { modesFor } from './files/modes.ts';
export { bornAt, isRunning } from './files/owner.ts';
export { NotAFileError, readRegularFile, readTextFile } from './files/regular.ts';
