import { Text, useInput } from 'ink';
import { useState } from 'react';
import type { Question } from 'wave-agent-sdk';
import { printable } from '../../cli/style.ts';
import { wrapped } from '../draw/lines.ts';
import { Choice } from './choice.tsx';
import { useCanvas } from './context.ts';
import { Frame } from './frame.tsx';
import { LineInput } from './line-input.tsx';

type Answers = Readonly<Record<string, string>>;

interface QuestionsProps {
  readonly questions: readonly Question[];
  /** Undefined when the user declines. */
  readonly onAnswer: (answers: Answers | undefined) => void;
}

/** The agent's own questions, one after the other. */
export function Questions({ questions, onAnswer }: QuestionsProps) {
  const [answers, setAnswers] = useState<Answers>({});
  const at = Object.keys(answers).length;
  const question = questions[at];
  if (!question) return null;
  const answer = (text: string) => {
    const next = { ...answers, [question.question]: text };
    if (at + 1 >= questions.length) onAnswer(next);
    else setAnswers(next);
  };
  return (
    <One
      key={at}
      question={question}
      count={questions.length > 1 ? ` (${at + 1} of ${questions.length})` : ''}
      onAnswer={answer}
      onDecline={() => onAnswer(undefined)}
    />
  );
}

interface OneProps {
  readonly question: Question;
  readonly count: string;
  readonly onAnswer: (text: string) => void;
  readonly onDecline: () => void;
}

const OTHER = -1;
const DONE = -2;

function One({ question, count, onAnswer, onDecline }: OneProps) {
  const { width, paint } = useCanvas(4);
  const [typing, setTyping] = useState(question.options.length === 0);
  const [ticked, setTicked] = useState<readonly number[]>([]);
  const [under, setUnder] = useState(0);
  const many = question.multiSelect === true;
  const toggle = (index: number) =>
    setTicked((now) =>
      now.includes(index) ? now.filter((one) => one !== index) : [...now, index].sort(),
    );
  useInput((input) => input === ' ' && many && !typing && under >= 0 && toggle(under));
  const options = question.options.map(({ label, description }, index) => ({
    key: String(index + 1),
    label: `${many ? (ticked.includes(index) ? '[x] ' : '[ ] ') : ''}${printable(label)}`,
    ...(description ? { about: printable(description) } : {}),
    value: index,
  }));
  const further = [
    ...(many ? [{ key: 'd', label: 'Done', value: DONE }] : []),
    { key: 'o', label: 'Something else …', value: OTHER },
  ];
  const choose = (index: number) => {
    if (index === OTHER) setTyping(true);
    else if (index === DONE) onAnswer(ticked.map((one) => question.options[one]?.label).join(', '));
    else if (many) toggle(index);
    else onAnswer(question.options[index]?.label ?? '');
  };
  return (
    <Frame title={`${question.header ?? 'The agent asks'}${count}`}>
      <Text>{wrapped(paint('strong', printable(question.question)), width).join('\n')}</Text>
      {many && !typing ? (
        <Text>{paint('quiet', 'Space, Enter or its number ticks one; d when you are done')}</Text>
      ) : null}
      {typing ? (
        <LineInput
          prompt="Your answer:"
          onDone={onAnswer}
          onEscape={() => (question.options.length === 0 ? onDecline() : setTyping(false))}
        />
      ) : (
        <Choice
          options={[...options, ...further]}
          onChoose={choose}
          onEscape={onDecline}
          onMove={setUnder}
        />
      )}
    </Frame>
  );
}
