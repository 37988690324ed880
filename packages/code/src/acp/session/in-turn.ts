/** Does work on a session once earlier work on the same one is done: nobody meets it halfway in or out. */
export type InTurn = <T>(id: string, work: () => Promise<T>) => Promise<T>;

export function inTurnById(): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return (id, work) => {
    const before = last.get(id) ?? Promise.resolve();
    const now = before.then(work);
    const kept = now
      .catch(() => {})
      .finally(() => {
        if (last.get(id) === kept) last.delete(id);
      });
    last.set(id, kept);
    return now;
  };
}
