// Builds every package: types and modules by tsc, the commands as bundles with lazy parts.
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const [code, kit, ccc, sdk, proc, shell, hooks] = [
  'code',
  'hook-kit',
  'ccc',
  'agent-sdk',
  'process',
  'shell',
  'hooks',
].map((name) => join(root, 'packages', name));
const versionOf = (dir) => JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')).version;

// What a module was called before must not be in a package.
for (const name of readdirSync(join(root, 'packages')))
  rmSync(join(root, 'packages', name, 'dist'), { recursive: true, force: true });

const { status } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-b', '--force'], {
  cwd: root,
  stdio: 'inherit',
});
if (status !== 0) process.exit(1);

const COMMON = {
  bundle: true,
  // Names as well: a bundle a third larger costs a start one more garbage collection.
  minify: true,
  platform: 'node',
  target: 'node22.12',
  logLevel: 'warning',
};

// One file: a hook pays for every module it loads, on every call.
await build({
  ...COMMON,
  outdir: join(kit, 'dist'),
  entryPoints: {
    index: join(kit, 'src/index.ts'),
    shell: join(shell, 'src/index.ts'),
    testing: join(kit, 'src/testing/index.ts'),
  },
  format: 'esm',
  external: ['@wavehooks/hooks', '@wavehooks/hooks/vocabulary', '@wavehooks/settings'],
});
// The kit brings its shell reader along, so it brings the types of it as well.
for (const file of ['index', 'commands-in', 'has-option', 'text/unread'])
  cpSync(join(shell, `dist/${file}.d.ts`), join(kit, `dist/shell/${file}.d.ts`));
for (const file of readdirSync(join(kit, 'dist'), { recursive: true }))
  if (file.endsWith('.d.ts')) unindented(join(kit, 'dist', file));

/** The kit is to be small, and a fifth of its types was white space. Each has exports of its own. */
function unindented(file) {
  const text = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    text
      .replace(/^ +/gm, '')
      .replace(/;\n}/g, '\n}')
      .replace(/^export \{\};\n/m, ''),
  );
}

// What is large and not always wanted is a file of its own, loaded by name when it is: the model
// libraries come in with the first request, telemetry where a collector is named, MCP servers where one
// is configured, the reader of web pages with the first of them.
const APART = {
  './otel.ts': './telemetry.cjs',
  './agent/index.ts': './agent.cjs',
  '../../host/lone-host.ts': './agent.cjs',
  './guard/index.ts': './guard.cjs',
  './shell/index.ts': './shell.cjs',
  './help/index.ts': './help.cjs',
  './screen/load.ts': './screen.cjs',
  './open-screen.tsx': './screen.mjs',
  // Ink's own tools for developers, which are never asked for.
  './devtools.js': './devtools.js',
  '@wavehooks/agent-sdk': './agent.cjs',
  'ai/internal': './models.cjs',
  '@ai-sdk/anthropic': './models.cjs',
  '@ai-sdk/openai-compatible': './models.cjs',
  // As it is named in the SDK's sources and in what is built of them.
  './hub.ts': './mcp.cjs',
  './hub.js': './mcp.cjs',
  './compile-schema.ts': './schema.cjs',
  './compile-schema.js': './schema.cjs',
  './html/to-markdown.ts': './html.cjs',
  './html/to-markdown.js': './html.cjs',
};

// `wave hooks run` is called for every event of other agents: it has a file without the other commands.
const HOOKS = join(code, 'src/hooks/index.ts');
const RUN = './event/run-event.ts';

// The agent's tools and the providers describe their inputs with one library: a file of its own, too.
const SHARED = { zod: './zod.cjs', 'zod/v4': './zod.cjs', 'zod/v4/core': './zod.cjs' };

const external = (table, path) =>
  Object.hasOwn(table, path) ? { path: table[path], external: true } : undefined;

const apart = {
  name: 'apart',
  setup: ({ onResolve }) =>
    onResolve({ filter: /./ }, ({ path, kind, importer }) => {
      if (kind !== 'dynamic-import') return external(SHARED, path);
      if (importer === HOOKS)
        return { path: path === RUN ? './run.cjs' : './hooks.cjs', external: true };
      return external(APART, path);
    }),
};

// What is called now and then only, by functions that wait for no promise: in place of such a module of
// the engine's, one whose functions load it from a file of its own at their first call.
const LATER = {
  'scripts/scripts.js': {
    file: 'scripts',
    names: 'reachOf reachOfProgram scriptsOf scriptsOfProgram',
  },
  'scripts/started.js': {
    file: 'scripts',
    names: 'isThere startedBy startedByProgram',
  },
  'scripts/names/commands.js': { file: 'scripts', names: 'isStarter readText' },
  'scripts/follow/follow.js': { file: 'follow', names: 'follow' },
};

/** For every bundle but the one that holds the module. */
const later = (own) => ({
  name: 'later',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^\.{1,2}\/.*\.js$/ }, ({ path, resolveDir }) => {
      const name = relative(join(hooks, 'dist'), join(resolveDir, path));
      return Object.hasOwn(LATER, name) && LATER[name].file !== own
        ? { path: name, namespace: 'later', sideEffects: false }
        : undefined;
    });
    onResolve({ filter: /./, namespace: 'later' }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /./, namespace: 'later' }, ({ path }) => ({ contents: calls(LATER[path]) }));
  },
});

const calls = ({ file, names }) =>
  names
    .split(' ')
    .map((name) => `export const ${name} = (...all) => require('./${file}.cjs').${name}(...all);`)
    .join('\n');

const loadedLater = (file) => ({
  dir: code,
  stdin: {
    contents: Object.entries(LATER)
      .filter(([, row]) => row.file === file)
      .map(([path, { names }]) => `export { ${names.split(' ')} } from './${path}';`)
      .join('\n'),
    resolveDir: join(hooks, 'dist'),
    sourcefile: `${file}.js`,
  },
  entryNames: file,
  plugins: [later(file)],
});

/** The texts of its errors in all languages are half of that library; ours are in English. */
const english = {
  name: 'english',
  setup: ({ onResolve }) =>
    onResolve({ filter: /locales\/index\.js$/ }, ({ resolveDir }) => ({
      path: join(resolveDir, '../locales/en.js'),
    })),
};

/** A bundle in CommonJS has no `import.meta.url` of its own. */
const URL_BANNER = { js: "const wave$url = require('node:url').pathToFileURL(__filename).href;" };

const from = (name, path) => ({ entryPoints: { [name]: path } });
const MODELS = {
  stdin: {
    contents: `
      export { convertToLanguageModelPrompt } from 'ai/internal';
      export { createAnthropic } from '@ai-sdk/anthropic';
      export { createOpenAICompatible } from '@ai-sdk/openai-compatible';`,
    resolveDir: sdk,
    sourcefile: 'models.js',
  },
  entryNames: 'models',
  inject: [join(sdk, 'src/model/send/headers.ts')],
  banner: URL_BANNER,
};

// The terminal library waits at its top level, so it is an ES module behind a small door.
const SCREEN = {
  dir: code,
  ...from('screen', join(code, 'src/screen/open-screen.tsx')),
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  jsx: 'automatic',
  supported: {},
  banner: {
    js: "import { createRequire as wave$create } from 'node:module'; const require = wave$create(import.meta.url); const __dirname = import.meta.dirname, wave$url = import.meta.url;",
  },
};

const HTML = from('html', join(sdk, 'src/tools/web/html/to-markdown.ts'));

const ZOD = {
  stdin: {
    contents: "export * from 'zod/v4'; export { default, z } from 'zod/v4';",
    resolveDir: sdk,
    sourcefile: 'zod.js',
  },
  entryNames: 'zod',
  plugins: [english],
};

// Beside whoever starts it: in the package next to its module, in a bundle next to the bundle.
const LAUNCHER = from('launcher', join(proc, 'src/launcher/program.ts'));

/** The other commands of `wave hooks`, as its table names them; each is evaluated only when it is called. */
const OTHERS = {
  stdin: {
    contents: [...readFileSync(HOOKS, 'utf8').matchAll(/await (import\('([^']+)'\))\)\.(\w+)/g)]
      .filter(([, , path]) => path !== RUN)
      .map(
        ([, load, , name]) =>
          `export const ${name} = async (...all) => (await ${load}).${name}(...all);`,
      )
      .join('\n'),
    resolveDir: join(code, 'src/hooks'),
    sourcefile: 'hooks.js',
  },
  entryNames: 'hooks',
};

const BUNDLES = [
  { dir: proc, ...LAUNCHER, outdir: 'dist/launcher' },
  { dir: code, ...LAUNCHER },
  { dir: code, ...from('wave', join(code, 'src/main.ts')) },
  { dir: code, ...from('run', join(code, 'src/hooks/event/run-event.ts')) },
  { dir: code, ...OTHERS },
  loadedLater('scripts'),
  loadedLater('follow'),
  { dir: code, ...from('guard', join(code, 'src/guard/index.ts')) },
  { dir: code, ...from('shell', join(code, 'src/shell/index.ts')) },
  { dir: code, ...from('help', join(code, 'src/help/index.ts')) },
  { dir: code, ...from('telemetry', join(code, 'src/telemetry/otel.ts')) },
  { dir: code, ...from('agent', join(code, 'src/agent/index.ts')), banner: URL_BANNER },
  { dir: code, ...from('screen', join(code, 'src/screen/load.ts')), supported: {} },
  SCREEN,
  { dir: code, ...MODELS },
  { dir: code, ...HTML },
  // The supervisor's agent has no servers and no schema, so only the command carries these.
  { dir: code, ...from('mcp', join(sdk, 'src/mcp/hub.ts')), banner: URL_BANNER },
  { dir: code, ...from('schema', join(sdk, 'src/output/compile-schema.ts')) },
  { dir: code, ...ZOD },
  { dir: ccc, ...from('ccc', join(ccc, 'src/main.ts')) },
  { dir: ccc, ...from('guard', join(ccc, 'src/guard.ts')) },
  { dir: ccc, ...from('agent', join(sdk, 'src/index.ts')), banner: URL_BANNER },
  { dir: ccc, ...MODELS },
  { dir: ccc, ...HTML },
  { dir: ccc, ...ZOD },
];

for (const dir of [code, ccc]) rmSync(join(dir, 'dist'), { recursive: true, force: true });
// CommonJS: loading Node's own modules costs half of what it does from an ES module, so import() of a
// part becomes require() as well.
for (const { dir, outdir = 'dist', ...entry } of BUNDLES)
  await build({
    ...COMMON,
    plugins: dir === code ? [apart, later()] : [apart],
    outdir: join(dir, outdir),
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    mainFields: ['module', 'main'],
    supported: { 'dynamic-import': false },
    ...entry,
    define: {
      // React and Ink look at themselves while one develops; a user pays for that.
      'process.env.NODE_ENV': '"production"',
      'process.env.DEV': '"false"',
      WAVE_VERSION: JSON.stringify(versionOf(code)),
      CCC_VERSION: JSON.stringify(versionOf(ccc)),
      'import.meta.dirname': '__dirname',
      'import.meta.url': 'wave$url',
    },
    // It finds its binary beside itself.
    external: ['@vscode/ripgrep'],
  });
cpSync(join(root, 'examples'), join(code, 'dist/examples'), { recursive: true });
// `wave help` shows them.
for (const name of readdirSync(join(root, 'docs')))
  if (name.endsWith('.md')) cpSync(join(root, 'docs', name), join(code, 'dist/docs', name));
