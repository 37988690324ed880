import type { Mcp } from '../mcp/api.ts';
import { wordsOf } from './parse.ts';

/**
 * What `/mcp__server__prompt arguments` stands for: the server's prompt with its arguments in their
 * order. Undefined where the text names none; throws what is wrong with one that it names.
 */
export async function expandMcpPrompt(
  text: string,
  mcp: Pick<Mcp, 'prompts' | 'prompt'>,
): Promise<string | undefined> {
  const [, name, rest = ''] = /^\/(mcp__\S+)(?:\s+([\s\S]*))?$/.exec(text.trim()) ?? [];
  if (name === undefined) return undefined;
  const { items, problems } = await mcp.prompts();
  const found = items.find((one) => `mcp__${one.server}__${one.name}` === name);
  if (!found) throw new Error(missing(name, problems));
  const words = wordsOf(rest);
  const args = found.arguments.flatMap(({ name: key }, at) => {
    const isLast = at === found.arguments.length - 1;
    const value = isLast ? words.slice(at).join(' ') : words[at];
    return value ? [[key, value] as const] : [];
  });
  const answer = await mcp.prompt(found.server, found.name, Object.fromEntries(args));
  if (!answer.ok) throw new Error(answer.text);
  return answer.value.flatMap(({ content }) => textOf(content)).join('\n\n');
}

const missing = (name: string, problems: readonly string[]) =>
  [`no MCP server has a prompt /${name}`, ...problems].join('; ');

const textOf = (content: unknown): string[] => {
  const { text } = (content ?? {}) as { text?: unknown };
  return typeof text === 'string' ? [text] : [];
};
