// Makes the tarballs, without a network.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localsOf, placeOf, relinked, withLocals } from './packages.ts';

/** As the registry gets them: one tarball a package, with what npm says of it. */
export function packForRegistry(root, packages, to) {
  mkdirSync(to, { recursive: true });
  const how = ['--json', '--offline', '--ignore-scripts', '--loglevel=error'];
  const said = succeed('npm', ['pack', '--workspaces', '--pack-destination', to, ...how], root);
  // A list in older versions of npm, an object by name in newer ones.
  const all = Object.values(JSON.parse(said));
  return packages.map(({ dir, manifest }) => {
    const { size, files } = all.find((one) => one.name === manifest.name);
    return { dir, manifest, path: join(to, tarballOf(manifest)), size, files };
  });
}

/** As one can install them without a registry: each brings along those of ours that it needs. */
export function packForFolder(root, packages, to) {
  const scratch = mkdtempSync(join(tmpdir(), 'wave-pack-'));
  try {
    const tarballs = packForRegistry(root, packages, join(scratch, 'tarballs'));
    const contents = new Map(
      tarballs.map(({ dir, path }, at) => [dir, unpack(path, join(scratch, `content-${at}`))]),
    );
    mkdirSync(to, { recursive: true });
    return packages.map((one, at) => {
      const staged = join(scratch, `staged-${at}`);
      stage(one, localsOf(one, packages), contents, join(staged, 'package'));
      const path = join(to, tarballOf(one.manifest));
      succeed('tar', ['czf', path, '-C', staged, 'package'], to);
      return { path, size: statSync(path).size };
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function stage(one, locals, contents, dir) {
  cpSync(contents.get(one.dir), dir, { recursive: true });
  for (const local of locals)
    cpSync(contents.get(local.dir), join(dir, placeOf(local)), { recursive: true });
  for (const path of readdirSync(dir, { recursive: true }))
    if (/\.(js|d\.ts)$/.test(path)) {
      const text = readFileSync(join(dir, path), 'utf8');
      writeFileSync(join(dir, path), relinked(text, path, locals));
    }
  const manifest = withLocals(one.manifest, locals);
  writeFileSync(join(dir, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

function unpack(tarball, dir) {
  mkdirSync(dir, { recursive: true });
  succeed('tar', ['xzf', tarball, '-C', dir], dir);
  return join(dir, 'package');
}

/** As npm names it. */
export const tarballOf = ({ name, version }) =>
  `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;

/** Its stdout. */
function succeed(program, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    // Without it, tar on macOS adds files of its own.
    env: { ...process.env, COPYFILE_DISABLE: '1' },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return stdout;
  throw new Error(`${program} ${args[0]} in ${cwd} failed: ${error?.message ?? stderr}`);
}
