import { join } from 'node:path';
import type { Problem } from '@wavehooks/hooks';
import type { Pin } from '@wavehooks/hooks/scripts';
import { isObject, show } from '@wavehooks/hooks/vocabulary';
import { isProjects, type LoadedFile } from '../reading/loaded-file.ts';
import type { SourceName } from '../reading/places.ts';
import { readSettingsFile } from '../reading/read.ts';
import type { JudgedItem } from './judge.ts';
import { serverId } from './server-items.ts';

/** An MCP server as a file names it. What it says is checked by who starts it. */
export interface ServerEntry {
  readonly name: string;
  readonly raw: unknown;
  /** `file:line`. */
  readonly source: string;
  readonly from: SourceName;
  /** Whether it may be started: a project's own only once somebody approved it as it is. */
  readonly trust: 'trusted' | 'unapproved' | 'changed' | 'off';
  /** What its files must be when it is started. */
  readonly pins: readonly Pin[];
}

/** Which servers of the project's own files run: the approved ones, all, or none. */
export type ProjectMode = 'approved' | 'trusted' | 'off';

export const MCP_FILE = '.mcp.json';

/** The project's own list of servers, a file that other agents read as well. */
export function readServersFile(projectDir: string): LoadedFile | undefined {
  const read = readSettingsFile(join(projectDir, MCP_FILE));
  return read && { ...read, name: 'project' };
}

/** A file without its one field says nothing, and was hardly meant so. */
export function faultsOf(shared: LoadedFile | undefined): Problem[] {
  const { mcpServers } = shared?.value ?? { mcpServers: {} };
  if (!shared || isObject(mcpServers)) return [];
  const text = `"mcpServers": expected an object of servers by name, got ${show(mcpServers)}; none is started`;
  return [{ level: 'warning', source: shared.locateIn(['mcpServers']), hook: '', text }];
}

/** Every server that the files name, the weakest file first: a later one of the same name stands in. */
export function serversOf(
  files: readonly LoadedFile[],
  shared: LoadedFile | undefined,
  items: readonly JudgedItem[],
  mode: ProjectMode,
): ServerEntry[] {
  return inOrder(files, shared).flatMap((file) => {
    const { mcpServers } = file.value;
    return Object.entries(isObject(mcpServers) ? mcpServers : {}).map(([name, raw]) => {
      const source = file.locateIn(['mcpServers', name]);
      // By what it says, never by its place: a whole file can be one line.
      const id = serverId(name, raw);
      const item = items.find((one) => one.kind === 'mcp' && one.id === id);
      return { name, raw, source, from: file.name, ...trustOf(file, item, mode) };
    });
  });
}

/** What the whole project shares is weaker than what its `.wave/` says. */
function inOrder(files: readonly LoadedFile[], shared: LoadedFile | undefined): LoadedFile[] {
  const at = files.findIndex(({ name }) => name !== 'user');
  const rest = at < 0 ? files.length : at;
  return [...files.slice(0, rest), ...(shared ? [shared] : []), ...files.slice(rest)];
}

function trustOf(
  file: LoadedFile,
  item: JudgedItem | undefined,
  mode: ProjectMode,
): Pick<ServerEntry, 'trust' | 'pins'> {
  if (!isProjects(file)) return { trust: 'trusted', pins: [] };
  if (mode === 'off') return { trust: 'off', pins: [] };
  if (mode === 'trusted') return { trust: 'trusted', pins: item?.pins ?? [] };
  if (item?.state === 'approved') return { trust: 'trusted', pins: item.approval?.files ?? [] };
  return { trust: item?.state === 'changed' ? 'changed' : 'unapproved', pins: [] };
}
