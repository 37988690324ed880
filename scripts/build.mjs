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
const COMMON = {
  bundle: true,
  // Names as well: a bundle a third larger costs a start one more garbage collection.
  minify: true,
  platform: 'node',
  target: 'node22.12',
  mainFields: ['module', 'main'],
  logLevel: 'warning',
  // It finds its binary beside itself.
  external: ['@vscode/ripgrep'],
};

// What is large and not always wanted is a bundle of its own, loaded by name when it is.
const APART = { './otel.ts': './telemetry.cjs', './agent/index.ts': './agent/index.mjs' };

const apart = {
  name: 'apart',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\.ts$/ }, ({ path, kind }) =>
      kind === 'dynamic-import' && Object.hasOwn(APART, path)
        ? { path: APART[path], external: true }
        : undefined,
    ),
};

// CommonJS: loading Node's own modules costs half of what it does from an ES module.
for (const [file, entry] of Object.entries({
  wave: 'src/main.ts',
  telemetry: 'src/telemetry/otel.ts',
}))
  await build({
    ...COMMON,
    entryPoints: { [file]: join(code, entry) },
    outdir: join(code, 'dist'),
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    define: { WAVE_VERSION: JSON.stringify(version), 'import.meta.dirname': '__dirname' },
    plugins: [apart],
  });

// The agent in parts, so that the model libraries are read only when a request is made.
await build({
  ...COMMON,
  entryPoints: { index: join(code, 'src/agent/index.ts') },
  outdir: join(code, 'dist/agent'),
  outExtension: { '.js': '.mjs' },
  format: 'esm',
  splitting: true,
  define: { WAVE_VERSION: JSON.stringify(version) },
  banner: {
    js: "import { createRequire as wave$require } from 'node:module'; const require = wave$require(import.meta.url);",
  },
});
cpSync(join(root, 'examples'), join(code, 'dist/examples'), { recursive: true });
