/** What is found out of an object once: of a row of a table, or of a list that stays as it is. */
export function onceFor<K extends object, V>(find: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { readonly found: V }>();
  return (key) => {
    const last = known.get(key);
    if (last !== undefined) return last.found;
    const found = find(key);
    known.set(key, { found });
    return found;
  };
}
