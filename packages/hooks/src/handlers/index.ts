import { pluginVariables } from '@wavehooks/process';
import type { Entry } from '../entries/entry.ts';
import type { HookEnding } from '../vocabulary/outcome.ts';
import { ahp } from './ahp.ts';
import { broken } from './broken.ts';
import { command } from './command.ts';
import { callback } from './function.ts';
import type { Handler, Job, Raw, Runs } from './handler.ts';
import { http } from './http.ts';
import { mcpTool } from './mcp-tool.ts';
import { agent, prompt } from './prompt.ts';
import { worker } from './worker.ts';

/** Those that hooks can ask for, in settings or in code. */
const ASKED = [command, worker, http, prompt, agent, mcpTool, ahp, callback] as const;
export type Asked = (typeof ASKED)[number];

/** All handler types. */
const HANDLERS: readonly Handler[] = [...ASKED, broken];

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

/** Entries with equal identities are one hook. Texts carry their type and plugin, objects are themselves. */
export function identityOf(entry: Entry): unknown {
  const identity = handlerOf(entry).identity(entry.handler);
  return typeof identity === 'string'
    ? `${entry.handler.type}:${entry.plugin?.root ?? ''}:${identity}`
    : identity;
}

/** What is started for a hook, with its plugin's variables; undefined where nothing is. */
export function runsOf({ handler, plugin }: Pick<Entry, 'handler' | 'plugin'>): Runs | undefined {
  const runs = handlerOf({ handler }).runs?.(handler);
  if (!runs || !plugin) return runs;
  const { inherit = true, set = {} } = runs.env ?? {};
  return { ...runs, env: { inherit, set: { ...set, ...pluginVariables(plugin) } } };
}

/** What settings say of a hook, without what must not be shown. */
export const concealed = (raw: Raw): Raw =>
  handlerFor(raw['type'])?.conceal?.(raw, 'approval') ?? raw;

/** The same for a report of settings that may be wrong: what any handler would hide is hidden. */
export const withoutSecrets = (raw: Raw): Raw =>
  CONFIGURED.reduce((left, handler) => handler.conceal?.(left, 'report') ?? left, raw);

/** The seconds that hooks of a type may take where nothing is said, if they differ from others. */
export const timeoutOfType = (type: unknown): number | undefined => handlerFor(type)?.timeout;

/** What a hook reaches beyond its entry, where no shell runs for it; undefined where that is nothing. */
export const beyondOf = (entry: Pick<Entry, 'handler'>): string | undefined =>
  handlerOf(entry).beyond?.(entry.handler);

/** The directory that a hook runs in, and that its relative paths are seen from. */
export const directoryOf = (entry: Entry, { cwd, root }: { cwd: string; root: string }): string =>
  runsInProject(entry) ? root : cwd;

export const runsInProject = (entry: Entry): boolean => handlerOf(entry).runsIn === 'project';

export const startsProcess = (entry: Entry): boolean => handlerOf(entry).startsProcess;

/** Never rejects, whatever a handler does. */
export async function runEntry(entry: Entry, job: Job): Promise<HookEnding> {
  try {
    return await handlerOf(entry).run(entry.handler, job);
  } catch (error) {
    return { outcome: { is: 'start', error: String(error) }, stdout: '', stderr: '', ms: 0 };
  }
}
