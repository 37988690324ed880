import * as z from 'zod';
import { once } from '../base/once.ts';
import { done, type Todo, type Tool } from '../vocabulary/tool.ts';
import { INPUT_SCHEMAS } from './schemas/input-schemas.generated.ts';

const todoList = once(() =>
  z.array(
    z.strictObject({
      content: z.string().min(1).describe('What is to be done'),
      status: z.enum(['pending', 'in_progress', 'completed']),
      activeForm: z.string().optional().describe('The same while it is being done'),
    }),
  ),
);

const input = once(() =>
  z.strictObject({
    todos: todoList().describe('The whole list; it replaces the one before'),
  }),
);

const response = once(() =>
  z.strictObject({
    oldTodos: todoList().describe('The list before the call'),
    newTodos: todoList().describe('The list after it'),
  }),
);

export const todoWrite: Tool<z.infer<ReturnType<typeof input>>> = {
  name: 'TodoWrite',
  description:
    'Keeps the list of what is to be done in this session, for work of several steps. Have one entry in progress at a time, and mark each as completed as soon as it is.',
  get input() {
    return input();
  },
  inputSchema: INPUT_SCHEMAS.TodoWrite,
  get response() {
    return response();
  },
  effect: 'none',
  run: async ({ todos }, { memory }) => {
    const oldTodos = memory.todos;
    memory.todos = todos;
    return done(`The list was kept. ${stateOf(todos)}`, { oldTodos, newTodos: todos });
  },
};

function stateOf(todos: readonly Todo[]): string {
  const many = (status: Todo['status']) => todos.filter((todo) => todo.status === status).length;
  return `${many('completed')} completed, ${many('in_progress')} in progress, ${many('pending')} pending.`;
}
