// From a registry, once published: what `npm run release` would publish, on a registry of our own.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packForRegistry } from '../pack/tarballs.mjs';

/** Publishes all packages with the real npm. `close` ends the registry. */
export async function publishAll(root, packages, dir) {
  const program = spawn(process.execPath, [join(root, 'scripts/ways-in/registry.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [said] = await once(program.stdout, 'data');
  const url = String(said).trim();
  const close = () => program.stdin.end();
  try {
    for (const { path } of packForRegistry(root, packages, dir)) publish(path, url, dir);
    return { url, close };
  } catch (error) {
    close();
    throw error;
  }
}

function publish(path, url, dir) {
  // Anybody may publish there, but npm does not try without a token.
  writeFileSync(
    join(dir, '.npmrc'),
    `registry=${url}\n${url.replace('http:', '')}:_authToken=none\n`,
  );
  const args = ['publish', path, '--access', 'public', '--ignore-scripts', '--provenance=false'];
  const { status, stderr } = spawnSync('npm', args, {
    cwd: dir,
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (status !== 0) throw new Error(`npm publish ${path}: ${stderr}`);
}

/** What a project has to say so that our scope comes from there: each manager in its own file. */
export const scopeFiles = (scope, url, { '.yarnrc.yml': yarn = '', ...files }) => ({
  ...files,
  '.npmrc': `${scope}:registry=${url}\n`,
  '.yarnrc.yml': `${yarn}npmScopes:\n  ${scope.slice(1)}:\n    npmRegistryServer: "${url}"\nunsafeHttpWhitelist:\n  - 127.0.0.1\n`,
});
