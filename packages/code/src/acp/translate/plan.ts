import type { PlanEntry, SessionUpdate } from '@agentclientprotocol/sdk';
import type { ToolBlock } from '@wavehooks/agent-sdk';

const STATUSES: readonly PlanEntry['status'][] = ['pending', 'in_progress', 'completed'];

/** The list that TodoWrite kept, as an editor's plan; undefined for any other call. */
export function planOf({ name, parameters, stage, success }: ToolBlock): SessionUpdate | undefined {
  if (name !== 'TodoWrite' || stage !== 'end' || success === false) return undefined;
  const todos: readonly unknown[] = Array.isArray(parameters['todos']) ? parameters['todos'] : [];
  return { sessionUpdate: 'plan', entries: todos.flatMap(entryOf) };
}

function entryOf(todo: unknown): PlanEntry[] {
  const { content, status } = Object(todo) as { content?: unknown; status?: unknown };
  const known = STATUSES.find((one) => one === status);
  if (typeof content !== 'string' || known === undefined) return [];
  return [{ content, status: known, priority: 'medium' }];
}

/** A list that was kept is a plan and no call. */
export const isPlan = ({ name, success }: Pick<ToolBlock, 'name' | 'success'>): boolean =>
  name === 'TodoWrite' && success !== false;
