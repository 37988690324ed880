// `npm run release -- --dry-run`: all of a release but the release. `npm run release` publishes, in the release workflow:
// npm proves there from which commit a package was built (provenance). `--no-provenance` is for the first version of a
// package, which its owner publishes by hand.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readPackages } from './pack/packages.ts';
import { packForRegistry } from './pack/tarballs.mjs';
import { lacking } from './release/lacking.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const NO = { type: 'boolean', default: false };
const { values } = parseArgs({ options: { 'dry-run': NO, 'no-provenance': NO } });
const isDry = values['dry-run'];
const isProven = !isDry && !values['no-provenance'];
const packages = readPackages(root);

const missing = lacking(packages, readFileSync(join(root, 'CHANGELOG.md'), 'utf8'));
for (const one of missing) console.error(`Not ready to publish: ${one}`);
// A dry run tries the rest: what is missing may be what only the owner of the repository can add.
if (missing.length > 0 && !isDry) process.exit(1);

const folder = mkdtempSync(join(tmpdir(), 'wave-release-'));
try {
  // Whoever depends on another comes after it, so a release that breaks off leaves nothing that cannot be installed.
  const failed = packForRegistry(root, packages, folder).find((one) => !publish(one));
  if (failed) console.error(`release: ${failed.manifest.name} was not published, see above`);
  process.exitCode = failed ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function publish({ manifest: { name, version }, path }) {
  if (!isDry && isPublished(name, version)) {
    console.log(`${name} ${version} is published already`);
    return true;
  }
  const how = [`--provenance=${isProven}`, ...(isDry ? ['--dry-run'] : [])];
  const args = ['publish', path, '--access', 'public', '--ignore-scripts', ...how];
  return spawnSync('npm', args, { cwd: folder, stdio: 'inherit' }).status === 0;
}

/** A release that broke off can be run again. */
function isPublished(name, version) {
  const args = ['view', `${name}@${version}`, 'version'];
  const { stdout } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
  return stdout.trim() === version;
}
