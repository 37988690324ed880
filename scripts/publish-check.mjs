// `npm run publish-check`: what would be published, judged by publint and are-the-types-wrong.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installAside } from './aside.mjs';
import { readPackages } from './pack/packages.ts';
import { packForRegistry } from './pack/tarballs.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const TOOLS = { publint: '0.3.25', '@arethetypeswrong/cli': '0.18.5' };
const bin = join(installAside(root, 'publish-check', TOOLS), 'node_modules/.bin');

// Every Node we support can require an ES module, so "esm-only" leaves out what older ones would need.
const JUDGES = [
  { judges: () => true, words: (path) => ['publint', path, '--strict'] },
  {
    judges: ({ exports }) => exports !== undefined,
    words: (path) => ['attw', path, '--profile', 'esm-only', '--format', 'ascii', '--no-color'],
  },
];

const folder = mkdtempSync(join(tmpdir(), 'wave-publish-check-'));
try {
  const faults = packForRegistry(root, readPackages(root), folder).flatMap(faultsOf);
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function faultsOf({ manifest, path, size }) {
  const judged = JUDGES.filter(({ judges }) => judges(manifest)).map(({ words }) => words(path));
  const faults = judged.flatMap(([tool, ...args]) => {
    const ran = spawnSync(join(bin, tool), args, { encoding: 'utf8' });
    if (ran.status === 0) return [];
    return [`${manifest.name}: ${tool} found:\n${ran.error?.message ?? ran.stdout + ran.stderr}`];
  });
  const names = judged.map(([tool]) => tool).join(' and ');
  const verdict = faults.length === 0 ? `clean (${names})` : 'NOT clean';
  console.log(`${manifest.name} ${manifest.version}: ${verdict}, ${Math.ceil(size / 1000)} kB`);
  return faults;
}
