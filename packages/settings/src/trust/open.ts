import { homedir } from 'node:os';
import type { Problem, Source } from '@wavehooks/hooks';
import type { Vouch } from '@wavehooks/hooks/entries';
import { fingerprint, type Pin, UNSEEN } from '@wavehooks/hooks/scripts';
import { withoutNpm } from '@wavehooks/process';
import {
  type ClaudeState,
  claudeState,
  guardedPlaces,
  offProblems,
} from '../definitions/claude-state.ts';
import { type DefinitionFile, isDefinition } from '../definitions/definition.ts';
import { loadDefinitions } from '../definitions/load-definitions.ts';
import { loadAll } from '../reading/load.ts';
import { isProjects, type LoadedFile, type NotTaken } from '../reading/loaded-file.ts';
import type { LoadOptions } from '../reading/places.ts';
import {
  checkSettings,
  type MayCount,
  type RuleEntry,
  type Settings,
} from '../reading/settings.ts';
import { definitionItemsOf } from './definition-items.ts';
import {
  definitionsOf,
  itemFor,
  type OpenedDefinition,
  waitingDefinitions,
} from './definitions.ts';
import { type Item, itemsOf } from './items.ts';
import { type JudgedItem, judge, unknown } from './judge.ts';
import type { Env } from './references.ts';
import { serverItemsOf } from './server-items.ts';
import {
  faultsOf,
  type ProjectMode,
  readServersFile,
  type ServerEntry,
  serversOf,
} from './servers.ts';
import { type Approval, readApprovals } from './store.ts';

export interface OpenOptions extends LoadOptions {
  /** Which hooks and servers of the project's own files run: the approved ones, all, or none. */
  readonly projectHooks?: ProjectMode;
  /**
   * What references in MCP servers are filled in from, below the settings' own, and what says where other
   * agents keep their files; this process's by default.
   */
  readonly env?: Env;
}

/** All settings of a session, with what of the project's may count. */
export interface Opened {
  readonly files: readonly LoadedFile[];
  readonly sources: readonly Source[];
  readonly settings: Settings;
  /** Every rule of every file, with where it stands and whether it counts. */
  readonly rules: readonly RuleEntry[];
  /** MCP servers, the weakest first. */
  readonly servers: readonly ServerEntry[];
  readonly items: readonly JudgedItem[];
  /** Agents and skills, in the order in which their names count. */
  readonly definitions: readonly OpenedDefinition[];
  /** Approved once, and no longer in the project's files. */
  readonly gone: readonly Approval[];
  readonly problems: readonly Problem[];
  /** What of other agents' files is not taken. */
  readonly notTaken: readonly NotTaken[];
  readonly claude: ClaudeState;
  /** Directories that guard the agent because hooks are read from them. */
  readonly guarded: readonly string[];
}

/** Reads settings and approvals. Throws `SettingsError` when a file cannot be read as what it should be. */
export function openSettings(options: OpenOptions): Opened {
  const found = loadAll(options);
  return openFiles([...found.files, ...loadDefinitions(options, found)], options);
}

/** The same for files that were read before: what a review showed, whatever is on disk by now. */
export function openFiles(files: readonly LoadedFile[], options: OpenOptions): Opened {
  const { projectDir, home = homedir(), projectHooks = 'approved' } = options;
  const own = readsProject(options);
  const shared = own ? readServersFile(projectDir) : undefined;
  // Read also where the project has no file any more: its guards may have been taken away.
  const approvals = own ? readApprovals(home, projectDir) : [];
  const judged = (found: readonly Item[]) =>
    found.map((item) => judge(item, approvals, projectDir));
  const first = own
    ? judged([...itemsOf(files, projectDir), ...definitionItemsOf(files, projectDir)])
    : [];
  const may = mayRun(first, projectHooks, projectDir);
  const { settings, rules, problems } = checkSettings(files, may.count);
  // The variables that are in force decide which files a server runs.
  const env = { ...withoutNpm(options.env ?? process.env), ...settings.env };
  const items = [...first, ...judged(serverItemsOf(files, shared, projectDir, env))];
  const claude = claudeState(options, files);
  const definitions = definitionsOf(files, items, projectDir, projectHooks);
  const vouchFor = (file: LoadedFile): Vouch =>
    isDefinition(file) ? () => may.vouchAll(file) : may.vouch;
  return {
    files,
    sources: files
      .filter((file) => projectHooks !== 'off' || !isProjects(file))
      .map((file) => (isProjects(file) ? { ...file, vouch: vouchFor(file) } : file)),
    settings,
    rules,
    servers: serversOf(files, shared, items, projectHooks),
    items,
    gone: approvals.filter(
      ({ kind, id }) => !items.some((item) => item.kind === kind && item.id === id),
    ),
    problems: [
      ...problems,
      ...faultsOf(shared),
      ...offProblems(claude),
      ...waitingDefinitions(definitions),
    ],
    definitions,
    notTaken: files.flatMap(({ notTaken = [] }) => notTaken),
    claude,
    guarded: guardedPlaces(options, files),
  };
}

const readsProject = ({ only, which }: OpenOptions) =>
  !only && (!which || which.some((name) => isProjects({ name })));

/** Approved items run with their files as approved; trusted ones with their files as they are now. */
function mayRun(
  items: readonly JudgedItem[],
  mode: ProjectMode,
  projectDir: string,
): {
  vouch: Vouch;
  vouchAll: (file: DefinitionFile) => ReturnType<Vouch>;
  count: MayCount;
} {
  const byId = new Map(items.map((item) => [item.id, item]));
  const find = (kind: string, content: unknown) => byId.get(fingerprint([kind, content]));
  const by = (item: JudgedItem | undefined): ReturnType<Vouch> => {
    if (!item) return { approved: mode === 'trusted', pins: [] };
    if (mode === 'trusted') return { approved: true, pins: item.pins };
    return item.approval
      ? { approved: true, pins: approvedPins(item, item.approval) }
      : { approved: false, pins: [] };
  };
  return {
    vouch: (content) => by(find('hook', content)),
    vouchAll: (file) => by(itemFor(file, items, projectDir)),
    count: (kind, content) => find(kind, content)?.state === 'approved',
  };
}

/** The approved files, and any that the approval does not know. */
const approvedPins = (item: JudgedItem, approval: Approval): Pin[] => [
  ...approval.files,
  ...(item.state === 'approved'
    ? []
    : unknown(item.reach(), approval).map((mark) => ({ ...mark, hash: UNSEEN }))),
];
