import { join, relative } from 'node:path';
import * as zod from 'zod/v4';
import { code, hooks, shell } from './places.mjs';

// What is large and not always wanted is a file of its own, loaded by name when it is: the model
// libraries come in with the first request, telemetry where a collector is named, MCP servers where one
// is configured, the reader of web pages with the first of them.
/** Packages of providers, each in a file of its own: only the one that is used is loaded. */
export const PROVIDERS = {
  '@ai-sdk/openai': './openai.cjs',
  '@ai-sdk/google': './google.cjs',
  '@ai-sdk/azure': './azure.cjs',
  '@ai-sdk/amazon-bedrock': './bedrock.cjs',
  '@ai-sdk/amazon-bedrock/anthropic': './bedrock-anthropic.cjs',
  '@ai-sdk/google-vertex': './vertex.cjs',
  '@ai-sdk/google-vertex/anthropic': './vertex-anthropic.cjs',
  '@openrouter/ai-sdk-provider': './openrouter.cjs',
};

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
  ...PROVIDERS,
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
export const HOOKS = join(code, 'src/hooks/index.ts');
export const RUN = './event/run-event.ts';

// `wave guard <agent>` as well; the resident process that answers in its place loads the engine once.
export const GUARD = join(code, 'src/guard/index.ts');
export const SERVE = './resident/serve.ts';

// The agent's tools and the providers describe their inputs with one library: a file of its own, too.
export const SHARED = { zod: './zod.cjs', 'zod/v4': './zod.cjs', 'zod/v4/core': './zod.cjs' };

// A start describes no input and reads no command: the schemas for the model are made ahead. Nor does it read or
// write what a tool does. So the bundles that a request goes through load these with the first call of one of their
// functions.
const ON_CALL = {
  ...SHARED,
  '@wavehooks/shell/rules': './rules.cjs',
  'node:fs/promises': 'node:fs/promises',
  'node:readline': 'node:readline',
};
const WHOLE = {
  ...Object.fromEntries(Object.keys(SHARED).map((name) => [name, zod])),
  '@wavehooks/shell/rules': await import(join(shell, 'dist/rules.js')),
  'node:fs/promises': await import('node:fs/promises'),
  'node:readline': await import('node:readline'),
};

/** `table` says where each of those modules is loaded from. */
export const onCallOf = (table) => ({
  name: 'on-call',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /./, namespace: 'on-call' }, ({ path }) => ({ path, external: true }));
    onResolve({ filter: /^(zod|node:|@wavehooks)/ }, ({ path, kind }) =>
      kind === 'import-statement' && Object.hasOwn(table, path)
        ? { path, namespace: 'on-call', sideEffects: false }
        : undefined,
    );
    onLoad({ filter: /./, namespace: 'on-call' }, ({ path }) => ({
      contents: callsOf(table[path], WHOLE[path]),
    }));
  },
});

export const onCall = onCallOf(ON_CALL);

/** In place of a module: its functions, which load it when they are called, and what can be written out. */
function callsOf(file, all) {
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

export const apart = {
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
export const LATER = {
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
export const ENGINE = { 'engine/engine.js': { file: 'engine', names: 'createEngine' } };

/** For every bundle but the one that holds the module. */
export const later = (own, table = LATER) => ({
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

export const loadedLater = (file, table = LATER) => ({
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
export const english = {
  name: 'english',
  setup: ({ onResolve }) =>
    onResolve({ filter: /locales\/index\.js$/ }, ({ resolveDir }) => ({
      path: join(resolveDir, '../locales/en.js'),
    })),
};
