// The package managers, real ones, each with a cache of its own: nothing from an earlier run can stand in.
import { join } from 'node:path';

/** Exact versions, installed apart by scripts/ways-in.mjs. */
export const MANAGER_TOOLS = {
  pnpm: '12.18.0',
  '@yarnpkg/cli-dist': '4.18.1',
  'yarn-classic': 'npm:yarn@1.22.22',
};

/**
 * `install` and `exec` are words after the program; `files` is what a project of that manager has.
 * `program` is the words that start it: with the Node under test, where it is written for Node.
 */
export const MANAGERS = {
  npm: {
    program: () => ['npm'],
    install: (specs) => ['install', '-D', ...specs],
    exec: ['exec', '--offline', '--'],
    env: (cache) => ({ npm_config_cache: cache }),
    files: {},
  },
  pnpm: {
    program: (tools) => [join(tools, '.bin/pnpm')],
    install: (specs) => ['add', '-D', '-w', ...specs],
    exec: ['exec'],
    env: (cache) => ({ npm_config_store_dir: cache, XDG_CACHE_HOME: cache }),
    files: {},
  },
  yarn: {
    program: (tools, node) => [node, join(tools, '@yarnpkg/cli-dist/bin/yarn.js')],
    install: (specs) => ['add', '-D', ...specs],
    exec: ['run'],
    env: (cache) => ({ YARN_GLOBAL_FOLDER: cache, YARN_ENABLE_TELEMETRY: '0', CI: '' }),
    // A hook is started as "node hook.mjs", which knows node_modules only.
    files: { '.yarnrc.yml': 'nodeLinker: node-modules\n', 'yarn.lock': '' },
  },
  'yarn-classic': {
    program: (tools, node) => [node, join(tools, 'yarn-classic/bin/yarn.js')],
    install: (specs) => ['add', '-D', '-W', '--no-progress', ...specs],
    exec: ['run', '--silent'],
    env: (cache) => ({ YARN_CACHE_FOLDER: cache }),
    files: {},
  },
};
