import { ALSO_CALLED } from '@wavehooks/hooks/vocabulary';
import * as z from 'zod';
import { once } from '../base/once.ts';
import { oneAtATime } from '../base/wait.ts';
import type { Ended, TurnResult } from '../conversation/agent-event.ts';
import { INPUT_SCHEMAS } from '../tools/schemas/input-schemas.generated.ts';
import type { AgentRef } from '../vocabulary/agent-ref.ts';
import { done, failed, type Tool, type ToolContext, type ToolResult } from '../vocabulary/tool.ts';
import type { ReadyType } from './agent-types.ts';

/** How deep subagents start subagents: the main agent's own are at depth 1. */
export const MAX_DEPTH = 3;

export interface Assignment {
  readonly type: ReadyType;
  readonly description: string;
  readonly prompt: string;
}

export interface TaskOptions {
  readonly types: ReadonlyMap<string, ReadyType>;
  /** How deep the agent is that has the tool; the main agent is at 0. */
  readonly depth: number;
  readonly onlyReads: (type: ReadyType) => boolean;
  /** Runs a turn of its own to its end. */
  readonly run: (
    assignment: Assignment,
    context: ToolContext,
  ) => Promise<{ readonly agent: AgentRef; readonly turn: TurnResult }>;
}

/** Starts a subagent. It does nothing by itself, so it needs no permission: each call of the subagent does. */
export function taskTool({ types, depth, onlyReads, run }: TaskOptions): Tool<Input> {
  const alone = oneAtATime();
  const input = once(() => inputOf([...types.keys()]));
  const typeOf = (input: unknown) =>
    types.get(known(String((input as Partial<Input> | null | undefined)?.subagent_type)));
  const known = (name: string) => (types.has(name) ? name : (ALSO_KNOWN.get(name) ?? name));
  const changes = (input: unknown) => {
    const type = typeOf(input);
    return type !== undefined && !onlyReads(type);
  };
  return {
    name: 'Task',
    description: describe([...types.values()]),
    get input() {
      return input();
    },
    inputSchema: inputSchemaFor([...types.keys()]),
    get response() {
      return response();
    },
    effect: 'none',
    withDefaults: ({ subagent_type = 'general', ...given }) => ({
      ...given,
      subagent_type: typeof subagent_type === 'string' ? known(subagent_type) : subagent_type,
    }),
    subject: ({ subagent_type }) => subagent_type,
    alone: changes,
    run: async (input, context) => {
      const type = typeOf(input);
      if (type === undefined) return failed(`There is no subagent type "${input.subagent_type}".`);
      if (depth >= MAX_DEPTH) return failed(TOO_DEEP);
      const work = () => run({ ...input, type }, context);
      // A hook may have made one that changes things of one that only reads, after they were lined up.
      const { agent, turn } = await (changes(input) ? alone(work) : work());
      return resultOf(agent, turn);
    },
  };
}

/** Models know these from another agent. */
const ALSO_KNOWN = new Map(
  [...(ALSO_CALLED['agent_type'] ?? [])].map(([ours, theirs]) => [theirs, ours]),
);

const inputOf = (types: readonly string[]) =>
  z.strictObject({
    description: text().describe('What the task is, in three to five words'),
    prompt: text().describe('The whole task: the subagent knows nothing else of this conversation'),
    subagent_type: z.enum(types),
  });

/** What `inputOf` says, with the types of this agent. */
function inputSchemaFor(types: readonly string[]) {
  const schema = INPUT_SCHEMAS.Task;
  const { properties } = schema;
  const subagent_type = { ...properties.subagent_type, enum: types };
  return { ...schema, properties: { ...properties, subagent_type } };
}

const response = once(() =>
  z.strictObject({
    agent_id: z.string().optional().describe('The id of the subagent'),
    agent_type: z.string().optional().describe('Its type'),
    ended: z.string().optional().describe('Why its turn ended, as in the SDK: done, aborted, ...'),
    usage: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('The tokens that it used: inputTokens, outputTokens, cachedTokens'),
  }),
);

const text = () => z.string().refine((value) => value.trim() !== '', 'a text');
type Input = z.infer<ReturnType<typeof inputOf>>;

const describe = (types: readonly ReadyType[]): string =>
  [
    'Gives a task to a subagent, which works on it in a conversation of its own and whose last words are the result. Use it for work that needs many steps and of which only the outcome matters. Several that only read run side by side. Types:',
    ...types.map(({ name, description }) => `- ${name}: ${description}`),
  ].join('\n');

const TOO_DEEP = `Subagents can be nested ${MAX_DEPTH} deep at the most. Do this yourself, step by step.`;

/** What went wrong with a model is the user's to know, so the agent that waits gets our own words. */
const ENDINGS: Record<Ended, (said: string) => Pick<ToolResult, 'success' | 'text'>> = {
  done: (said) => done(said || '(The subagent ended without a word.)'),
  'invalid-output': (said) => failed(`The subagent did not give the output. ${lastWords(said)}`),
  'turn-limit': (said) => failed(`The subagent reached its limit of requests. ${lastWords(said)}`),
  'stop-limit': (said) => failed(`The subagent reached a limit. ${lastWords(said)}`),
  failed: (said) =>
    failed(`The subagent broke off: its model could not be asked. ${lastWords(said)}`),
  blocked: () => failed('The subagent did not start.'),
  halted: () => failed('Interrupted.'),
  aborted: () => failed('Interrupted.'),
};

const lastWords = (said: string) =>
  said === '' ? 'It had said nothing yet.' : `The last it said: ${said}`;

const resultOf = ({ id, type }: AgentRef, turn: TurnResult): ToolResult => ({
  ...ENDINGS[turn.ended](turn.text),
  data: { agent_id: id, agent_type: type, ended: turn.ended, usage: turn.usage },
});
