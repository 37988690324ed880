import type { Question } from '@wavehooks/agent-sdk';
import { Box, Text } from 'ink';
import { useState } from 'react';
import { printable } from '../../cli/style.ts';
import { byQuestion } from '../control/asks.ts';
import { behind, wrapped } from '../text/lines.ts';
import { Choice, type Option } from './parts/choice.tsx';
import { useCanvas } from './parts/context.ts';
import { Frame } from './parts/frame.tsx';
import { LineInput } from './parts/line-input.tsx';
import { Page } from './parts/page.tsx';
import { usePaged } from './parts/paged.ts';
import { ROOMS } from './parts/rooms.ts';

type Answers = Readonly<Record<string, string>>;

interface QuestionsProps {
  readonly questions: readonly Question[];
  /** Undefined when the user declines. */
  readonly onAnswer: (answers: Answers | undefined) => void;
  /** Ends the turn. */
  readonly onEscape: () => void;
  readonly onInterrupt: () => void;
}

/** The agent's own questions, one after the other. */
export function Questions({ questions, onAnswer, ...ends }: QuestionsProps) {
  const [answers, setAnswers] = useState<readonly string[]>([]);
  const at = answers.length;
  const question = questions[at];
  if (!question) return null;
  const answer = (text: string) => {
    const next = [...answers, text];
    if (next.length === questions.length) onAnswer(byQuestion(questions, next));
    else setAnswers(next);
  };
  return (
    <One
      key={at}
      question={question}
      count={questions.length > 1 ? ` (${at + 1} of ${questions.length})` : ''}
      onAnswer={answer}
      onDecline={() => onAnswer(undefined)}
      {...ends}
    />
  );
}

interface OneProps {
  readonly question: Question;
  readonly count: string;
  readonly onAnswer: (text: string) => void;
  readonly onDecline: () => void;
  readonly onEscape: () => void;
  readonly onInterrupt: () => void;
}

type Chosen = number | 'done' | 'other' | 'decline';

function One({ question, count, onAnswer, onDecline, onEscape, onInterrupt }: OneProps) {
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
    else if (chosen === 'done') onAnswer(ticked.map((one) => labelOf(question, one)).join(', '));
    else if (many) toggle(chosen);
    else onAnswer(labelOf(question, chosen));
  };
  const options = [...optionsOf(question, ticked), ...FURTHER(many)];
  const { body, isTall, room } = shared(question, options, canvas);
  const paged = usePaged(body, Math.max(2, room - (isTall ? LEAST_OPTIONS : options.length)));
  const short = options.map(({ about: _about, ...option }) => option);
  return (
    <Frame title={`${question.header ?? 'The agent asks'}${count}`}>
      <Page paged={paged} />
      {many && !typing ? (
        <Text>
          {canvas.paint('quiet', 'Space, Enter or its number ticks one; d when you are done')}
        </Text>
      ) : null}
      <Box marginTop={isTall ? 1 : 0}>
        {typing ? (
          <LineInput
            prompt="Your answer:"
            onDone={onAnswer}
            onEscape={() => (question.options.length === 0 ? onEscape() : setTyping(false))}
          />
        ) : (
          <Choice
            options={isTall ? short : options}
            onChoose={choose}
            onEscape={onEscape}
            onInterrupt={onInterrupt}
            onMove={setUnder}
            onKey={(input) => {
              const ticks = input === ' ' && many && typeof under === 'number';
              if (ticks) toggle(under);
              return ticks;
            }}
            careful
            {...(isTall ? { most: LEAST_OPTIONS } : {})}
          />
        )}
      </Box>
    </Frame>
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

const FURTHER = (many: boolean): Option<Chosen>[] => [
  ...(many ? [{ key: 'd', label: 'Done', value: 'done' } as const] : []),
  { key: 'o', label: 'Something else …', value: 'other' },
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
