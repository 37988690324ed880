// Builds every package: types and modules by tsc, the command as one bundle with lazy parts.
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const code = join(root, 'packages/code');
const kit = join(root, 'packages/hook-kit');

const { status } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-b', '--force'], {
  cwd: root,
  stdio: 'inherit',
});
if (status !== 0) process.exit(1);

// One file: a hook pays for every module it loads, on every call.
await build({
  outdir: join(kit, 'dist'),
  entryPoints: { index: join(kit, 'src/index.ts'), testing: join(kit, 'src/testing/index.ts') },
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node22.12',
  external: ['wave-hooks'],
  logLevel: 'warning',
});

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

// What is large and not always wanted is a file of its own, loaded by name when it is: the model
// libraries come in with the first request, telemetry where a collector is named.
const MODELS = './models.cjs';
const APART = {
  './otel.ts': './telemetry.cjs',
  './agent/index.ts': './agent.cjs',
  ai: MODELS,
  '@ai-sdk/anthropic': MODELS,
  '@ai-sdk/openai-compatible': MODELS,
};

const apart = {
  name: 'apart',
  setup: ({ onResolve }) =>
    onResolve({ filter: /./ }, ({ path, kind }) =>
      kind === 'dynamic-import' && Object.hasOwn(APART, path)
        ? { path: APART[path], external: true }
        : undefined,
    ),
};

const MODEL_LIBRARIES = `
  export { jsonSchema, streamText } from 'ai';
  export { createAnthropic } from '@ai-sdk/anthropic';
  export { createOpenAICompatible } from '@ai-sdk/openai-compatible';`;

/** A bundle in CommonJS has no `import.meta.url` of its own. */
const URL_BANNER = { js: "const wave$url = require('node:url').pathToFileURL(__filename).href;" };

const ENTRIES = {
  wave: { entryPoints: { wave: join(code, 'src/main.ts') } },
  telemetry: { entryPoints: { telemetry: join(code, 'src/telemetry/otel.ts') } },
  agent: { entryPoints: { agent: join(code, 'src/agent/index.ts') }, banner: URL_BANNER },
  models: {
    stdin: {
      contents: MODEL_LIBRARIES,
      resolveDir: join(root, 'packages/agent-sdk'),
      sourcefile: 'models.js',
    },
    entryNames: 'models',
    banner: URL_BANNER,
  },
};

// CommonJS: loading Node's own modules costs half of what it does from an ES module, so import() of a
// part becomes require() as well.
for (const entry of Object.values(ENTRIES))
  await build({
    ...COMMON,
    ...entry,
    outdir: join(code, 'dist'),
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    supported: { 'dynamic-import': false },
    define: {
      WAVE_VERSION: JSON.stringify(version),
      'import.meta.dirname': '__dirname',
      'import.meta.url': 'wave$url',
    },
    plugins: [apart],
  });
cpSync(join(root, 'examples'), join(code, 'dist/examples'), { recursive: true });
