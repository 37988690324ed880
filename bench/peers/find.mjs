import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { PEERS, waveVersion } from './peers.mjs';
import { PEER_NAMES } from './rows.mjs';

/**
 * The agents to measure: Wave, and each peer whose program is there, by the path that was given or inside
 * `modules`. Those that are missing are named.
 */
export function findPeers(paths, modules) {
  const found = [
    { name: 'wave', ...PEERS.wave, words: PEERS.wave.program, version: waveVersion() },
  ];
  const missing = [];
  for (const name of PEER_NAMES) {
    const path = paths[name] ?? `${modules}/${PEERS[name].program}`;
    const words = wordsOf(path);
    const version = words && versionOf(words);
    if (version) found.push({ name, ...PEERS[name], words, version });
    else missing.push({ name, title: PEERS[name].title, path });
  }
  return { found, missing };
}

/** A script is run by our Node. */
function wordsOf(path) {
  if (!existsSync(path) || !statSync(path).isFile()) return undefined;
  return /\.[cm]?js$/.test(realpathSync(path)) ? [process.execPath, path] : [path];
}

function versionOf([program, ...args]) {
  try {
    const text = execFileSync(program, [...args, '--version'], {
      encoding: 'utf8',
      timeout: 60_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return /\d+\.\d+\.\d+\S*/.exec(text)?.[0].replace(/[.,]$/, '');
  } catch {
    return undefined;
  }
}
