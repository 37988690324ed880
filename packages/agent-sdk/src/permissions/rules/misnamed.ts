import { suggest, TOOL_NAMES } from '@wavehooks/hooks/vocabulary';
import { parseRule } from './parse-rule.ts';

/** A name that no tool has. */
export interface Misnamed {
  readonly tool: string;
  /** The tool, or the server, that was probably meant. */
  readonly meant?: string;
}

/** What of a rule names no tool; `own` are the names of the host's own tools. Those of servers come and go. */
export function misnamed(rule: string, own: readonly string[]): Misnamed | undefined {
  const { tool, fault } = parseRule(rule);
  if (fault !== undefined || tool === undefined || isKnown(tool, own)) return undefined;
  return wrong(tool, MCP.test(tool) ? tool.replace(MCP, 'mcp__') : suggest(tool, all(own)));
}

/** The same where a bare name is expected: `bash` and `Bash(ls)` are none, and mean Bash. */
export function noName(name: string, own: readonly string[]): Misnamed | undefined {
  if (isKnown(name, own)) return undefined;
  const { tool } = parseRule(name);
  const meant = tool !== undefined && isKnown(tool, own) ? tool : misnamed(name, own)?.meant;
  return wrong(name, meant);
}

const all = (own: readonly string[]) => [...TOOL_NAMES, ...own];

const isKnown = (tool: string, own: readonly string[]) =>
  tool.startsWith('mcp__') || all(own).includes(tool);

const wrong = (tool: string, meant: string | undefined): Misnamed => ({
  tool,
  ...(meant === undefined ? {} : { meant }),
});

const MCP = /^mcp[_-]+/i;

export const misnamedText = ({ tool, meant }: Misnamed): string =>
  `there is no tool ${tool}${meant === undefined ? '' : `; did you mean ${meant}?`}`;

/** What shuts a tool shuts also the one that was probably meant: a slip must not leave it open. */
export function withMeant(
  shut: readonly string[],
  own: readonly string[],
  check: typeof misnamed = misnamed,
): readonly string[] {
  const meant = shut.flatMap((one) => check(one, own)?.meant ?? []);
  return [...shut, ...meant.filter((name) => !shut.includes(name))];
}
