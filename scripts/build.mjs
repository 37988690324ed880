// Builds every package: types and modules by tsc, the command as one bundle with lazy parts.
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const code = join(root, 'packages/code');

const { status } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-b', '--force'], {
  cwd: root,
  stdio: 'inherit',
});
if (status !== 0) process.exit(1);

const { version } = JSON.parse(readFileSync(join(code, 'package.json'), 'utf8'));
rmSync(join(code, 'dist'), { recursive: true, force: true });
// CommonJS: loading Node's own modules costs half of what it does from an ES module.
const OPTIONS = {
  outdir: join(code, 'dist'),
  outExtension: { '.js': '.cjs' },
  bundle: true,
  // Names as well: a bundle a third larger costs a start one more garbage collection.
  minify: true,
  format: 'cjs',
  platform: 'node',
  target: 'node22.12',
  mainFields: ['module', 'main'],
  define: { WAVE_VERSION: JSON.stringify(version), 'import.meta.dirname': '__dirname' },
  logLevel: 'warning',
};

// What is large and not always wanted is a file of its own, loaded by name when it is.
const APART = {
  './otel.ts': { file: 'telemetry', entry: 'src/telemetry/otel.ts' },
  './agent/index.ts': { file: 'agent', entry: 'src/agent/index.ts' },
};

const apart = {
  name: 'apart',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\.ts$/ }, ({ path, kind }) =>
      kind === 'dynamic-import' && Object.hasOwn(APART, path)
        ? { path: `./${APART[path].file}.cjs`, external: true }
        : undefined,
    ),
};

const entries = { wave: 'src/main.ts' };
for (const { file, entry } of Object.values(APART)) entries[file] = entry;
for (const [file, entry] of Object.entries(entries))
  await build({
    ...OPTIONS,
    entryPoints: { [file]: join(code, entry) },
    plugins: [apart],
    // It finds its binary beside itself.
    external: ['@vscode/ripgrep'],
  });
cpSync(join(root, 'examples'), join(code, 'dist/examples'), { recursive: true });
