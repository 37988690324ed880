import type { Entry } from '../entries/entry.ts';
import type { HookEnding } from '../vocabulary/outcome.ts';
import { broken } from './broken.ts';
import { command } from './command.ts';
import { callback } from './function.ts';
import type { Handler, Job, Runs } from './handler.ts';
import { worker } from './worker.ts';

/** All handler types. */
const HANDLERS: readonly Handler[] = [command, worker, callback, broken];

const BY_TYPE = new Map(HANDLERS.map((handler) => [handler.type, handler]));

/** Those that settings can ask for. */
export const CONFIGURED: readonly Handler[] = HANDLERS.filter(({ from }) => from === 'settings');

/** The handler that an entry asks for; the engine's own nobody can ask for. */
export function handlerFor(type: unknown): Handler | undefined {
  const found = typeof type === 'string' ? BY_TYPE.get(type) : undefined;
  return found?.from === 'engine' ? undefined : found;
}

export const handlerOf = ({ handler }: Pick<Entry, 'handler'>): Handler =>
  BY_TYPE.get(handler.type) ?? broken;

/** Entries with equal identities are one hook. Texts carry their type, objects are themselves. */
export function identityOf(entry: Entry): unknown {
  const identity = handlerOf(entry).identity(entry.handler);
  return typeof identity === 'string' ? `${entry.handler.type}:${identity}` : identity;
}

/** What a shell runs for a hook, with the variables of its plugin; undefined where none does. */
export function runsOf(entry: Pick<Entry, 'handler' | 'plugin'>): Runs | undefined {
  const runs = handlerOf(entry).runs?.(entry.handler);
  if (!runs || !entry.plugin) return runs;
  const known = withPlugin.get(entry);
  const set = { ...runs.env?.set, ...pluginVariables(entry.plugin) };
  const made = known ?? { ...runs, env: { inherit: runs.env?.inherit ?? true, set } };
  withPlugin.set(entry, made);
  return made;
}

/** The same object each time: environments are kept by what they are made of. */
const withPlugin = new WeakMap<object, Runs>();

/** The names by which a plugin's hooks find its files. */
export const pluginVariables = ({ root, data }: NonNullable<Entry['plugin']>) => ({
  CLAUDE_PLUGIN_ROOT: root,
  CLAUDE_PLUGIN_DATA: data,
});

/** The directory that a hook runs in, and that its relative paths are seen from. */
export const directoryOf = (entry: Entry, { cwd, root }: { cwd: string; root: string }): string =>
  runsInProject(entry) ? root : cwd;

export const runsInProject = (entry: Entry): boolean => handlerOf(entry).runsIn === 'project';

export const startsProcess = (entry: Entry): boolean => handlerOf(entry).startsProcess;

/** Never rejects, whatever a handler does. */
export async function runEntry(entry: Entry, job: Job): Promise<HookEnding> {
  try {
    return await handlerOf(entry).run(entry.handler, inPlugin(entry, job));
  } catch (error) {
    return { outcome: { is: 'start', error: String(error) }, stdout: '', stderr: '', ms: 0 };
  }
}

/** A plugin's hooks find its files by variables of its own. */
function inPlugin({ plugin }: Entry, job: Job): Job {
  if (!plugin) return job;
  const known = environments.get(plugin);
  const env = known?.of === job.env ? known.env : { ...job.env, ...pluginVariables(plugin) };
  environments.set(plugin, { of: job.env, env });
  return { ...job, env };
}

/** The same object each time: environments are kept by what they are made of. */
const environments = new WeakMap<object, { readonly of: Job['env']; readonly env: Job['env'] }>();
