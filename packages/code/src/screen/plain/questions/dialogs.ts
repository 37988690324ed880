import type { ConfirmAnswer, ConfirmRequest, Question, Scope } from '@wavehooks/agent-sdk';
import { exactly, printable } from '../../../cli/style.ts';
import { byQuestion } from '../../control/asks.ts';
import { askedFor, questionFor, whoAsks } from '../../draw/asked.ts';
import { fields } from '../../draw/call/subject.ts';
import { EDITS, type Offer, offersOf } from '../../draw/offers.ts';
import { isPlan, PLAN_ANSWERS, planLines } from '../../draw/plan.ts';
import { type PlannedEdit, plannedEdit } from '../../machine/edits.ts';
import type { Dialog } from '../../state/state.ts';
import { CANVAS } from './desk.ts';
import { elicitationQuery } from './form-query.ts';
import { pick } from './pick.ts';
import { DONE, isNo, isYes, notAnAnswer, numbered, type Query, type Reply } from './query.ts';

/** What the agent waits for, as lines to read and to answer. */
export function dialogQuery(dialog: Dialog, root?: string): Query {
  if (dialog.is === 'elicitation') return elicitationQuery(dialog);
  return dialog.is === 'questions' ? questionQuery(dialog, []) : confirmQuery(dialog, root);
}

function confirmQuery(
  { request, answer }: Extract<Dialog, { is: 'confirm' }>,
  root: string | undefined,
): Query {
  const { text, how, known } = isPlan(request) ? aboutPlan(request) : aboutCall(request, root);
  return {
    text: text.join('\n'),
    how,
    take: (line) => {
      const [, message] = /^no?\s+(.+)$/is.exec(line) ?? [];
      const given = message === undefined ? known(line) : ({ answer: 'no', message } as const);
      if (!given) return notAnAnswer(line);
      answer(given);
      return DONE;
    },
  };
}

interface About {
  readonly text: readonly string[];
  readonly how: string;
  /** What a line says, where it is one of the answers. */
  known(line: string): ConfirmAnswer | undefined;
}

function aboutCall(request: ConfirmRequest, root: string | undefined): About {
  const offers = offersOf(request);
  const planned = plannedEdit(request.tool, request.input);
  return {
    text: [
      exactly(questionFor(request, planned)),
      ...inputLines(request, planned, root),
      ...whoAsks(request),
    ],
    how: `Type y for yes,${offers.map(offerText).join('')} n for no, or n and a message to the agent.${longerText(offers)}`,
    known: (line) => {
      if (isYes(line)) return { answer: 'yes' };
      return isNo(line) ? { answer: 'no' } : lastingAnswer(line, offers);
    },
  };
}

const aboutPlan = (request: ConfirmRequest): About => ({
  text: [questionFor(request), ...planLines(request, CANVAS)],
  how: `Type ${PLAN_ANSWERS.map(({ key, label }) => `${key} for "${label}"`).join(', ')}, or n and what the agent should change.`,
  known: (line) => {
    const short = isYes(line) ? 'y' : isNo(line) ? 'n' : line.toLowerCase();
    return PLAN_ANSWERS.find(({ key }) => key === short)?.gives;
  },
});

/** A change of a file is shown as one, as on the screen; everything else field by field. */
function inputLines(
  request: ConfirmRequest,
  planned: PlannedEdit | undefined,
  root: string | undefined,
): string[] {
  const { input, original } = request;
  const { note, subject, fields: shown, change } = askedFor(request, planned, { ...CANVAS, root });
  const about = subject ? { [subject.is]: subject.text, ...shown } : shown;
  const asked = original
    ? [
        'A hook changed this call. It would run:',
        fields(input),
        'The agent asked for:',
        fields(original),
      ]
    : [fields(about)];
  return [...(note ? [exactly(note)] : []), ...asked.map(exactly), ...change];
}

const offerText = ({ key, rule }: Offer): string =>
  rule === undefined
    ? ` ${key} to ${EDITS},`
    : ` ${key} for always in this session (${exactly(rule)}),`;

/** `a project` and `a all`: the same for longer. */
const LONGER: Readonly<Record<string, { readonly scope: Scope; readonly about: string }>> = {
  project: { scope: 'project', about: 'for this project' },
  all: { scope: 'user', about: 'for all projects' },
};

function longerText(offers: readonly Offer[]): string {
  const words = Object.entries(LONGER).filter(([, { scope }]) =>
    offers.some(({ scopes }) => scopes.includes(scope)),
  );
  const [key = ''] = offers.map((offer) => offer.key);
  const kept = words.map(
    ([word, { about }], at) => `"${key} ${word}" ${at === 0 ? 'remembers it ' : ''}${about}`,
  );
  return kept.length === 0 ? '' : ` ${kept.join(', ')}.`;
}

/** The whole line is the answer, in these words and no others. */
function lastingAnswer(line: string, offers: readonly Offer[]): ConfirmAnswer | undefined {
  const [, letter, word] = /^([ape])(?:\s+(\w+))?$/i.exec(line) ?? [];
  const offer = offers.find(({ key }) => key === letter?.toLowerCase());
  const scope = word === undefined ? 'session' : LONGER[word.toLowerCase()]?.scope;
  return scope && offer?.scopes.includes(scope) ? offer.answer(scope) : undefined;
}

type QuestionsDialog = Extract<Dialog, { is: 'questions' }>;

/** One question after the other, and of several all answers once more; `said` are those so far. */
function questionQuery(dialog: QuestionsDialog, said: readonly string[]): Query {
  const { questions } = dialog;
  const question = questions[said.length];
  const more = `${said.length > 0 ? '/back for the question before, ' : ''}/skip to give no answer.`;
  if (!question)
    return {
      text: ['Your answers:', ...said.map((one, at) => answerLine(questions[at], one))].join('\n'),
      how: `Type y to send them, ${more}`,
      take: (line) => (isYes(line) ? sent(dialog, said) : other(dialog, said, line)),
    };
  const count = questions.length > 1 ? ` (${said.length + 1} of ${questions.length})` : '';
  const rows = question.options.map(({ label, description }) => ({
    label: printable(label),
    ...(description ? { about: printable(description) } : {}),
  }));
  return {
    text: [`The agent asks${count}: ${printable(question.question)}`, ...numbered(rows)].join('\n'),
    how: `Type a number${question.multiSelect ? ', or several as in 1,2' : ''}, or your own words; ${more}`,
    take: (line) => (WORDS.has(line) ? other(dialog, said, line) : taken(dialog, said, line)),
  };
}

const answerLine = (question: Question | undefined, answer: string): string =>
  `  ${printable(question?.header ?? question?.question ?? '')}: ${printable(answer)}`;

const WORDS = new Set(['/skip', '/back']);

function other(dialog: QuestionsDialog, said: readonly string[], line: string): Reply {
  if (line === '/back' && said.length > 0)
    return { is: 'next', query: questionQuery(dialog, said.slice(0, -1)) };
  if (line !== '/skip') return notAnAnswer(line);
  dialog.answer(undefined);
  return DONE;
}

function taken(dialog: QuestionsDialog, said: readonly string[], line: string): Reply {
  const picked = pick(dialog.questions[said.length] as Question, line);
  if (picked.is === 'none') return { is: 'again', why: picked.why };
  const all = [...said, picked.text];
  return dialog.questions.length === 1
    ? sent(dialog, all)
    : { is: 'next', query: questionQuery(dialog, all) };
}

function sent({ questions, answer }: QuestionsDialog, said: readonly string[]): Reply {
  answer(byQuestion(questions, said));
  return { is: 'done', says: `Answered: ${said.map(printable).join('; ')}` };
}
