/** As in `engines` of package.json. */
const LEAST = [22, 12] as const;

/** Throws on a Node that would fail later, in the middle of a hook or a turn, with an error that means nothing. */
export function checkNode(who: string, version: string = process.versions.node): void {
  if (!isTooOld(version)) return;
  throw new Error(`${who} needs Node ${LEAST.join('.')} or newer; this is Node ${version}`);
}

export function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < LEAST[0] || (major === LEAST[0] && minor < LEAST[1]);
}
