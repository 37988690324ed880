import type { PermissionMode } from '../permissions/rules/rule.ts';
import type { Model } from '../vocabulary/model.ts';
import type { Tool } from '../vocabulary/tool.ts';

/** A kind of subagent. */
export interface AgentType {
  readonly name: string;
  /** What it is for: by this the model chooses. */
  readonly description: string;
  /** Names of the tools that it gets, of those that whoever starts it has; all of them without this. */
  readonly tools?: readonly string[];
  /** Names of tools that it does not get. */
  readonly disallowedTools?: readonly string[];
  /** It counts only where it is stricter than the mode of the session. */
  readonly permissionMode?: PermissionMode;
  /** In place of the agent's own. */
  readonly systemPrompt?: string;
  /** In place of the agent's own: a model, or its name. */
  readonly model?: Model | string;
}

/** A kind whose model is at hand. */
export interface ReadyType extends AgentType {
  readonly model?: Model;
  /** Hooks of this scope run while it works. */
  readonly scope?: string;
}

/** THE TABLE of kinds that are always there. One of the same name in the options replaces it. */
export const AGENT_TYPES: readonly AgentType[] = [
  {
    name: 'general',
    description: 'Any task of several steps. It has all your tools.',
  },
  {
    name: 'explore',
    description:
      'Finds things out in the project: where something is, how it works. It changes nothing.',
    tools: ['Read', 'Glob', 'Grep', 'TodoWrite'],
    systemPrompt:
      'You are Wave, a coding agent that looks around in a project. You can read and search, and change nothing. Answer what was asked with file paths and lines, and say what you did not find. Tools take absolute paths.',
  },
];

export type Tools = ReadonlyMap<string, Tool>;

/** What a subagent of a kind gets, of what there is. Who starts it may have less than the kind names. */
export const toolsOfType = (type: AgentType, tools: Tools): Tools =>
  new Map([...tools].filter(([name]) => mayUse(type, name)));

export const mayDelegate = (type: AgentType): boolean => mayUse(type, 'Task');

export const mayUse = ({ tools, disallowedTools = [] }: AgentType, name: string): boolean =>
  (tools === undefined || tools.some((one) => means(one, name))) &&
  !disallowedTools.some((one) => means(one, name));

/** `mcp__server` and `mcp__server__*` mean all of a server's tools; `Agent` is Claude Code's name for Task. */
function means(said: string, name: string): boolean {
  if (said === name || said === '*') return true;
  if (said === 'Agent') return name === 'Task';
  return said.startsWith('mcp__') && name.startsWith(`${said.replace(/(__)?\*$/, '')}__`);
}

/** Whether it may run beside others: only what can change nothing may, by the tools it really has. */
export const onlyReads = (type: AgentType, tools: Tools): boolean =>
  !mayDelegate(type) &&
  [...toolsOfType(type, tools).values()].every(
    ({ effect }) => effect === 'read' || effect === 'none',
  );

/** Tools that are made with an agent, or that its provider has, and a name for all of them. */
const ELSEWHERE: ReadonlySet<string> = new Set(['Task', 'Agent', 'Skill', 'WebSearch', '*']);

/** Tools that kinds name and nobody has. Those of servers come and go, so they are not looked at. */
export const unknownTools = (types: readonly AgentType[], tools: Tools): readonly string[] =>
  types.flatMap(({ name, tools: names = [] }) =>
    names
      .filter((tool) => !ELSEWHERE.has(tool) && !tool.startsWith('mcp__') && !tools.has(tool))
      .map((tool) => `the subagent type "${name}" names the tool "${tool}", which is not there`),
  );
