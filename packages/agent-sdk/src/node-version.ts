/** As in `engines` of package.json. */
const LEAST = [22, 12] as const;

/** Throws on a Node that would fail in the middle of a turn, with an error that means nothing. */
export function checkNode(version: string = process.versions.node): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1])) return;
  throw new Error(`wave-agent-sdk needs Node ${LEAST.join('.')} or newer; this is Node ${version}`);
}
