import { plainServer } from '../mcp/config/server-names.ts';
import type { Mcp, McpPrompt, McpServerState } from '../mcp/mcp-api.ts';
import { wordsOf } from './parse-command.ts';

type Servers = Pick<Mcp, 'servers' | 'ready' | 'prompts' | 'prompt'>;

/**
 * What `/mcp__server__prompt arguments` stands for: the server's prompt with its arguments in their
 * order. A server that is still starting is waited for. Undefined where the text names none; throws
 * what is wrong with one that it names.
 */
export async function expandMcpPrompt(
  text: string,
  mcp: Servers,
  signal: AbortSignal = new AbortController().signal,
): Promise<string | undefined> {
  const [, name, rest = ''] = /^\/(mcp__\S+)(?:\s+([\s\S]*))?$/.exec(text.trim()) ?? [];
  if (name === undefined) return undefined;
  const meant = await meantBy(name, mcp, signal);
  const { items, problems } = await mcp.prompts({ signal });
  const found = items.find((one) =>
    prefixesOf(one.server).some((prefix) => `${prefix}${one.name}` === name),
  );
  if (!found)
    throw new Error([missing(name, mcp), ...meant.flatMap(whyNot), ...problems].join('; '));
  const filled = fill(found, wordsOf(rest));
  const lacking = found.arguments.filter(({ name, required }) => required && !(name in filled));
  if (lacking.length > 0) throw new Error(lackText(name, found, lacking));
  const answer = await mcp.prompt(found.server, found.name, filled, { signal });
  if (!answer.ok) throw new Error(answer.text);
  return answer.value.flatMap(({ content }) => textOf(content)).join('\n\n');
}

/** Words in the order of the arguments; the last one gets all that is left. */
function fill({ arguments: all }: McpPrompt, words: readonly string[]): Record<string, string> {
  const args = all.flatMap(({ name }, at) => {
    const value = at === all.length - 1 ? words.slice(at).join(' ') : words[at];
    return value ? [[name, value] as const] : [];
  });
  return Object.fromEntries(args);
}

type Arguments = McpPrompt['arguments'];

function lackText(name: string, { arguments: all }: McpPrompt, lacking: Arguments): string {
  const names = lacking.map((one) => `"${one.name}"`).join(' and ');
  const form = all.map((one) => (one.required ? one.name : `[${one.name}]`)).join(' ');
  return `/${name} needs ${names}, which ${lacking.length === 1 ? 'is' : 'are'} missing: /${name} ${form}`;
}

/** By the server's own name, and as names of tools have it: that one can always be typed as a word. */
const prefixesOf = (server: string) => [`mcp__${server}__`, `mcp__${plainServer(server)}__`];

/** The servers that a name can mean, each when it is ready or was waited for. */
async function meantBy(name: string, mcp: Servers, signal: AbortSignal): Promise<McpServerState[]> {
  const meant = mcp
    .servers()
    .filter(({ name: server }) => prefixesOf(server).some((prefix) => name.startsWith(prefix)));
  const states = await Promise.all(meant.map((server) => mcp.ready(server.name, { signal })));
  return states.filter((state) => state !== undefined);
}

function missing(name: string, mcp: Servers): string {
  const names = mcp.servers().map((server) => server.name);
  return `no MCP server has a prompt /${name} (servers: ${names.join(', ') || 'none'})`;
}

const whyNot = ({ name, state, reason }: McpServerState): string[] =>
  state === 'ready'
    ? []
    : [`${name}: ${state === 'connecting' ? 'it is still starting' : (reason ?? state)}`];

const textOf = (content: unknown): string[] => {
  const { text } = (content ?? {}) as { text?: unknown };
  return typeof text === 'string' ? [text] : [];
};
