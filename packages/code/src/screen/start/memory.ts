import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Room for short-lived objects; more of it saves little work and is kept all day. */
const ENOUGH_BYTES = 8 * 1024 * 1024;
const LOOK_MS = 250;
const FACTOR = '--semi-space-growth-factor';
const USUAL_FACTOR = 2;

/**
 * Keeps the young part of the heap from growing further once it is large enough. A screen is open for
 * hours and makes garbage with every frame; left alone, that part grows to a multiple of what lives.
 * Returns how to stop looking.
 */
export function boundYoungHeap(): () => void {
  const looking = setInterval(() => {
    if (youngBytes() < ENOUGH_BYTES) return;
    clearInterval(looking);
    setFlagsFromString(`${FACTOR}=1`);
  }, LOOK_MS);
  looking.unref();
  return () => {
    clearInterval(looking);
    // V8 takes compiled code only from a process with the same flags: what is kept at the end is for the next start.
    setFlagsFromString(`${FACTOR}=${USUAL_FACTOR}`);
  };
}

const youngBytes = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
