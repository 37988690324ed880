import type { Form, Input } from './translated.ts';

/** Todos one by one, as newer models know them: each changes the list that TodoWrite keeps as a whole. */
export const TASK_FORMS: Readonly<Record<string, Form>> = {
  TaskCreate: ({ subject, activeForm }, { todos }) => list([...todos(), todo(subject, activeForm)]),
  TaskUpdate: ({ taskId, status, subject }, { todos }) =>
    list(
      todos().flatMap((one, at) => {
        if (String(at + 1) !== String(taskId)) return [one];
        if (status === 'deleted') return [];
        return [
          { ...one, ...(status ? { status } : {}), ...(subject ? { content: subject } : {}) },
        ];
      }),
    ),
  TaskList: (_, { todos }) => list(todos()),
  TaskGet: (_, { todos }) => list(todos()),
};

const list = (todos: readonly object[]) => [{ name: 'TodoWrite', input: { todos } }];

const todo = (content: unknown, activeForm: unknown): Input => ({
  content,
  status: 'pending',
  ...(activeForm === undefined ? {} : { activeForm }),
});
