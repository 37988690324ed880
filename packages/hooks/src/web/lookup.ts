/** All addresses that a name stands for. */
export type Lookup = (host: string) => Promise<readonly string[]>;

/** As this machine resolves names; its own file of hosts included. */
export const systemLookup: Lookup = async (host) => {
  const { lookup } = await import('node:dns/promises');
  return (await lookup(host, { all: true })).map(({ address }) => address);
};
