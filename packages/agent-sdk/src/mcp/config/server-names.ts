import { MCP_LIMITS } from './mcp-limits.ts';

/** How a server is called in names of tools: never with two underscores, which end it there. */
export const plainServer = (name: string): string =>
  name
    .replace(/[^A-Za-z0-9-]+/g, '_')
    .replace(/_+/g, '_')
    .replace(/^_|_$/g, '');

/** The name that models, hooks and rules know a tool by. */
export function toolName(server: string, tool: string): string {
  const name = `mcp__${plainServer(server)}__${tool.replace(/[^A-Za-z0-9_-]/g, '_')}`;
  if (name.length <= MCP_LIMITS.nameChars) return name;
  const mark = `_${shortHash(tool)}`;
  return `${name.slice(0, MCP_LIMITS.nameChars - mark.length)}${mark}`;
}

/** Tells names apart that begin alike; the same on every start, so that rules and caches hold. */
function shortHash(text: string): string {
  let hash = 5381;
  for (const char of text) hash = (hash * 33 + (char.codePointAt(0) ?? 0)) % 0x7fffffff;
  return hash.toString(36).padStart(6, '0').slice(-6);
}

/** A server's name must leave room for a tool's. */
export function serverNameFault(name: string): string | undefined {
  const plain = plainServer(name);
  if (plain === '') return 'its name needs a letter or a digit';
  return plain.length > 40 ? 'its name is longer than 40 characters' : undefined;
}
