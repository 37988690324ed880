import { printable } from '../cli/style.ts';
import { fields } from './draw/tool.ts';
import type { Dialog } from './state/state.ts';

/** What is said where an answer is none. */
export const AGAIN = 'Type y or n.\n';

/** A dialog as lines to read and to answer. */
export function questionText(dialog: Dialog, said: readonly string[]): string {
  if (dialog.is === 'questions') {
    const question = dialog.questions[said.length];
    const options = question?.options.map(({ label }, at) => `  ${at + 1}. ${printable(label)}\n`);
    return `The agent asks: ${printable(question?.question ?? '')}\n${options?.join('') ?? ''}Type a number or an answer.\n`;
  }
  const { tool, input, original, by, reasons, rule } = dialog.request;
  return [
    `May ${tool} run?`,
    printable(fields(input)),
    ...(original ? ['A hook rewrote it. The agent asked for:', printable(fields(original))] : []),
    `${by.startsWith('the hook') ? 'Asked by' : 'Why'}: ${printable(by)}`,
    ...reasons.map((reason) => `Reason: ${printable(reason)}`),
    `Type y for yes,${rule ? ` a for always in this session (${rule}),` : ''} n for no, or n and a word to the agent.\n`,
  ].join('\n');
}

/** Answers with what was said so far; what is still to be said otherwise. */
export function answer(dialog: Dialog, said: readonly string[]): string | undefined {
  if (dialog.is === 'questions') {
    const { questions } = dialog;
    if (said.length < questions.length) return questionText(dialog, said);
    const answers = questions.map(({ question, options }, at) => {
      const text = said[at] ?? '';
      return [question, options[Number(text) - 1]?.label ?? text] as const;
    });
    dialog.answer(Object.fromEntries(answers));
    return undefined;
  }
  const { rule } = dialog.request;
  const [word = '', ...rest] = said.at(-1)?.split(' ') ?? [];
  if (/^y(es)?$/i.test(word)) dialog.answer({ answer: 'yes' });
  else if (/^a$/i.test(word) && rule) dialog.answer({ answer: 'always', rule });
  else if (/^n(o)?$/i.test(word)) dialog.answer({ answer: 'no', message: rest.join(' ') });
  else return AGAIN;
  return undefined;
}
