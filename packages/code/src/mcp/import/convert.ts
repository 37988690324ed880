import { type Around, type Peer, type PeerFile, RULES } from './peers.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface Converted {
  readonly server: Fields;
  /** Fields of theirs that have no counterpart. */
  readonly left: readonly string[];
}

/** An entry of a peer as `mcpServers` has it. */
export function convert(
  peer: Peer,
  entry: Fields,
  around: Around,
  level: PeerFile['level'],
): Converted {
  const rules = RULES[peer];
  const left = Object.keys(entry).filter((field) => !Object.hasOwn(rules, field));
  const server: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(entry))
    for (const [name, ours] of Object.entries(rules[field]?.(value) ?? {}))
      server[name] = isTable(ours) && isTable(server[name]) ? { ...server[name], ...ours } : ours;
  return { server: withVariables(server, around, level), left };
}

const isTable = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The editors write variables in a way of their own. One that has no counterpart stays, and is reported as not set. */
function withVariables(
  server: Fields,
  { home, projectDir }: Around,
  level: PeerFile['level'],
): Fields {
  const read = (text: string) =>
    text
      .replace(/\$\{env:(\w+)\}/g, '${$1}')
      .replace(
        /\$\{input:([^}]+)\}/g,
        (_, id: string) => `\${${id.toUpperCase().replace(/\W/g, '_')}}`,
      )
      .replaceAll('${userHome}', home)
      .replace(/\$\{workspaceFolder\}/g, (all) => (level === 'project' ? projectDir : all));
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return read(value);
    if (Array.isArray(value)) return value.map(walk);
    if (!isTable(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner)]));
  };
  return walk(server) as Fields;
}
