import type { Question } from '@wavehooks/agent-sdk';
import { useState } from 'react';
import { printable } from '../../cli/style.ts';
import { byQuestion } from '../control/asks.ts';
import { behind, clipped, wrapped } from '../text/lines.ts';
import { Choice } from './parts/choice.tsx';
import { useCanvas } from './parts/context.ts';
import { Dialog, type Ends } from './parts/dialog.tsx';
import { Frame } from './parts/frame.tsx';
import { ROOMS } from './parts/rooms.ts';
import type { Option } from './parts/selection.ts';

type Answers = Readonly<Record<string, string>>;

interface QuestionsProps extends Ends {
  readonly questions: readonly Question[];
  /** Undefined when the user declines. */
  readonly onAnswer: (answers: Answers | undefined) => void;
}

/** The agent's own questions, one after the other. */
export function Questions({ questions, onAnswer, ...ends }: QuestionsProps) {
  const [answers, setAnswers] = useState<readonly (string | undefined)[]>(() =>
    questions.map(() => undefined),
  );
  const [at, setAt] = useState(0);
  const question = questions[at];
  const send = (all: typeof answers) =>
    onAnswer(
      byQuestion(
        questions,
        all.map((one) => one ?? ''),
      ),
    );
  const answer = (text: string) => {
    const next = answers.with(at, text);
    setAnswers(next);
    if (questions.length === 1) send(next);
    else setAt(next.includes(undefined) ? next.indexOf(undefined) : questions.length);
  };
  if (!question)
    return (
      <Review
        questions={questions}
        answers={answers}
        onSend={() => send(answers)}
        onChange={setAt}
        onDecline={() => onAnswer(undefined)}
        {...ends}
      />
    );
  return (
    <One
      key={at}
      question={question}
      count={questions.length > 1 ? ` (${at + 1} of ${questions.length})` : ''}
      onAnswer={answer}
      {...(at > 0 ? { onBack: () => setAt(at - 1) } : {})}
      onDecline={() => onAnswer(undefined)}
      {...ends}
    />
  );
}

interface ReviewProps extends Ends {
  readonly questions: readonly Question[];
  readonly answers: readonly (string | undefined)[];
  readonly onSend: () => void;
  /** Goes back to the question at this place. */
  readonly onChange: (at: number) => void;
  readonly onDecline: () => void;
}

/** All answers once more, before they are sent. */
function Review({ questions, answers, onSend, onChange, onDecline, ...ends }: ReviewProps) {
  const { width, rows } = useCanvas(4);
  const options: Option<Chosen>[] = [
    { key: 'y', label: 'Send these answers', value: 'done' },
    ...questions.map(({ header, question }, at) => ({
      key: String(at + 1),
      label: clipped(
        `${printable(header ?? question)}: ${printable(answers[at] ?? '')}`,
        width - 4,
      ),
      letter: 'at once' as const,
      value: at,
    })),
    { key: 'n', label: 'No answer', value: 'decline' },
  ];
  const choose = (chosen: Chosen) => {
    if (typeof chosen === 'number') onChange(chosen);
    else chosen === 'done' ? onSend() : onDecline();
  };
  return (
    <Frame title="Your answers: a number changes one">
      <Choice
        options={options}
        onChoose={choose}
        {...ends}
        careful
        most={Math.max(LEAST_OPTIONS, ROOMS.dialog(rows).own + ROOMS_FOR_OPTIONS)}
      />
    </Frame>
  );
}

interface OneProps extends Ends {
  readonly question: Question;
  readonly count: string;
  readonly onAnswer: (text: string) => void;
  readonly onDecline: () => void;
  /** To the question before; absent for the first. */
  readonly onBack?: () => void;
}

type Chosen = number | 'done' | 'other' | 'back' | 'decline';

function One({ question, count, onAnswer, onDecline, onBack, ...ends }: OneProps) {
  const canvas = useCanvas(4);
  const [typing, setTyping] = useState(question.options.length === 0);
  const [ticked, setTicked] = useState<readonly number[]>([]);
  const [under, setUnder] = useState<Chosen>(0);
  const many = question.multiSelect === true;
  const toggle = (index: number) =>
    setTicked((now) =>
      now.includes(index) ? now.filter((one) => one !== index) : [...now, index].sort(),
    );
  const choose = (chosen: Chosen) => {
    if (chosen === 'other') setTyping(true);
    else if (chosen === 'decline') onDecline();
    else if (chosen === 'back') onBack?.();
    else if (chosen === 'done') onAnswer(ticked.map((one) => labelOf(question, one)).join(', '));
    else if (many) toggle(chosen);
    else onAnswer(labelOf(question, chosen));
  };
  const options = [...optionsOf(question, ticked), ...further(many, onBack !== undefined)];
  const { body, isTall, room } = shared(question, options, canvas);
  const short = options.map(({ about: _about, ...option }) => option);
  const own = {
    prompt: 'Your answer:',
    onDone: onAnswer,
    onEscape: () => (question.options.length === 0 ? ends.onEscape() : setTyping(false)),
  };
  return (
    <Dialog
      title={`${question.header ?? 'The agent asks'}${count}`}
      lines={body}
      room={Math.max(2, room - (isTall ? LEAST_OPTIONS : options.length))}
      {...(many && !typing ? { hint: canvas.paint('quiet', 'Space to select, d when done') } : {})}
      gap={isTall ? 1 : 0}
      options={isTall ? short : options}
      {...(isTall ? { most: LEAST_OPTIONS } : {})}
      typing={typing ? own : undefined}
      onChoose={choose}
      onMove={setUnder}
      onKey={(input) => {
        const ticks = input === ' ' && many && typeof under === 'number';
        if (ticks) toggle(under);
        return ticks;
      }}
      {...ends}
      careful
    />
  );
}

const labelOf = ({ options }: Question, index: number) => options[index]?.label ?? '';

function optionsOf({ options, multiSelect }: Question, ticked: readonly number[]) {
  return options.map(
    ({ label, description }, index): Option<Chosen> => ({
      key: String(index + 1),
      label: `${multiSelect ? (ticked.includes(index) ? '[x] ' : '[ ] ') : ''}${printable(label)}`,
      ...(description ? { about: printable(description) } : {}),
      // A tick can be taken back.
      ...(multiSelect ? { letter: 'at once' } : {}),
      value: index,
    }),
  );
}

const further = (many: boolean, canGoBack: boolean): Option<Chosen>[] => [
  ...(many ? [{ key: 'd', label: 'Done', value: 'done' } as const] : []),
  { key: 'o', label: 'Something else …', value: 'other' },
  ...(canGoBack ? [{ key: 'b', label: 'Back', letter: 'at once', value: 'back' } as const] : []),
  { key: 'n', label: 'No answer', value: 'decline' },
];

/** As many rows of options as are shown where not all of everything fits. */
const LEAST_OPTIONS = 4;

/** What is to be read above the options: the question, and where there is no room, all descriptions. */
function shared(
  { question }: Question,
  options: readonly Option<Chosen>[],
  { width, rows, paint }: ReturnType<typeof useCanvas>,
) {
  const asked = wrapped(paint('strong', printable(question)), width);
  const full = options.map(({ label, about }) => behind('    ', `${label}  ${about ?? ''}`, width));
  const room = Math.max(LEAST_OPTIONS + 2, ROOMS.dialog(rows).own + ROOMS_FOR_OPTIONS);
  const isTall = asked.length + full.flat().length > room;
  const described = options.flatMap(({ key, about }) =>
    about ? behind(`${key} `, about, width) : [],
  );
  return { body: isTall ? [...asked, ...described] : asked, isTall, room };
}

/** What a dialog has beside its own room: the pager and five options. */
const ROOMS_FOR_OPTIONS = 6;
