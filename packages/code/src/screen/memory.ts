import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Room for short-lived objects; more of it saves little work and is kept all day. */
const ENOUGH_BYTES = 24 * 1024 * 1024;

/**
 * Keeps the young part of the heap from growing further once it is large enough. A screen is open for
 * hours and makes garbage with every frame; left alone, that part grows to a multiple of what lives.
 */
export function boundYoungHeap(): () => void {
  let bound = false;
  return () => {
    if (bound || youngBytes() < ENOUGH_BYTES) return;
    bound = true;
    setFlagsFromString('--semi-space-growth-factor=1');
  };
}

const youngBytes = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
