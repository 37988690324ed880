import { Box, Text, useInput } from 'ink';
import { useState } from 'react';
import type { ConfirmAnswer, ConfirmRequest } from 'wave-agent-sdk';
import { printable } from '../../cli/style.ts';
import { diffLines } from '../draw/change.ts';
import { behind, type Canvas, clipped } from '../draw/lines.ts';
import { fields } from '../draw/tool.ts';
import { shortText } from '../replaced.ts';
import { Choice, type Option } from './choice.tsx';
import { useCanvas } from './context.ts';
import { Frame } from './frame.tsx';
import { LineInput } from './line-input.tsx';
import { ROOMS } from './rooms.ts';

interface ConfirmProps {
  readonly request: ConfirmRequest;
  /** How many wait behind this one. */
  readonly behind: number;
  readonly onAnswer: (answer: ConfirmAnswer) => void;
  /** Ends the turn. */
  readonly onEscape: () => void;
}

type Chosen = 'yes' | 'always' | 'no' | 'word';

/** Asks about a call. What is shown is what runs: all of it can be read, by page if it is long. */
export function Confirm({ request, behind: queued, onAnswer, onEscape }: ConfirmProps) {
  const canvas = useCanvas(4);
  const [top, setTop] = useState(0);
  const [telling, setTelling] = useState(false);
  // As it is when the question is put: looked at once, not with every key.
  const [now] = useState(() => shortText(request.input['file_path']));
  const body = bodyLines(request, now, canvas);
  const most = ROOMS.dialog(canvas.rows).own;
  const last = Math.max(0, body.length - most);
  useInput((_input, key) => {
    if (key.pageDown) setTop((at) => Math.min(last, at + most));
    if (key.pageUp) setTop((at) => Math.max(0, at - most));
  });
  const { rule } = request;
  const choose = (chosen: Chosen) => {
    if (chosen === 'word') setTelling(true);
    else if (chosen === 'always' && rule) onAnswer({ answer: 'always', rule });
    else onAnswer({ answer: chosen === 'no' ? 'no' : 'yes' });
  };
  return (
    <Frame
      title={`May ${request.tool}${request.agent ? ` of the subagent ${request.agent.type}` : ''} run?${queued > 0 ? ` (${queued} more wait)` : ''}`}
    >
      <Text>{body.slice(top, top + most).join('\n')}</Text>
      {last > 0 ? (
        <Text>
          {canvas.paint(
            'quiet',
            `lines ${top + 1} to ${Math.min(body.length, top + most)} of ${body.length}; PgUp and PgDn move`,
          )}
        </Text>
      ) : null}
      <Box marginTop={1}>
        {telling ? (
          <LineInput
            prompt="Tell the agent why not:"
            onDone={(message) => onAnswer({ answer: 'no', message })}
            onEscape={() => setTelling(false)}
          />
        ) : (
          <Choice
            options={optionsFor(rule && clipped(printable(rule), 2 * canvas.width - 45))}
            onChoose={choose}
            onEscape={onEscape}
          />
        )}
      </Box>
    </Frame>
  );
}

const optionsFor = (rule: string | undefined): Option<Chosen>[] => [
  { key: 'y', label: 'Yes', value: 'yes' },
  ...(rule
    ? [
        {
          key: 'a',
          label: 'Yes, and always in this session:',
          about: rule,
          value: 'always',
        } as const,
      ]
    : []),
  { key: 'n', label: 'No', value: 'no' },
  { key: 't', label: 'No, and tell the agent why', value: 'word' },
];

/** A hook asks; a rule, a mode or the lack of both is why one is asked. */
export const askedBy = (by: string) => (by.startsWith('the hook') ? 'asked by' : 'why');

/** Who asks and why comes first: what follows can be long. */
function bodyLines(request: ConfirmRequest, now: string | undefined, canvas: Canvas): string[] {
  const { input, original, by, reasons } = request;
  const { paint, width } = canvas;
  return [
    ...behind(`${paint('quiet', `${askedBy(by)}:`)} `, printable(by), width),
    ...reasons.flatMap((reason) =>
      behind(`${paint('quiet', 'reason:')} `, printable(reason), width),
    ),
    '',
    ...(original
      ? [
          paint('warn', 'A hook rewrote it (- what the agent asked for, + what would run):'),
          ...diffLines(fields(original), fields(input), canvas),
          '',
        ]
      : []),
    ...inputLines(request, now, canvas),
  ];
}

/** A change of a file is shown as one; everything else field by field. */
function inputLines({ tool, input }: ConfirmRequest, now: string | undefined, canvas: Canvas) {
  const { old_string, new_string, content, ...rest } = input;
  const isWrite = tool === 'Write' && now !== undefined;
  const [before, after] = isWrite ? [now, content] : [old_string, new_string];
  if (typeof before !== 'string' || typeof after !== 'string') return fieldLines(input, canvas);
  const change = diffLines(before, after, canvas);
  return [...fieldLines(rest, canvas), ...(change.length > 0 ? change : ['(it changes nothing)'])];
}

const fieldLines = (input: ConfirmRequest['input'], { paint, width }: Canvas): string[] =>
  Object.entries(input).flatMap(([name, value]) =>
    behind(
      `${paint('quiet', `${printable(name)}:`)} `,
      printable(typeof value === 'string' ? value : JSON.stringify(value, null, 2)),
      width,
    ),
  );
