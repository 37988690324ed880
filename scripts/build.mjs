// Builds every package: types and modules by tsc, the commands as bundles with lazy parts.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import * as zod from 'zod/v4';

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
  './open-telemetry.ts': './telemetry.cjs',
  './open-telemetry.js': './telemetry.cjs',
  './agent/index.ts': './agent.cjs',
  './agent/commands.ts': './commands.cjs',
  '../../host/lone-host.ts': './agent.cjs',
  './guard/index.ts': './guard.cjs',
  './shell/index.ts': './shell.cjs',
  '@wavehooks/shell': './commands-in.cjs',
  './acp/index.ts': './acp.cjs',
  './log/index.ts': './log.cjs',
  './help/index.ts': './help.cjs',
  './screen/load.ts': './screen.cjs',
  './open-screen.tsx': './screen-main.cjs',
  // Ink's own tools for developers, which are never asked for.
  './devtools.js': './devtools.js',
  '@wavehooks/agent-sdk': './agent.cjs',
  'ai/internal': './models.cjs',
  '@ai-sdk/anthropic': './models.cjs',
  '@ai-sdk/openai-compatible': './models.cjs',
  // As it is named in the SDK's sources and in what is built of them.
  './serve/serve.ts': './mcp-serve.cjs',
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

// `wave guard <agent>` as well; the resident process that answers in its place loads the engine once.
const GUARD = join(code, 'src/guard/index.ts');
const SERVE = './resident/serve.ts';

// The agent's tools and the providers describe their inputs with one library: a file of its own, too.
const SHARED = { zod: './zod.cjs', 'zod/v4': './zod.cjs', 'zod/v4/core': './zod.cjs' };

// A start describes no input and reads no command: the schemas for the model are made ahead. Nor does it read or
// write what a tool does. So the bundles that a request goes through load these with the first call of one of their
// functions.
const ON_CALL = {
  zod: { file: SHARED.zod, all: zod },
  'zod/v4': { file: SHARED['zod/v4'], all: zod },
  'zod/v4/core': { file: SHARED['zod/v4/core'], all: zod },
  '@wavehooks/shell/rules': {
    file: './rules.cjs',
    all: await import(join(shell, 'dist/rules.js')),
  },
  'node:fs/promises': { file: 'node:fs/promises', all: await import('node:fs/promises') },
  'node:readline': { file: 'node:readline', all: await import('node:readline') },
};

const onCall = {
  name: 'on-call',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /./, namespace: 'on-call' }, ({ path }) => ({ path, external: true }));
    onResolve({ filter: /^(zod|node:|@wavehooks)/ }, ({ path, kind }) =>
      kind === 'import-statement' && Object.hasOwn(ON_CALL, path)
        ? { path, namespace: 'on-call', sideEffects: false }
        : undefined,
    );
    onLoad({ filter: /./, namespace: 'on-call' }, ({ path }) => ({
      contents: callsOf(ON_CALL[path]),
    }));
  },
};

/** In place of a module: its functions, which load it when they are called, and what can be written out. */
function callsOf({ file, all }) {
  const names = Object.keys(all).filter((name) => name !== 'default');
  const functions = names.filter((name) => isCalled(name, all[name]));
  const values = names.filter((name) => typeof all[name] === 'string' || isPattern(all[name]));
  return [
    ...functions.map((name) => `const $${name} = (...all) => require('${file}').${name}(...all);`),
    `export { ${functions.map((name) => `$${name} as ${name}`)} };`,
    ...values.map((name) => `export const ${name} = ${written(all[name])};`),
    ...(names.includes('z') ? [wholeOfZod(file, functions)] : []),
  ].join('\n');
}

/** Classes are for `new` and for types. */
const isCalled = (name, value) => typeof value === 'function' && !/^_?[A-Z]/.test(name);
const isPattern = (value) => value instanceof RegExp;
const written = (value) => (isPattern(value) ? String(value) : JSON.stringify(value));

/** `z` with all that it has. */
function wholeOfZod(file, functions) {
  const others = Object.keys(zod).filter((name) => !functions.includes(name));
  return [
    `export const z = { ${functions.map((name) => `${name}: $${name}`)},`,
    ...others.map((name) => `get ${name}() { return require('${file}').${name}; },`),
    '};',
  ].join('\n');
}

const external = (table, path) =>
  Object.hasOwn(table, path) ? { path: table[path], external: true } : undefined;

const apart = {
  name: 'apart',
  setup: ({ onResolve }) =>
    onResolve({ filter: /./ }, ({ path, kind, importer }) => {
      if (kind !== 'dynamic-import') return external(SHARED, path);
      if (importer === HOOKS)
        return { path: path === RUN ? './run.cjs' : './hooks.cjs', external: true };
      if (importer === GUARD)
        return { path: path === SERVE ? './guard-serve.cjs' : './guard-tools.cjs', external: true };
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

/** What runs hooks, for the program that other agents start for every event: most have no hook. */
const ENGINE = { 'engine/engine.js': { file: 'engine', names: 'createEngine' } };

/** For every bundle but the one that holds the module. */
const later = (own, table = LATER) => ({
  name: 'later',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^\.{1,2}\/.*\.js$/ }, ({ path, resolveDir }) => {
      const name = relative(join(hooks, 'dist'), join(resolveDir, path));
      return Object.hasOwn(table, name) && table[name].file !== own
        ? { path: name, namespace: 'later', sideEffects: false }
        : undefined;
    });
    onResolve({ filter: /./, namespace: 'later' }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /./, namespace: 'later' }, ({ path }) => ({ contents: calls(table[path]) }));
  },
});

const calls = ({ file, names }) =>
  names
    .split(' ')
    .map((name) => `export const ${name} = (...all) => require('./${file}.cjs').${name}(...all);`)
    .join('\n');

const loadedLater = (file, table = LATER) => ({
  dir: code,
  stdin: {
    contents: Object.entries(table)
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

const hex = (code) => code.toString(16).padStart(4, '0');

/** A bundle in CommonJS has no `import.meta.url` of its own. */
const URL_BANNER = { js: "const wave$url = require('node:url').pathToFileURL(__filename).href;" };

const from = (name, path) => ({ entryPoints: { [name]: path } });

// The parser of an answer's events extends a web stream, and Node loads those when they are first named: with the
// answer, as it is here, and not before the request.
const PARSER = join(root, 'node_modules/eventsource-parser/dist/stream.js');
const parserLater = {
  name: 'parser-later',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^eventsource-parser\/stream$/ }, ({ path }) => ({
      ...{ path, namespace: 'parser-later', sideEffects: false },
    }));
    onLoad({ filter: /./, namespace: 'parser-later' }, () => ({
      contents: `export function EventSourceParserStream(...all) {
        const { EventSourceParserStream: Parser } = require(${JSON.stringify(PARSER)});
        return new Parser(...all);
      }`,
      resolveDir: sdk,
    }));
  },
};

const MODELS = {
  stdin: {
    contents: `
      export { convertToLanguageModelPrompt } from 'ai/internal';
      export { createAnthropic } from '@ai-sdk/anthropic';
      export const createOpenAICompatible = (...all) =>
        require('@ai-sdk/openai-compatible').createOpenAICompatible(...all);`,
    resolveDir: sdk,
    sourcefile: 'models.js',
  },
  entryNames: 'models',
  inject: [join(sdk, 'src/model/send/headers.ts')],
  banner: URL_BANNER,
  first: [onCall, parserLater],
};

// The terminal library lays out with a library that waits at its top level, which a CommonJS bundle cannot. So that one
// is there at once, with its constants, and whoever opens the screen waits for the rest of it.
const YOGA = join(root, 'node_modules/yoga-layout/dist/src');
const layoutLater = {
  name: 'layout-later',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^yoga-layout$/ }, ({ path }) => ({ path, namespace: 'layout-later' }));
    onLoad({ filter: /./, namespace: 'layout-later' }, () => ({
      contents: `
        import constants from './generated/YGEnums.js';
        import { loadYoga } from './load.js';
        const layout = { ...constants };
        export default layout;
        export const loaded = loadYoga().then((all) => Object.assign(layout, all));`,
      resolveDir: YOGA,
    }));
    // What it waits for itself is for its own developers, and nothing that is ever asked for.
    onLoad({ filter: /\/ink\/build\/reconciler\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const contents = text.replace(
        /\bawait (?:import\('\.\/devtools\.js'\)|loadPackageJson\(\))/g,
        '{}',
      );
      if (contents === text) throw new Error(`${path} does not wait where it did`);
      return { contents };
    });
  },
};

const SCREEN = {
  dir: code,
  first: [onCall, layoutLater],
  stdin: {
    contents: `
      import { screen as open } from './open-screen.tsx';
      import { loaded } from 'yoga-layout';
      export const screen = async (...all) => {
        await loaded;
        return open(...all);
      };`,
    resolveDir: join(code, 'src/screen'),
    sourcefile: 'screen-main.js',
  },
  entryNames: 'screen-main',
  jsx: 'automatic',
  banner: URL_BANNER,
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

/** The other commands of a table, as it names them; each is evaluated only when it is called. */
const othersOf = (table, own, file) => ({
  stdin: {
    contents: [...readFileSync(table, 'utf8').matchAll(/await (import\('([^']+)'\))\)\.(\w+)/g)]
      .filter(([, , path]) => path !== own)
      .map(
        ([, load, , name]) =>
          `export const ${name} = async (...all) => (await ${load}).${name}(...all);`,
      )
      .join('\n'),
    resolveDir: dirname(table),
    sourcefile: `${file}.js`,
  },
  entryNames: file,
});

const BUNDLES = [
  { dir: proc, ...LAUNCHER, outdir: 'dist/launcher' },
  { dir: code, ...LAUNCHER },
  { dir: code, ...from('wave', join(code, 'src/main.ts')) },
  { dir: code, ...from('run', join(code, 'src/hooks/event/run-event.ts')) },
  { dir: code, ...othersOf(HOOKS, RUN, 'hooks') },
  loadedLater('scripts'),
  loadedLater('follow'),
  loadedLater('engine', ENGINE),
  {
    dir: code,
    ...from('guard', GUARD),
    plugins: [apart, later(undefined, { ...LATER, ...ENGINE })],
  },
  { dir: code, ...othersOf(GUARD, SERVE, 'guard-tools') },
  { dir: code, ...from('guard-serve', join(code, 'src/guard/resident/serve.ts')) },
  { dir: code, ...from('shell', join(code, 'src/shell/index.ts')) },
  { dir: code, ...from('commands-in', join(shell, 'src/index.ts')) },
  { dir: code, ...from('rules', join(shell, 'src/rules.ts')) },
  { dir: code, ...from('acp', join(code, 'src/acp/index.ts')), banner: URL_BANNER },
  { dir: code, ...from('log', join(code, 'src/log/index.ts')) },
  { dir: code, ...from('help', join(code, 'src/help/index.ts')) },
  { dir: code, ...from('telemetry', join(code, 'src/telemetry/otel.ts')) },
  {
    dir: code,
    ...from('agent', join(code, 'src/agent/index.ts')),
    banner: URL_BANNER,
    first: [onCall],
  },
  {
    dir: code,
    ...from('commands', join(code, 'src/agent/commands.ts')),
    banner: URL_BANNER,
    first: [onCall],
  },
  { dir: code, ...from('screen', join(code, 'src/screen/load.ts')) },
  SCREEN,
  { dir: code, ...MODELS },
  // The supervisor's agent has no servers, no web and no schema, so only the command carries these.
  { dir: code, ...HTML },
  { dir: code, ...from('mcp', join(sdk, 'src/mcp/hub.ts')), banner: URL_BANNER },
  { dir: code, ...from('mcp-serve', join(code, 'src/mcp/serve/serve.ts')), banner: URL_BANNER },
  { dir: code, ...from('schema', join(sdk, 'src/output/compile-schema.ts')) },
  { dir: code, ...ZOD },
  { dir: ccc, ...from('ccc', join(ccc, 'src/main.ts')) },
  { dir: ccc, ...from('guard', join(ccc, 'src/guard.ts')) },
  { dir: ccc, ...from('agent', join(sdk, 'src/index.ts')), banner: URL_BANNER, first: [onCall] },
  { dir: ccc, ...MODELS },
  { dir: ccc, ...ZOD },
  { dir: ccc, ...from('rules', join(shell, 'src/rules.ts')) },
];

for (const dir of [code, ccc]) rmSync(join(dir, 'dist'), { recursive: true, force: true });
// CommonJS: loading Node's own modules costs half of what it does from an ES module, so import() of a
// part becomes require() as well.
for (const { dir, outdir = 'dist', first = [], ...entry } of BUNDLES)
  await build({
    ...COMMON,
    plugins: [...first, apart, ...(dir === code ? [later()] : [])],
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
// The bundler leaves letters in patterns as they are. One beyond ASCII, and V8 holds the whole text with two bytes a
// letter: it takes longer to read, and twice the memory.
for (const dir of [code, ccc])
  for (const name of readdirSync(join(dir, 'dist')).filter((one) => one.endsWith('.cjs'))) {
    const text = readFileSync(join(dir, 'dist', name), 'utf8');
    const plain = text.replace(/[^\0-\x7f]/g, (one) => `\\u${hex(one.charCodeAt(0))}`);
    if (plain !== text) writeFileSync(join(dir, 'dist', name), plain);
  }

// The page of `wave trace`: a script and a style, which the command puts into one file. That of `wave stats`
// has no script.
await build({
  bundle: true,
  minify: true,
  logLevel: 'warning',
  platform: 'browser',
  target: 'es2024',
  format: 'iife',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  entryPoints: {
    trace: join(code, 'page/main.tsx'),
    'trace-style': join(code, 'page/style.css'),
    'stats-style': join(code, 'page/stats.css'),
  },
  outdir: join(code, 'dist'),
});
cpSync(join(root, 'examples'), join(code, 'dist/examples'), { recursive: true });
// `wave help` shows them.
for (const name of readdirSync(join(root, 'docs')))
  if (name.endsWith('.md')) cpSync(join(root, 'docs', name), join(code, 'dist/docs', name));

// Two residents of one build give the same answers; one of another build is another one's.
const built = createHash('sha256');
for (const name of readdirSync(join(code, 'dist')).filter((one) => one.endsWith('.cjs')))
  built.update(readFileSync(join(code, 'dist', name)));
const buildId = built.digest('hex').slice(0, 16);
const program = join(code, 'dist/wave-guard');
const perlText = readFileSync(join(code, 'src/guard/wave-guard.pl'), 'utf8');
// A quote would end the text of the shell that holds it.
if (perlText.includes("'")) throw new Error('wave-guard.pl: a single quote');
const programText = readFileSync(join(code, 'src/guard/wave-guard.sh'), 'utf8')
  .replace('@BUILD@', buildId)
  .replace('@SEPARATOR@', '\x1e')
  .replace('@PERL@', () =>
    perlText
      .replace(/^# .*\n|^#\n/gm, '')
      .replace('@MAX_EVENT@', String(64 * 1024 * 1024))
      .replace('@SEPARATOR@', '\\x1e'),
  );
writeFileSync(program, programText);
chmodSync(program, 0o755);
const programSum = createHash('sha256').update(programText).digest('hex');
writeFileSync(join(code, 'dist/build-id'), `${buildId}\n${programSum}\n`);
