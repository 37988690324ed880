import { isObject } from '@wavehooks/hooks/vocabulary';
import type { Call } from '../../vocabulary/model.ts';
import type { Tool } from '../../vocabulary/tool.ts';
import { patchCalls } from './patch-calls.ts';
import { TASK_FORMS } from './task-forms.ts';

/** A call as Wave makes it. */
export type OwnCall = Pick<Call, 'name' | 'input'>;

export type Input = Readonly<Record<string, unknown>>;

export interface Known {
  readonly tools: ReadonlyMap<string, Tool>;
  /** The list of todos as it is. */
  readonly todos: () => readonly object[];
}

export type Form = (input: Input, known: Known) => readonly OwnCall[] | undefined;

/**
 * THE TABLE of calls that are Wave's own in other words: names that models know from other agents, and forms that
 * stand for several calls. Hooks, rules and people see Wave's; the model gets back what it said.
 */
const FORMS: Readonly<Record<string, Form>> = {
  ...TASK_FORMS,
  Agent: ({ description, prompt, subagent_type = 'general' }) => [
    { name: 'Task', input: { description, prompt, subagent_type } },
  ],
  MultiEdit: editsOf,
  AgentOutputTool: ({ agentId }) => output(agentId),
  TaskOutput: ({ task_id, bash_id }) => output(task_id ?? bash_id),
  KillBash: ({ shell_id, bash_id }) => kill(shell_id ?? bash_id),
  TaskStop: ({ task_id, shell_id }) => kill(task_id ?? shell_id),
};

/** Forms of Wave's own tools. Some have fewer fields than another agent's tools of that name, and do without. */
const OWN_FORMS: Readonly<Record<string, Form>> = {
  Edit: editsOf,
  Task: without('Task', ['model', 'run_in_background', 'resume', 'max_turns', 'name', 'isolation']),
  BashOutput: without('BashOutput', ['filter', 'block', 'timeout', 'wait_up_to']),
  ToolCall: ({ tool, input = {} }, { tools }) =>
    typeof tool === 'string' && tools.has(tool) ? [{ name: tool, input }] : undefined,
  apply_patch: (input) => patchCalls(Object.values(input).find((one) => typeof one === 'string')),
};

/** What a call stands for; undefined where it is Wave's own, or nobody's. */
export function translated({ name, input }: Call, known: Known): readonly OwnCall[] | undefined {
  const table = known.tools.has(name) ? OWN_FORMS : FORMS;
  if (!isObject(input) || !Object.hasOwn(table, name)) return undefined;
  const own = table[name]?.(input, known);
  return own && own.length > 0 && own.every((one) => known.tools.has(one.name)) ? own : undefined;
}

function without(name: string, fields: readonly string[]): Form {
  const isOurs = ([field]: [string, unknown]) => !fields.includes(field);
  return (input) => {
    const own = Object.entries(input).filter(isOurs);
    const isWhole = own.length === Object.keys(input).length;
    return isWhole ? undefined : [{ name, input: Object.fromEntries(own) }];
  };
}

/** Several edits of one file are as many calls, each in the form that hooks know. */
function editsOf({ file_path, edits }: Input): readonly OwnCall[] | undefined {
  if (!Array.isArray(edits) || !edits.every(isObject)) return undefined;
  return edits.map((one) => ({ name: 'Edit', input: { file_path, ...one } }));
}

const output = (bash_id: unknown): readonly OwnCall[] => [
  { name: 'BashOutput', input: { bash_id } },
];
const kill = (shell_id: unknown): readonly OwnCall[] => [
  { name: 'KillShell', input: { shell_id } },
];
