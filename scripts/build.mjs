// Builds every package: types and modules by tsc, the command as one bundle with lazy parts.
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const code = join(root, 'packages/code');

const { status } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-b'], {
  cwd: root,
  stdio: 'inherit',
});
if (status !== 0) process.exit(1);

const { version } = JSON.parse(readFileSync(join(code, 'package.json'), 'utf8'));
rmSync(join(code, 'dist'), { recursive: true, force: true });
// CommonJS: loading Node's own modules costs half of what it does from an ES module.
await build({
  entryPoints: { wave: join(code, 'src/main.ts') },
  outdir: join(code, 'dist'),
  outExtension: { '.js': '.cjs' },
  bundle: true,
  minifySyntax: true,
  minifyWhitespace: true,
  format: 'cjs',
  platform: 'node',
  target: 'node22.12',
  mainFields: ['module', 'main'],
  define: { WAVE_VERSION: JSON.stringify(version), 'import.meta.dirname': '__dirname' },
  logLevel: 'warning',
});
cpSync(join(root, 'examples'), join(code, 'dist/examples'), { recursive: true });
