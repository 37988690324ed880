import type { ToolBlock } from '@wavehooks/agent-sdk';

/** An entry of the agent's list. */
export interface Todo {
  readonly content: string;
  readonly status: string;
}

/** The list that a call wrote; undefined for any other call, and for one that failed. */
export function todosOf({ name, parameters, success }: ToolBlock): readonly Todo[] | undefined {
  const { todos } = parameters;
  if (name !== 'TodoWrite' || success === false || !Array.isArray(todos)) return undefined;
  return todos.map(({ content, status }) => ({
    content: String(content),
    status: String(status),
  }));
}

/** What a call made different. */
export const changedTodos = (now: readonly Todo[], before: readonly Todo[]): readonly Todo[] =>
  now.filter(
    ({ content, status }) =>
      !before.some((one) => one.content === content && one.status === status),
  );

export const isDone = ({ status }: Todo): boolean => status === 'completed';
