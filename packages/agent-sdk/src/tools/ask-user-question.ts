import * as z from 'zod';
import { once } from '../base/once.ts';
import { done, failed, type Tool } from '../vocabulary/tool.ts';
import { INPUT_SCHEMAS } from './schemas/input-schemas.generated.ts';

const input = once(() =>
  z.strictObject({
    questions: z
      .array(
        z.strictObject({
          question: z.string().min(1),
          header: z.string().optional().describe('A word or two that name the question'),
          options: z
            .array(
              z.strictObject({
                label: z.string().min(1),
                description: z.string().optional().describe('What choosing it means'),
              }),
            )
            .min(2)
            .max(4),
          multiSelect: z.boolean().optional().describe('Several options may be chosen'),
        }),
      )
      .min(1)
      .max(4),
  }),
);

const response = once(() =>
  z.strictObject({
    answers: z.record(z.string(), z.string()).describe('The answers, by the text of the question'),
  }),
);

export const askUserQuestion: Tool<z.infer<ReturnType<typeof input>>> = {
  name: 'AskUserQuestion',
  description:
    'Asks the user to choose, where the work cannot go on well without it. The user can always answer in their own words instead.',
  get input() {
    return input();
  },
  inputSchema: INPUT_SCHEMAS.AskUserQuestion,
  get response() {
    return response();
  },
  effect: 'none',
  run: async ({ questions }, { ask, signal }) => {
    if (ask === undefined)
      return failed('Nobody is there to answer. Decide by yourself, and say what you assumed.');
    try {
      const answers = await ask(questions, { signal });
      return done(answerText(questions, answers), { answers });
    } catch {
      return failed('The user did not answer. Go on without it, or ask in plain text.');
    }
  },
};

function answerText(
  questions: readonly { question: string }[],
  answers: Readonly<Record<string, string>>,
): string {
  const lines = questions.map(
    ({ question }) => `${question}\n${answers[question] ?? '(not answered)'}`,
  );
  return `The user answered:\n${lines.join('\n')}`;
}
