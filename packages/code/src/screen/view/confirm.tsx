import type { ConfirmAnswer, ConfirmRequest } from '@wavehooks/agent-sdk';
import { Box } from 'ink';
import { useMemo, useState } from 'react';
import { exactly, printable } from '../../cli/style.ts';
import { askedFor, questionFor } from '../draw/asked.ts';
import { fields } from '../draw/tool.ts';
import { shortText } from '../machine/replaced.ts';
import { diffLines } from '../text/change.ts';
import { behind, type Canvas, clipped, counted, wrapped } from '../text/lines.ts';
import { Choice, type Option } from './parts/choice.tsx';
import { useCanvas } from './parts/context.ts';
import { Frame } from './parts/frame.tsx';
import { LineInput } from './parts/line-input.tsx';
import { Page } from './parts/page.tsx';
import { usePaged } from './parts/paged.ts';
import { isTight, ROOMS } from './parts/rooms.ts';

interface ConfirmProps {
  readonly request: ConfirmRequest;
  /** How many wait behind this one. */
  readonly behind: number;
  readonly onAnswer: (answer: ConfirmAnswer) => void;
  /** Ends the turn. */
  readonly onEscape: () => void;
  readonly onInterrupt: () => void;
}

type Chosen = 'yes' | 'always' | 'no' | 'word';

/** Asks about a call. What is shown is what runs: all of it can be read, by page if it is long. */
export function Confirm(props: ConfirmProps) {
  const { request, behind: queued, onAnswer, onEscape, onInterrupt } = props;
  const canvas = useCanvas(4);
  const [telling, setTelling] = useState(false);
  const { width, paint, rows } = canvas;
  const tight = isTight(rows);
  // As it is when the question is put: looked at once, not with every key.
  const [now] = useState(() => shortText(request.input['file_path']));
  const body = useMemo(
    () => bodyLines(request, now, { width, paint }, tight),
    [request, now, width, paint, tight],
  );
  const room = ROOMS.confirm(rows).own + 1;
  const paged = usePaged(body, room);
  const { rule } = request;
  const options = optionsFor(rule && shortRule(rule, width, tight), paged.unseen, tight);
  const choose = (chosen: Chosen) => {
    if (chosen === 'word') setTelling(true);
    else if (chosen === 'always' && rule) onAnswer({ answer: 'always', rule });
    else onAnswer({ answer: chosen === 'no' ? 'no' : 'yes' });
  };
  return (
    <Frame title={`${questionFor(request)}${queued > 0 ? ` (${queued} more waiting)` : ''}`}>
      <Page paged={paged} />
      <Box marginTop={tight && body.length >= room ? 0 : 1}>
        {telling ? (
          <LineInput
            prompt="Tell the agent why not:"
            onDone={(message) => onAnswer({ answer: 'no', message })}
            onEscape={() => setTelling(false)}
          />
        ) : (
          <Choice
            options={options}
            {...(tight ? { most: options.length } : {})}
            onChoose={choose}
            onEscape={onEscape}
            onInterrupt={onInterrupt}
            careful
          />
        )}
      </Box>
    </Frame>
  );
}

const ALWAYS = {
  long: "Yes, and don't ask again in this session for:",
  short: 'Always:',
} as const;

/** As much of a rule as two lines hold, or one where rows are few; all of it stands above then. */
const shortRule = (rule: string, width: number, tight: boolean) =>
  clipped(
    exactly(rule),
    tight ? width - ALWAYS.short.length - 6 : 2 * width - ALWAYS.long.length - 13,
  );

const optionsFor = (rule: string | undefined, unseen: number, tight: boolean): Option<Chosen>[] => [
  {
    key: 'y',
    label: `Yes${unseen > 0 ? ` (${counted(unseen, 'line')} not seen yet)` : ''}`,
    value: 'yes',
  },
  ...(rule
    ? [
        {
          key: 'a',
          label: tight ? ALWAYS.short : ALWAYS.long,
          about: rule,
          value: 'always',
          // A standing permission is never given by one letter.
          letter: 'marked',
        } as const,
      ]
    : []),
  { key: 'n', label: 'No', value: 'no' },
  { key: 't', label: 'No, and tell the agent why', value: 'word' },
];

/** Who asks and why comes first: what follows can be long. */
function bodyLines(
  request: ConfirmRequest,
  now: string | undefined,
  canvas: Canvas,
  tight: boolean,
): string[] {
  const { input, original, by, hooks, reasons } = request;
  const { paint, width } = canvas;
  const gap = tight ? [] : [''];
  return [
    ...behind(`${paint('quiet', `${hooks ? 'asked by' : 'because'}:`)} `, exactly(by), width),
    ...reasons.flatMap((reason) =>
      behind(`${paint('quiet', 'reason:')} `, exactly(printable(reason)), width),
    ),
    ...gap,
    ...(original
      ? [
          ...wrapped(
            paint('warn', "A hook changed this call (- the agent's version, + what would run):"),
            width,
          ),
          ...diffLines(fields(original), fields(input), canvas),
          ...gap,
        ]
      : []),
    ...inputLines(request, now, canvas),
    ...ruleLines(request, canvas, tight),
  ];
}

/** A rule that is too long for its answer is read here, unless it is the command that stands above. */
function ruleLines(
  { tool, input, rule }: ConfirmRequest,
  { width, paint }: Canvas,
  tight: boolean,
): string[] {
  const isShort = rule === undefined || !shortRule(rule, width, tight).endsWith('…');
  if (isShort || rule === `${tool}(${input['command']})`) return [];
  return ['', ...behind(`${paint('quiet', '"Always" adds the rule:')} `, exactly(rule), width)];
}

/** A change of a file is shown as one; everything else field by field. */
function inputLines(request: ConfirmRequest, now: string | undefined, canvas: Canvas) {
  const { note, fields: shown, change } = askedFor(request, now, canvas);
  const notes = note === undefined ? [] : behind('', exactly(note), canvas.width);
  return [
    ...notes.map((line) => canvas.paint('warn', line)),
    ...fieldLines(shown, canvas),
    ...change,
  ];
}

const fieldLines = (input: ConfirmRequest['input'], { paint, width }: Canvas): string[] =>
  Object.entries(input).flatMap(([name, value]) =>
    behind(
      `${paint('quiet', `${exactly(name)}:`)} `,
      exactly(typeof value === 'string' ? value : JSON.stringify(value, null, 2)),
      width,
    ),
  );
