import { delimiter } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** What an entry asks of its environment: variables to set, and whether to start from ours. */
export interface EnvSpec {
  readonly inherit: boolean;
  readonly set: Readonly<Record<string, string>>;
}

/** What a clean environment still has: without these hardly a program runs. */
const BASIC = /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_[A-Z]+|TZ|TMPDIR|TERM)$/;

/** Where the plugin is that a hook came with, and where it may keep data. */
export interface PluginDirs {
  readonly root: string;
  readonly data: string;
}

/** The environment that a hook runs in: the same object for each of its runs. */
export function hookEnvironment(
  agent: Env,
  projectDir: string,
  spec?: EnvSpec,
  plugin?: PluginDirs,
): Env {
  const known = made.get(agent) ?? new Map<EnvSpec | undefined, Made>();
  made.set(agent, known);
  const last = known.get(spec);
  if (last?.projectDir === projectDir && last.plugin === plugin) return last.env;
  const env = environmentOf(agent, projectDir, spec, plugin);
  known.set(spec, { projectDir, plugin, env });
  return env;
}

interface Made {
  readonly projectDir: string;
  readonly plugin: PluginDirs | undefined;
  readonly env: Env;
}

const made = new WeakMap<Env, Map<EnvSpec | undefined, Made>>();

/** What says where a hook runs comes last: no entry can set it. */
const environmentOf = (
  agent: Env,
  projectDir: string,
  spec?: EnvSpec,
  plugin?: PluginDirs,
): Env => ({
  ...(spec?.inherit === false ? onlyBasic(agent) : agent),
  ...spec?.set,
  ...projectVariables(projectDir),
  // Hooks written for Claude Code ask by this whether they run under it.
  CLAUDECODE: '1',
  ...(plugin ? pluginVariables(plugin) : NO_PLUGIN),
});

const projectVariables = (projectDir: string) => ({
  WAVE_PROJECT_DIR: projectDir,
  CLAUDE_PROJECT_DIR: projectDir,
});

/** By the names that plugins of Claude Code know. */
export const pluginVariables = ({ root, data }: PluginDirs) => ({
  CLAUDE_PLUGIN_ROOT: root,
  CLAUDE_PLUGIN_DATA: data,
});

/** Wave may itself run in a plugin of somebody else's: its hooks do not. */
const NO_PLUGIN = { CLAUDE_PLUGIN_ROOT: undefined, CLAUDE_PLUGIN_DATA: undefined };

const onlyBasic = (env: Env): Env =>
  Object.fromEntries(Object.entries(env).filter(([name]) => BASIC.test(name)));

/** How the network is reached: no program that talks to the world works without where these are set. */
const NETWORK = /^(https?_proxy|no_proxy|all_proxy|ssl_cert_(file|dir)|node_extra_ca_certs)$/i;

/** What a program of somebody else's starts with: none of the agent's keys are in it. */
export function cleanEnvironment(agent: Env, projectDir: string): Env {
  const network = Object.entries(agent).filter(([name]) => NETWORK.test(name));
  return {
    ...onlyBasic(agent),
    ...projectVariables(projectDir),
    ...Object.fromEntries(network),
  };
}

/** The user's own environment: what `npm start` put around it is taken off again. */
export function withoutNpm(env: Env): Env {
  if (env['npm_lifecycle_event'] === undefined) return env;
  const kept = Object.entries(env).filter(([name, value]) => !isNpms(name, value, env));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, name === 'PATH' ? ownPath(value ?? '') : value]),
  );
}

function isNpms(name: string, value: string | undefined, env: Env): boolean {
  if (name.startsWith('npm_') || name === 'INIT_CWD') return true;
  if (name === 'NODE') return value === env['npm_node_execpath'];
  if (name === 'COLOR') return value === '0' || value === '1';
  // npm sets an editor where the user has none.
  return name === 'EDITOR' && value === 'vi' && env['npm_config_editor'] === 'vi';
}

/** npm puts its directories in front, so only the leading ones are its own. */
function ownPath(path: string): string {
  const parts = path.split(delimiter);
  const first = parts.findIndex(
    (part) => !/[/\\](node_modules[/\\]\.bin|node-gyp-bin)$/.test(part),
  );
  return parts.slice(Math.max(first, 0)).join(delimiter);
}
