import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canIsolate, isIsolated, isolated } from '../../scripts/agents/inside.ts';
import { PEER_NAMES, PLAY_NAMES } from './rows.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ROUNDS = 5;

/** A path for each peer. */
const PATHS = Object.fromEntries(PEER_NAMES.map((name) => [name, { type: 'string' }]));

export const PEER_OPTIONS = {
  peers: { type: 'boolean' },
  modules: { type: 'string' },
  docs: { type: 'boolean' },
  ...PATHS,
};

export const PEERS_USAGE = `bench --peers [--rounds N] [--only NAME]... [--json] [--docs] [--modules DIR] [--AGENT PATH]...
       with --peers, NAME is one of wave, ${[...PEER_NAMES, ...PLAY_NAMES].join(', ')}
       AGENT is one of ${PEER_NAMES.join(', ')}; without a path, it is sought below DIR,
       which is where npm run agents installs it`;

/** Everything is measured where nothing but loopback can be reached. The exit code. */
export async function comparePeers(asked, main) {
  const wrong = wrongIn(asked);
  if (wrong !== undefined) {
    console.error(`bench: --peers: ${wrong}`);
    return 1;
  }
  if (!isIsolated()) {
    if (canIsolate())
      return isolated([process.execPath, ...process.execArgv, main, ...process.argv.slice(2)]);
    console.error(
      'bench: this machine gives no process a network of its own (unshare -rn), so nothing was measured: an agent that is measured must reach nothing but loopback.',
    );
    return 1;
  }
  // Whoever stops it stops the agent that is being measured.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
  // Only now: they load what the other groups do without.
  const [{ measurePeers }, { markdown, putIntoPage }] = await Promise.all([
    import('./index.mjs'),
    import('./report.mjs'),
  ]);
  const found = await measurePeers({
    paths: Object.fromEntries(PEER_NAMES.map((name) => [name, asked[name]])),
    modules: asked.modules ?? join(ROOT, 'node_modules/.agents/node_modules'),
    rounds: asked.rounds ?? ROUNDS,
    only: asked.only,
    say: (line) => console.error(line),
  });
  console.log(asked.json ? JSON.stringify(found, null, 2) : markdown(found));
  if (asked.docs) putIntoPage(join(ROOT, 'docs/performance.md'), markdown(found));
  return found.rows.length > 0 ? 0 : 1;
}

function wrongIn({ only = [], docs }) {
  const known = ['wave', ...PEER_NAMES, ...PLAY_NAMES];
  const unknown = only.find((name) => !known.includes(name));
  if (unknown !== undefined) return `--only: expected one of ${known.join(', ')}, got ${unknown}`;
  const part = only.find((name) => PLAY_NAMES.includes(name));
  return docs && part !== undefined
    ? `--docs writes the whole table: it cannot go with --only ${part}`
    : undefined;
}
