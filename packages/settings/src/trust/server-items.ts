import { resolve } from 'node:path';
import { type Reach, reachOfProgram, scriptsOfProgram } from '@wavehooks/hooks/scripts';
import { isObject } from '@wavehooks/hooks/vocabulary';
import { isProjects, type LoadedFile } from '../reading/loaded-file.ts';
import { type Item, idOf, listOf, makeItem, objectAt, type Place, variablesIn } from './items.ts';
import { type Env, fillReferences } from './references.ts';

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
        programOf(server, projectDir, env, scriptsOfProgram) ?? UNKNOWN,
        () => programOf(server, projectDir, env, reachOfProgram) ?? UNKNOWN,
      ),
    ),
  );
}

/** What an approval of a server is for: its name and all of its entry. */
export const serverId = (name: string, raw: unknown): string => idOf('mcp', contentOf(name, raw));

const contentOf = (name: string, raw: unknown) => ({ [name]: raw });

const UNKNOWN: Reach = { files: [], coverage: 'none', marks: [], gaps: [] };

type Where = Parameters<typeof scriptsOfProgram>[1];

/** References are filled in as they are at its start: the file that runs is the one to pin. */
function programOf<T>(
  server: unknown,
  projectDir: string,
  env: Env,
  look: (argv: Parameters<typeof scriptsOfProgram>[0], where: Where) => T,
): T | undefined {
  const { command, args, cwd, env: sets } = isObject(server) ? server : {};
  if (typeof command !== 'string') return undefined;
  const dir = typeof cwd === 'string' ? filledIn(cwd, env) : '';
  if (dir === undefined) return undefined;
  const texts = [command, ...listOf(args).filter((arg) => typeof arg === 'string')];
  const own = Object.entries(variablesIn(sets)).map(
    ([name, value]) => [name, filledIn(value, env)] as const,
  );
  return look(
    texts.map((text) => filledIn(text, env)),
    { dir: resolve(projectDir, dir), projectDir, env: Object.fromEntries(own) },
  );
}

function filledIn(text: string, env: Env): string | undefined {
  const filled = fillReferences(text, env);
  return 'text' in filled ? filled.text : undefined;
}
