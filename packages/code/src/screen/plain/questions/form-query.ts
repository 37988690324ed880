import type { ElicitAnswer, FormField, FormValue } from '@wavehooks/agent-sdk';
import { exactly, printable } from '../../../cli/style.ts';
import {
  askerText,
  contentOf,
  type Form,
  fieldText,
  typedValue,
  valueText,
} from '../../control/form.ts';
import type { Dialog } from '../../state/state.ts';
import { DONE, isNo, isYes, notAnAnswer, numbered, type Query } from './query.ts';

type ElicitationDialog = Extract<Dialog, { is: 'elicitation' }>;

/** What an MCP server asks, line by line. */
export function elicitationQuery({ asked, answer }: ElicitationDialog): Query {
  const head = `${exactly(askerText(asked))}: ${printable(asked.message)}`;
  if (asked.mode === 'form')
    return asked.fields.length === 0
      ? lastQuery(asked, [], answer)
      : fieldQuery(asked, [], answer, head);
  const isPage = asked.mode === 'url';
  return {
    text: [head, isPage ? exactly(asked.url) : printable(asked.prompt)].join('\n'),
    how: isPage
      ? 'Open the page yourself if you want to. Type y when you have, n for no.'
      : 'Type y to let it ask your model this once, n for no.',
    take: (line) => {
      if (!isYes(line) && !isNo(line)) return notAnAnswer(line);
      answer({ action: isYes(line) ? 'accept' : 'decline' });
      return DONE;
    },
  };
}

type Values = readonly (FormValue | undefined)[];
type Answer = (answer: ElicitAnswer) => void;

/** One field after the other; `values` are those before. */
function fieldQuery(form: Form, values: Values, answer: Answer, head: string): Query {
  const field = form.fields[values.length] as FormField;
  const count = form.fields.length > 1 ? ` (${values.length + 1} of ${form.fields.length})` : '';
  return {
    text: [
      ...(head === '' ? [] : [head]),
      `${fieldText(field)}${count}`,
      ...numbered(field.options.map(({ label }) => ({ label: printable(label) }))),
    ].join('\n'),
    how: howTo(field),
    take: (line) => {
      if (line === '/decline') {
        answer({ action: 'decline' });
        return { is: 'done', says: 'Nothing was sent.' };
      }
      const read = typedValue(field, line);
      if ('fault' in read) return { is: 'again', why: read.fault };
      const all = [...values, read.value];
      const isLast = all.length === form.fields.length;
      return {
        is: 'next',
        query: isLast ? lastQuery(form, all, answer) : fieldQuery(form, all, answer, ''),
      };
    },
  };
}

const KINDS: Record<FormField['kind'], string> = {
  text: 'Type your answer',
  number: 'Type a number',
  integer: 'Type a whole number',
  flag: 'Type y or n',
  choice: 'Type a number of the list',
  choices: 'Type numbers of the list, as in 1,2',
};

const howTo = (field: FormField): string =>
  `${KINDS[field.kind]}; ${field.initial === undefined ? '' : `Enter alone takes ${valueText(field, field.initial)}; `}/decline sends nothing.`;

/** All of it once more, before anything is sent. */
function lastQuery(form: Form, values: Values, answer: Answer): Query {
  const lines = form.fields.map(
    (one, at) => `  ${printable(one.label)}: ${valueText(one, values[at])}`,
  );
  return {
    text: [`Send this to ${exactly(form.server)}?`, ...lines].join('\n'),
    how: 'Type y to send it, n to send nothing.',
    take: (line) => {
      if (!isYes(line) && !isNo(line)) return notAnAnswer(line);
      answer(
        isYes(line)
          ? { action: 'accept', content: contentOf(form, values) }
          : { action: 'decline' },
      );
      return DONE;
    },
  };
}
