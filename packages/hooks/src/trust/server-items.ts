import { existsSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { isProjects, type LoadedFile } from '../config/load.ts';
import { isObject } from '../shape.ts';
import { type Item, idOf, listOf, makeItem, objectAt, type Place } from './items.ts';
import { type Env, fillReferences } from './references.ts';
import { type Scripts, scriptsOfProgram } from './scripts.ts';

/** The MCP servers of a project's files, each of which needs approval. */
export function serverItemsOf(
  files: readonly LoadedFile[],
  shared: Place | undefined,
  projectDir: string,
  env: Env,
): Item[] {
  return [...files.filter(isProjects), ...(shared ? [shared] : [])].flatMap((file) =>
    Object.entries(objectAt(file.value, 'mcpServers')).map(([name, server]) =>
      makeItem(
        'mcp',
        name,
        file.locateIn(['mcpServers', name]),
        contentOf(name, server),
        programOf(server, projectDir, env),
      ),
    ),
  );
}

/** What an approval of a server is for: its name and all of its entry. */
export const serverId = (name: string, raw: unknown): string => idOf('mcp', contentOf(name, raw));

const contentOf = (name: string, raw: unknown) => ({ [name]: raw });

const UNKNOWN: Scripts = { files: [], coverage: 'none' };

/** References are filled in as they are at its start: the file that runs is the one to pin. */
function programOf(server: unknown, projectDir: string, env: Env): Scripts {
  const { command, args, cwd } = isObject(server) ? server : {};
  if (typeof command !== 'string') return UNKNOWN;
  const dir = typeof cwd === 'string' ? filledIn(cwd, env) : '';
  if (dir === undefined) return UNKNOWN;
  const seen = seenFrom(resolve(projectDir, dir), projectDir);
  const texts = [command, ...listOf(args).filter((arg) => typeof arg === 'string')];
  const filled = texts.map((text) => filledIn(text, env));
  return scriptsOfProgram(
    filled.map((text) => (text === undefined ? undefined : seen(text))),
    projectDir,
  );
}

function filledIn(text: string, env: Env): string | undefined {
  const filled = fillReferences(text, env);
  return 'text' in filled ? filled.text : undefined;
}

/** A file that is named from another directory than the project's is pinned by its whole path. */
const seenFrom = (dir: string, projectDir: string) => (text: string) => {
  if (dir === projectDir || isAbsolute(text) || text.startsWith('-')) return text;
  return text.includes('/') || existsSync(join(dir, text)) ? join(dir, text) : text;
};
