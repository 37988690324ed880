import { existsSync, readdirSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { isProjects, type LoadedFile } from '../config/load.ts';
import type { Path } from '../config/read.ts';
import { isObject } from '../shape.ts';
import { fingerprint } from './fingerprint.ts';
import { type Scripts, scriptsOf, scriptsOfProgram } from './scripts.ts';

/** What a project's files can bring that runs code or loosens a rule. */
export type ItemKind = 'hook' | 'mcp' | 'allow' | 'env' | 'command' | 'supervisor';

/** One thing to approve, by its content. */
export interface Item {
  readonly kind: ItemKind;
  readonly id: string;
  /** How a person recognises it. */
  readonly label: string;
  /** `file:line`. */
  readonly source: string;
  readonly content: unknown;
  readonly scripts: Scripts;
}

const NO_SCRIPTS: Scripts = { files: [], coverage: 'full' };

/** Everything in a project's files that needs approval. */
export function itemsOf(
  files: readonly LoadedFile[],
  mcp: Place | undefined,
  projectDir: string,
): Item[] {
  const own = files.filter(isProjects);
  return [
    ...own.flatMap((file) => [
      ...hookItems(file, projectDir),
      ...allowItems(file),
      ...envItems(file),
      ...mcpItems(file, projectDir),
    ]),
    ...(mcp ? mcpItems(mcp, projectDir) : []),
    ...commandItems(projectDir),
    ...supervisorItems(projectDir),
  ];
}

type Place = Pick<LoadedFile, 'value' | 'locateIn'>;

function make(
  kind: ItemKind,
  label: string,
  source: string,
  content: unknown,
  scripts: Scripts,
): Item {
  return { kind, id: idOf(kind, content), label, source, content, scripts };
}

/** The same content is the same item, wherever it stands. */
const idOf = (kind: ItemKind, content: unknown): string => fingerprint([kind, content]);

/** The content of an MCP server is its name and all of its entry. */
const serverContent = (name: string, raw: unknown) => ({ [name]: raw });

export const serverId = (name: string, raw: unknown): string =>
  idOf('mcp', serverContent(name, raw));

/** The content of a hook is its event, its matcher and all of its entry. */
export const hookContent = (event: string, matcher: unknown, entry: unknown) => ({
  event,
  matcher: matcher ?? '',
  entry,
});

function hookItems(file: LoadedFile, projectDir: string): Item[] {
  return Object.entries(file.hooks).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group, at) =>
      listOf(isObject(group) ? group['hooks'] : []).flatMap((entry, index) => {
        const { command, name } = isObject(entry) ? entry : {};
        if (typeof command !== 'string') return [];
        const content = hookContent(event, isObject(group) ? group['matcher'] : '', entry);
        const source = file.locateIn(['hooks', event, at, 'hooks', index]);
        const label = typeof name === 'string' ? name : command.slice(0, 80);
        return [make('hook', label, source, content, scriptsOf(command, projectDir))];
      }),
    ),
  );
}

const allowItems = (file: Place): Item[] =>
  listOf(objectAt(file.value, 'permissions')['allow']).map((rule, at) =>
    make('allow', String(rule), file.locateIn(['permissions', 'allow', at]), rule, NO_SCRIPTS),
  );

const envItems = (file: Place): Item[] =>
  Object.entries(objectAt(file.value, 'env')).map(([name, value]) =>
    make('env', name, file.locateIn(['env', name]), { [name]: value }, NO_SCRIPTS),
  );

const mcpItems = (file: Place, projectDir: string): Item[] =>
  Object.entries(objectAt(file.value, 'mcpServers')).map(([name, server]) => {
    const path: Path = ['mcpServers', name];
    return make(
      'mcp',
      name,
      file.locateIn(path),
      serverContent(name, server),
      programOf(server, projectDir),
    );
  });

function programOf(server: unknown, projectDir: string): Scripts {
  const { command, args, cwd } = isObject(server) ? server : {};
  if (typeof command !== 'string') return { files: [], coverage: 'none' };
  const texts = listOf(args).filter((arg) => typeof arg === 'string');
  const from = resolve(projectDir, typeof cwd === 'string' ? cwd : '');
  return scriptsOfProgram([command, ...texts].map(seenFrom(from, projectDir)), projectDir);
}

/** A file that is named from another directory than the project's is pinned by its whole path. */
const seenFrom = (dir: string, projectDir: string) => (text: string) =>
  dir === projectDir || isAbsolute(text) || !existsSync(join(dir, text)) ? text : join(dir, text);

/** A command of the project is its file: a prompt that is sent in the user's name. */
function commandItems(projectDir: string): Item[] {
  const dir = join(projectDir, '.wave', 'commands');
  return filesBelow(dir).map((file) => {
    const label = relative(dir, file).replace(/\.md$/, '');
    return make('command', label, `${file}:1`, label, { files: [file], coverage: 'full' });
  });
}

/** What a project tells the supervisor's reviewer: it decides when an agent may stop. */
function supervisorItems(projectDir: string): Item[] {
  const file = join(projectDir, '.wave', 'SUPERVISOR.md');
  if (!existsSync(file)) return [];
  const name = 'SUPERVISOR.md';
  return [make('supervisor', name, `${file}:1`, name, { files: [file], coverage: 'full' })];
}

function filesBelow(dir: string): string[] {
  try {
    return readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => join(dir, name));
  } catch {
    return [];
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const objectAt = (
  value: Readonly<Record<string, unknown>>,
  name: string,
): Record<string, unknown> => (isObject(value[name]) ? value[name] : {});
