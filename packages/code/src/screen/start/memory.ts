import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Room for short-lived objects; more of it saves little work and is kept all day. */
const ENOUGH_BYTES = 8 * 1024 * 1024;
const LOOK_MS = 250;

/**
 * Keeps the young part of the heap from growing further once it is large enough. A screen is open for
 * hours and makes garbage with every frame; left alone, that part grows to a multiple of what lives.
 * Returns how to stop looking.
 */
export function boundYoungHeap(): () => void {
  const looking = setInterval(() => {
    if (youngBytes() < ENOUGH_BYTES) return;
    clearInterval(looking);
    setFlagsFromString('--semi-space-growth-factor=1');
  }, LOOK_MS);
  looking.unref();
  return () => clearInterval(looking);
}

const youngBytes = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
