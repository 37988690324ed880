/**
 * What was found for the last few keys that were asked for. In an array that stays as long as it is, since what a Map
 * or a WeakMap forgets lives on until the whole heap is collected, and every smaller collection copies it.
 */
export function lately<K, V>(most: number, find: (key: K) => V): (key: K) => V {
  const known: ({ readonly key: K; readonly value: V } | undefined)[] = Array.from(
    { length: most },
    () => undefined,
  );
  return (key) => {
    const at = known.findIndex((one) => one !== undefined && one.key === key);
    const found = known[at] ?? { key, value: find(key) };
    // The others move on by one place; the one that nobody asked for the longest is forgotten.
    known.copyWithin(1, 0, at < 0 ? most - 1 : at);
    known[0] = found;
    return found.value;
  };
}
