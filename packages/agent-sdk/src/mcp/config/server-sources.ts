import type { Problem } from '@wavehooks/hooks';
import { isObject, show } from '@wavehooks/hooks/vocabulary';
import { fillReferences, type Opened, readSettingsFile, SettingsError } from '@wavehooks/settings';
import { readServer, type Surroundings, serverFault } from './read-server.ts';
import type { Configured } from './server-spec.ts';

/**
 * THE TABLE of where servers come from, the weakest first: a later one of the same name stands in for
 * the earlier, which Wave reports. One that may not run stands in for nobody.
 *
 * | source | runs |
 * | `~/.wave/settings.json` | at once |
 * | `.mcp.json` of the project | once approved |
 * | `.wave/settings.json`, `.wave/settings.local.json` | once approved |
 * | `--settings FILE` | at once |
 * | `--mcp-config FILE`, in their order | at once |
 * | `AgentOptions.mcpServers` | at once |
 */
export interface ServerSources extends Surroundings {
  readonly opened: Opened | undefined;
  /** Files of `--mcp-config`. */
  readonly files?: readonly string[] | undefined;
  readonly given?: Readonly<Record<string, unknown>> | undefined;
}

export interface Servers {
  readonly servers: readonly Configured[];
  readonly problems: readonly Problem[];
}

type Named = Pick<Opened['servers'][number], 'name' | 'raw' | 'source' | 'trust' | 'pins'>;

/** Throws `SettingsError` for a file that was named and cannot be read. */
export function configuredServers(sources: ServerSources): Servers {
  const named = [
    ...(sources.opened?.servers ?? []),
    ...fromFiles(sources),
    ...fromOptions(sources),
  ];
  const wanted = named.filter(({ trust }) => trust !== 'off');
  const problems: Problem[] = [];
  const warn = ({ name, source }: Named, text: string, level: Problem['level'] = 'warning') =>
    problems.push({ level, source, hook: '', text: `MCP server "${name}": ${text}` });
  const servers = new Map<string, Configured>();
  for (const one of wanted) {
    const before = servers.get(one.name);
    if (before && one.trust === 'trusted' && before.use.is !== 'needs approval')
      warn(one, `it stands in for the one of ${before.source}`);
    if (before && one.trust !== 'trusted') warn(one, waitsFor(one));
    else
      servers.set(
        one.name,
        configured(one, sources, (text, level) => warn(one, text, level)),
      );
  }
  return { servers: [...servers.values()], problems };
}

function fromFiles({ files = [] }: ServerSources): Named[] {
  return files.flatMap((file) => {
    const read = readSettingsFile(file);
    if (!read) throw new SettingsError(`${file}: there is no such file`);
    const { mcpServers } = read.value;
    if (!isObject(mcpServers))
      throw new SettingsError(
        `${read.locateIn(['mcpServers'])}: "mcpServers": expected an object of servers by name, got ${show(mcpServers)}`,
      );
    return Object.entries(mcpServers).map(([name, raw]) =>
      trusted(name, raw, read.locateIn(['mcpServers', name])),
    );
  });
}

const fromOptions = ({ given = {} }: ServerSources): Named[] =>
  Object.entries(given).map(([name, raw]) => trusted(name, raw, `mcpServers.${name}`));

const trusted = (name: string, raw: unknown, source: string): Named => ({
  name,
  raw,
  source,
  trust: 'trusted',
  pins: [],
});

function configured(
  one: Named,
  around: Surroundings,
  warn: (text: string, level?: Problem['level']) => void,
): Configured {
  const { name, source } = one;
  const made = (use: Configured['use']): Configured => ({
    name,
    source,
    target: targetOf(one.raw),
    address: addressOf(one.raw, around.env),
    use,
  });
  // What could not start anyway is reported as that: approving it would not help.
  if (one.trust !== 'trusted' && serverFault(one.raw) === undefined) {
    warn(waitsFor(one));
    return made({ is: 'needs approval', reason: waitsFor(one) });
  }
  const read = readServer(one.raw, one.pins, around);
  if ('off' in read) return made({ is: 'off' });
  if ('fault' in read) {
    warn(`${read.fault}; it is not started`, 'error');
    return made({ is: 'wrong', reason: read.fault });
  }
  for (const text of read.warnings) warn(text);
  return made({ is: 'start', spec: read.spec });
}

const waitsFor = ({ trust }: Named): string =>
  trust === 'changed'
    ? 'it changed since it was approved, so it is not started (see: wave hooks review)'
    : 'nobody has approved it, so it is not started (see: wave hooks approve)';

function addressOf(raw: unknown, env: Surroundings['env']): URL | undefined {
  const url = isObject(raw) ? raw['url'] : undefined;
  const filled = typeof url === 'string' ? fillReferences(url, env) : undefined;
  return filled && 'text' in filled ? (URL.parse(filled.text) ?? undefined) : undefined;
}

function targetOf(raw: unknown): string {
  const { command, args, url } = isObject(raw) ? raw : {};
  const parts = [command, ...(Array.isArray(args) ? args : []), url];
  return parts
    .filter((part) => typeof part === 'string')
    .map(asTyped)
    .join(' ');
}

/** Quoted as in a shell where it would not be one word otherwise. */
const asTyped = (word: string): string =>
  /[\s"'`\\;&|<>()]/.test(word) || word === '' ? `'${word.replaceAll("'", `'\\''`)}'` : word;
