import { homedir } from 'node:os';
import { join } from 'node:path';
import {
  createEngine,
  type Engine,
  type EngineOptions,
  type Entry,
  type Problem,
} from '@wavehooks/hooks';
import type { Pin } from '@wavehooks/hooks/scripts';
import { TOOL_NAMES } from '@wavehooks/hooks/vocabulary';
import {
  deadMatchers,
  type Opened,
  type OpenOptions,
  openSettings,
  type Reviews,
  reviewsOf,
  webOf,
} from '@wavehooks/settings';
import { resolveAnyModel } from '../model/reachable.ts';
import { resolveModel } from '../model/resolve.ts';
import { checkRules } from '../permissions/rules/check.ts';
import { misnamedText, noName, withMeant } from '../permissions/rules/misnamed.ts';
import type { Rules } from '../permissions/rules/rule.ts';
import {
  AGENT_TYPES,
  type AgentType,
  type ReadyType,
  unknownTools,
} from '../subagent/agent-types.ts';
import { builtinTools } from '../tools/builtin-tools.ts';
import type { Model, Retry } from '../vocabulary/model.ts';
import type { Tool } from '../vocabulary/tool.ts';
import type { AgentOptions } from './options/agent-options.ts';
import { isBuiltin } from './options/check-tools.ts';

// What an agent is made of, each from its options and the settings they name.

type Env = Readonly<Record<string, string | undefined>>;

/** The SDK reads only the files that options name. */
export function openedOf(options: AgentOptions, projectDir: string): Opened | undefined {
  const which = settingsOf(options, projectDir);
  return which && openSettings(which);
}

/** How its hooks can change while it lives; undefined when it reads no settings. */
export function hookReviewsOf(
  options: AgentOptions,
  projectDir: string,
  opened: Opened | undefined,
  engine: Engine,
): Reviews | undefined {
  const which = settingsOf(options, projectDir);
  return which && opened && reviewsOf(which, opened, engine);
}

/** Which settings are read; undefined when none is. */
function settingsOf(options: AgentOptions, projectDir: string): OpenOptions | undefined {
  const { settingSources = [], settings, home, projectHooks, env } = options;
  if (settingSources.length === 0 && settings === undefined) return undefined;
  return {
    projectDir,
    which: settingSources,
    settings,
    ...(home === undefined ? {} : { home }),
    ...(env === undefined ? {} : { env }),
    ...(projectHooks === undefined ? {} : { projectHooks }),
  };
}

/** The model to start with: also one that a server on this machine has, if nothing is named and there is no key. */
export async function firstModelOf(
  options: AgentOptions,
  env: Env,
  opened: Opened | undefined,
  onRetry: (retry: Retry) => void,
): Promise<Model> {
  const { model } = options;
  if (typeof model === 'object') return model;
  const resolved = await resolveAnyModel({ model, env, settings: opened?.settings, onRetry });
  if (typeof resolved === 'string') throw new Error(resolved);
  return resolved;
}

export function modelOf(
  { model }: AgentOptions,
  env: Env,
  opened: Opened | undefined,
  onRetry: (retry: Retry) => void,
): Model {
  if (typeof model === 'object') return model;
  const resolved = resolveModel({ model, env, settings: opened?.settings, onRetry });
  if (typeof resolved === 'string') throw new Error(resolved);
  return resolved;
}

/** Those that are always there, those of files, and those of the options; a missing model is reported now, not in a turn. */
export function typesOf(
  { agents = [] }: AgentOptions,
  resolve: (model: Model | string) => Model,
  ofFiles: readonly ReadyType[] = [],
): Map<string, ReadyType> {
  const ready = ({ model, ...type }: AgentType): ReadyType => ({
    ...type,
    ...(model === undefined ? {} : { model: resolve(model) }),
  });
  const all = [...AGENT_TYPES.map(ready), ...ofFiles, ...agents.map(ready)];
  return new Map(all.map((type) => [type.name, type]));
}

export function engineOf(
  options: AgentOptions,
  opened: Opened | undefined,
  projectDir: string,
  env: Env,
  hears: Pick<EngineOptions, 'observe' | 'traceOf' | 'late' | 'ruleHolds' | 'host'>,
): Promise<Engine> {
  return createEngine({
    sources: options.noHooks ? [] : (opened?.sources ?? []),
    projectDir,
    env,
    ...hears,
    ...(opened ? webOf(opened) : {}),
    launcher: options.launcher ?? true,
    ...(options.lookup ? { lookup: options.lookup } : {}),
    // The options were checked before anything was opened.
    problems: 'report',
    ...(options.hooks && !options.noHooks ? { hooks: options.hooks } : {}),
    ...(opened ? { limits: opened.settings.limits } : {}),
    outputDir: outputDirOf(options),
  });
}

/** What approvals hold: for hooks that may run, and for servers. */
export const pinsInForce = (
  entries: readonly Entry[],
  opened: Opened | undefined,
): readonly Pin[] => [
  ...entries.flatMap(({ approved, pins }) => (approved ? pins : [])),
  ...(opened?.servers ?? []).flatMap(({ pins }) => pins),
];

/** What no command in a sandbox may change: the files of approved hooks and servers, and where hooks are read from. */
export const guardedInForce = (
  entries: readonly Entry[],
  opened: Opened | undefined,
): readonly string[] => [
  ...pinsInForce(entries, opened).map(({ path }) => path),
  ...(opened?.guarded ?? []),
];

/** Where texts too long to pass on are kept. */
export const outputDirOf = ({ home = homedir() }: AgentOptions) => join(home, '.wave', 'outputs');

export function toolsOf(options: AgentOptions): Map<string, Tool> {
  const out = disallowedOf(options);
  const ours = builtinTools().filter(({ name }) => !out.includes(name));
  // Where the name is one of ours, it is ours that is left out.
  const own = (options.tools ?? []).filter(({ name }) => isBuiltin(name) || !out.includes(name));
  return new Map([...ours, ...own].map((tool) => [tool.name, tool]));
}

/** Names of tools that are left out, those that were probably meant among them. */
export const disallowedOf = (options: AgentOptions): readonly string[] =>
  withMeant(options.disallowedTools ?? [], ownNames(options), noName);

const ownNames = ({ tools = [] }: AgentOptions): readonly string[] => tools.map(({ name }) => name);

/** Rules of the settings, of the options, and those that the user gave during the session. */
export function rulesOf(
  options: AgentOptions,
  settings: Rules | undefined,
  given: Partial<Rules> = {},
): Rules {
  const { permissions = {} } = options;
  const all = (kind: keyof Rules) =>
    [settings, permissions, given].flatMap((rules) => rules?.[kind] ?? []);
  const shut = (kind: keyof Rules) => withMeant(all(kind), ownNames(options));
  return { allow: all('allow'), ask: shut('ask'), deny: shut('deny') };
}

/** What is wrong with all of it, and what is missing: a guard that was approved must not vanish unseen. */
export function problemsOf(
  options: AgentOptions,
  opened: Opened | undefined,
  engine: Engine,
  repaired: string | undefined,
): Problem[] {
  const warn = (source: string, text: string, hook = ''): Problem => ({
    level: 'warning',
    source,
    hook,
    text,
  });
  const gone = (opened?.gone ?? []).filter(({ kind }) => kind === 'hook' && !options.noHooks);
  return [
    ...(opened?.problems ?? []),
    ...engine.problems,
    ...deadMatchers(engine.entries, {
      tools: [...TOOL_NAMES, ...ownNames(options)],
      agents: [
        ...[...AGENT_TYPES, ...(options.agents ?? [])].map(({ name }) => name),
        ...(opened?.definitions ?? []).map(({ definition }) => definition.name),
      ],
    }),
    ...unknownTools(options.agents ?? [], toolsOf(options)).map((text) => warn('agents', text)),
    ...unknownOfFiles(options, opened).map(({ source, text }) => warn(source, text)),
    ...disallowedFaults(options).map((text) => warn('disallowedTools', text)),
    ...checkRules(rulesOf(options, opened?.settings.permissions), ownNames(options)).map(
      ({ level, text }) => ({
        ...warn('permissions', text),
        level,
      }),
    ),
    ...[...new Set(gone.map(({ label }) => label))].map((label) =>
      warn(
        'hooks',
        `the approved hook "${label}" was removed from the project's files, or changed (see: wave hooks review)`,
        label,
      ),
    ),
    ...(repaired === undefined ? [] : [warn('session', repaired)]),
  ];
}

/** Files that were written for another agent name its tools: that is no news. */
const unknownOfFiles = (options: AgentOptions, opened: Opened | undefined) =>
  (opened?.definitions ?? []).flatMap(({ definition, file, agent, state }) =>
    state === 'active' && agent === 'wave' && 'tools' in definition
      ? unknownTools([definition as AgentType], toolsOf(options)).map((text) => ({
          source: file,
          text,
        }))
      : [],
  );

function disallowedFaults(options: AgentOptions): readonly string[] {
  const own = ownNames(options);
  return (options.disallowedTools ?? []).flatMap((name) => {
    const wrong = noName(name, own);
    if (!wrong) return [];
    const end =
      wrong.meant === undefined ? '. It leaves out nothing.' : ` ${wrong.meant} is left out.`;
    return [`${misnamedText(wrong)}${end}`];
  });
}
