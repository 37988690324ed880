import type { ConfirmAnswer, ConfirmRequest, Question } from '@wavehooks/agent-sdk';
import { textContent } from '../translate/tool-content.ts';
import type { Editor } from '../wire/editor.ts';
import { choose, until } from './choose.ts';
import { askingOf } from './permission.ts';
import { answersOf, formOf, labelOf, optionsOf } from './questions.ts';

/** Tools that change a file of which the user sees how. */
const CHANGES: ReadonlySet<string> = new Set(['Edit', 'Write']);

/** What is in a file, where it may be shown. */
export type TextIn = (path: unknown) => string | undefined;

interface Asks {
  confirm(request: ConfirmRequest): Promise<ConfirmAnswer>;
  ask(
    questions: readonly Question[],
    options: { readonly signal: AbortSignal },
  ): Promise<Readonly<Record<string, string>>>;
}

/** The agent's questions go to the editor, which is told where nobody waits for the answer any more. */
export function asksOf(editor: Editor, projectDir: string, textIn: TextIn): Asks {
  return {
    confirm: async (request) => {
      const before = CHANGES.has(request.tool) ? textIn(request.input['file_path']) : undefined;
      const { toolCall, options, answerOf } = askingOf(request, { projectDir, before });
      const { outcome } = await editor.request(
        'session/request_permission',
        { sessionId: editor.session, toolCall, options },
        until(request.signal),
      );
      return answerOf(outcome);
    },
    ask: async (questions, { signal }) =>
      editor.can.elicitation?.form
        ? askForm(editor, questions, signal)
        : askEach(editor, questions, signal),
  };
}

async function askForm(
  editor: Editor,
  questions: readonly Question[],
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  const message = questions.map(({ question }) => question).join('\n');
  const response = await editor.request(
    'elicitation/create',
    { mode: 'form', sessionId: editor.session, message, requestedSchema: formOf(questions) },
    until(signal),
  );
  const answers = answersOf(questions, response);
  if (answers === undefined) throw new Error('the user declined to answer');
  return answers;
}

async function askEach(
  editor: Editor,
  questions: readonly Question[],
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  const answers: Record<string, string> = {};
  for (const question of questions) {
    const content = question.options.map(({ label, description = '' }) =>
      textContent(`**${label}** ${description}`),
    );
    const options = optionsOf(question);
    const chosen = await choose(editor, { title: question.question, content, options }, signal);
    const label = labelOf(question, chosen ?? '');
    if (!label) throw new Error('the user declined to answer');
    answers[question.question] = label;
  }
  return answers;
}
