// Builds every package: types and modules by tsc, the command as one bundle with lazy parts.
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const code = join(root, 'packages/code');
const ccc = join(root, 'packages/ccc');

const { status } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-b'], {
  cwd: root,
  stdio: 'inherit',
});
if (status !== 0) process.exit(1);

const versionOf = (dir) => JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')).version;
for (const dir of [code, ccc]) rmSync(join(dir, 'dist'), { recursive: true, force: true });
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
  define: {
    WAVE_VERSION: JSON.stringify(versionOf(code)),
    CCC_VERSION: JSON.stringify(versionOf(ccc)),
    'import.meta.dirname': '__dirname',
  },
  logLevel: 'warning',
};

// Telemetry is many times the size of the rest and rarely wanted: a file of its own beside it.
const apart = {
  name: 'apart',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/otel\.ts$/ }, () => ({ path: './telemetry.cjs', external: true })),
};

await build({
  ...OPTIONS,
  entryPoints: { wave: join(code, 'src/main.ts') },
  plugins: [apart],
});
await build({ ...OPTIONS, entryPoints: { telemetry: join(code, 'src/telemetry/otel.ts') } });
await build({
  ...OPTIONS,
  outdir: join(ccc, 'dist'),
  entryPoints: { ccc: join(ccc, 'src/main.ts'), guard: join(ccc, 'src/guard.ts') },
});
cpSync(join(root, 'examples'), join(code, 'dist/examples'), { recursive: true });
