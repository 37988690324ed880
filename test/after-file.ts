const ends: (() => unknown)[] = [];

/** For helpers, which may not register hooks where they are loaded: in a shared worker that happens once. */
export const afterFile = (end: () => unknown): void => {
  ends.push(end);
};

export async function endFile(): Promise<void> {
  // The last first: what runs in a directory ends before that is removed.
  for (const end of ends.splice(0).reverse()) await end();
}
