import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  apart,
  ENGINE,
  english,
  GUARD,
  HOOKS,
  LATER,
  later,
  loadedLater,
  onCall,
  PROVIDERS,
  RUN,
  SERVE,
} from './lazy.mjs';
import { ccc, code, proc, root, sdk, shell } from './places.mjs';

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

const providerBundles = (dir) =>
  Object.entries(PROVIDERS).map(([name, file]) => ({
    dir,
    stdin: {
      contents: `export * from '${name}';`,
      resolveDir: sdk,
      sourcefile: file.slice(2).replace('.cjs', '.js'),
    },
    entryNames: file.slice(2).replace('.cjs', ''),
    banner: URL_BANNER,
  }));

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

export const BUNDLES = [
  { dir: proc, ...LAUNCHER },
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
  ...providerBundles(code),
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
  ...providerBundles(ccc),
  { dir: ccc, ...ZOD },
  { dir: ccc, ...from('rules', join(shell, 'src/rules.ts')) },
];
