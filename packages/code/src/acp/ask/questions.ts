import type {
  CreateElicitationResponse,
  ElicitationSchema,
  PermissionOption,
} from '@agentclientprotocol/sdk';
import type { Question } from '@wavehooks/agent-sdk';
import { byQuestion } from '../../screen/control/asks.ts';

/** The agent's own questions as one form: a choice each, and a line for other words. */
export const formOf = (questions: readonly Question[]): ElicitationSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    questions.flatMap((question, at) => [
      [`answer${at + 1}`, choiceOf(question)],
      [`other${at + 1}`, { type: 'string', title: 'Or in your own words' }],
    ]),
  ),
});

function choiceOf({ question, header, options, multiSelect }: Question) {
  const about = { title: header ?? question, description: question };
  const all = options.map(({ label, description }) => ({
    const: label,
    title: label,
    ...(description === undefined ? {} : { description }),
  }));
  return multiSelect
    ? { ...about, type: 'array' as const, items: { anyOf: all } }
    : { ...about, type: 'string' as const, oneOf: all };
}

/** Answers by question; undefined where the user gave none. */
export function answersOf(
  questions: readonly Question[],
  response: CreateElicitationResponse,
): Readonly<Record<string, string>> | undefined {
  if (response.action !== 'accept') return undefined;
  const given = ('content' in response && Object(response.content)) || {};
  return byQuestion(
    questions,
    questions.map((_, at) => {
      const [answer, other] = [given[`answer${at + 1}`], given[`other${at + 1}`]];
      const words = typeof other === 'string' ? other.trim() : '';
      return words || (Array.isArray(answer) ? answer.join(', ') : String(answer ?? ''));
    }),
  );
}

/** Where the editor has no forms, each question is put as one about permission: every editor can ask those. */
export const optionsOf = ({ options }: Question): PermissionOption[] => [
  ...options.map(
    ({ label }, at): PermissionOption => ({
      optionId: `answer-${at + 1}`,
      name: label,
      kind: 'allow_once',
    }),
  ),
  { optionId: 'skip', name: 'No answer', kind: 'reject_once' },
];

/** The label of an option that was chosen; undefined for any other. */
export const labelOf = ({ options }: Question, optionId: string): string | undefined =>
  options.find((_, at) => `answer-${at + 1}` === optionId)?.label;
