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
  if (dialog.is === 'questions') return questionQuery(dialog, []);
  return isPlan(dialog.request)
    ? planQuery(dialog.request, dialog.answer)
    : confirmQuery(dialog, root);
}

type ConfirmDialog = Extract<Dialog, { is: 'confirm' }>;

function confirmQuery({ request, answer }: ConfirmDialog, root: string | undefined): Query {
  const offers = offersOf(request);
  const planned = plannedEdit(request.tool, request.input);
  return {
    text: [
      exactly(questionFor(request, planned)),
      ...inputLines(request, planned, root),
      ...whoAsks(request),
    ].join('\n'),
    how: `Type y for yes,${offers.map(offerText).join('')} n for no, or n and a message to the agent.${longerText(offers)}`,
    take: (line) => {
      const given = confirmAnswer(line, offers);
      if (!given) return notAnAnswer(line);
      answer(given);
      return DONE;
    },
  };
}

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

function confirmAnswer(line: string, offers: readonly Offer[]): ConfirmAnswer | undefined {
  if (isYes(line)) return { answer: 'yes' };
  const lasting = lastingAnswer(line, offers);
  if (lasting) return lasting;
  if (isNo(line)) return { answer: 'no' };
  const [, message] = /^no?\s+(.+)$/is.exec(line) ?? [];
  return message === undefined ? undefined : { answer: 'no', message };
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

/** The agent's plan, to be read and answered in a line. */
const planQuery = (request: ConfirmRequest, answer: (given: ConfirmAnswer) => void): Query => ({
  text: [questionFor(request), ...planLines(request, CANVAS)].join('\n'),
  how: HOW,
  take: (line) => {
    const given = planAnswer(line);
    if (!given) return notAnAnswer(line);
    answer(given);
    return DONE;
  },
});

const HOW = `Type ${PLAN_ANSWERS.map(({ key, label }) => `${key} for "${label}"`).join(', ')}, or n and what the agent should change.`;

function planAnswer(line: string): ConfirmAnswer | undefined {
  const short = isYes(line) ? 'y' : isNo(line) ? 'n' : line.toLowerCase();
  const known = PLAN_ANSWERS.find(({ key }) => key === short);
  if (known) return known.gives;
  const [, message] = /^no?\s+(.+)$/is.exec(line) ?? [];
  return message === undefined ? undefined : { answer: 'no', message };
}
