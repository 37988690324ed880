import type { ConfirmAnswer, ConfirmRequest, Scope } from '@wavehooks/agent-sdk';
import { Box } from 'ink';
import { useMemo, useState } from 'react';
import { exactly, printable } from '../../cli/style.ts';
import { askedFor, questionFor } from '../draw/asked.ts';
import { EDITS, type Offer, offersOf, SCOPE_WORDS } from '../draw/offers.ts';
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

type Chosen = 'yes' | 'no' | 'word' | 'longer' | Offer['key'];

/** Asks about a call. What is shown is what runs: all of it can be read, by page if it is long. */
export function Confirm(props: ConfirmProps) {
  const { request, behind: queued, onAnswer, onEscape, onInterrupt } = props;
  const canvas = useCanvas(4);
  const [telling, setTelling] = useState(false);
  const [scope, setScope] = useState<Scope>('session');
  const { width, paint, rows } = canvas;
  const tight = isTight(rows);
  // As it is when the question is put: looked at once, not with every key.
  const [now] = useState(() => shortText(request.input['file_path']));
  const body = useMemo(
    () => bodyLines(request, now, { width, paint }, tight),
    [request, now, width, paint, tight],
  );
  const offers = offersOf(request);
  const scopes = [...new Set(offers.flatMap((offer) => offer.scopes))];
  const offered = offers.map((offer) => offerOption(offer, scope, width, tight));
  const beside = 3 + heightOf([...offered, ...longerOption(scopes, scope, tight)], width, tight);
  const room = Math.max(2, ROOMS.confirm(rows).own + 1 - Math.max(0, beside - (tight ? 4 : 5)));
  const paged = usePaged(body, room);
  const options = [
    yesOption(paged.unseen),
    ...offered,
    ...longerOption(scopes, scope, tight),
    ...NO_OPTIONS,
  ];
  const longer = () =>
    setScope((before) => scopes[(scopes.indexOf(before) + 1) % scopes.length] ?? before);
  const choose = (chosen: Chosen) => {
    if (chosen === 'word') setTelling(true);
    else if (chosen === 'longer') longer();
    else if (chosen === 'yes' || chosen === 'no') onAnswer({ answer: chosen });
    else {
      const offer = offers.find(({ key }) => key === chosen);
      if (offer) onAnswer(offer.answer(scope));
    }
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
            onKey={(input) => {
              const means = tight && input === LONGER && scopes.length > 1;
              if (means) longer();
              return means;
            }}
            careful
          />
        )}
      </Box>
    </Frame>
  );
}

const LONGER = 's';

const always = (scope: Scope, tight: boolean): string => {
  const { time } = SCOPE_WORDS[scope];
  if (!tight) return `Yes, and don't ask again ${time} for:`;
  return scope === 'session' ? 'Always:' : `Always, ${time}:`;
};

/** As much of a rule as two lines hold, or one where rows are few; all of it stands above then. */
const shortRule = (rule: string, scope: Scope, width: number, tight: boolean) =>
  clipped(
    exactly(rule),
    tight ? width - always(scope, tight).length - 6 : 2 * width - always(scope, tight).length - 13,
  );

const yesOption = (unseen: number): Option<Chosen> => ({
  key: 'y',
  label: `Yes${unseen > 0 ? ` (${counted(unseen, 'line')} not seen yet)` : ''}`,
  value: 'yes',
});

const NO_OPTIONS: readonly Option<Chosen>[] = [
  { key: 'n', label: 'No', value: 'no' },
  { key: 't', label: 'No, and tell the agent why', value: 'word' },
];

/** A standing permission is never given by one letter. */
const offerOption = (
  { key, rule }: Offer,
  scope: Scope,
  width: number,
  tight: boolean,
): Option<Chosen> => ({
  key,
  value: key,
  letter: 'marked',
  ...(rule === undefined
    ? { label: `Yes, and ${EDITS}` }
    : { label: always(scope, tight), about: shortRule(rule, scope, width, tight) }),
});

/** Says how long a standing answer holds, and changes that. Where rows are few, its letter alone does. */
function longerOption(
  scopes: readonly Scope[],
  scope: Scope,
  tight: boolean,
): readonly Option<Chosen>[] {
  if (tight || scopes.length < 2) return [];
  const { time, where } = SCOPE_WORDS[scope];
  const label = `Not asking again holds ${time}`;
  return [{ key: LONGER, label, about: where, value: 'longer' }];
}

/** The rows that options take. */
const heightOf = (options: readonly Option<Chosen>[], width: number, tight: boolean): number =>
  tight
    ? options.length
    : options.flatMap(({ label, about = '' }) => behind('    ', `${label}  ${about}`, width))
        .length;

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
function ruleLines(request: ConfirmRequest, { width, paint }: Canvas, tight: boolean): string[] {
  const { tool, input } = request;
  return offersOf(request).flatMap(({ key, rule }) => {
    const isShort = rule === undefined || !shortRule(rule, 'session', width, tight).endsWith('…');
    if (isShort || rule === `${tool}(${input['command']})`) return [];
    return ['', ...behind(`${paint('quiet', `"${key}" adds the rule:`)} `, exactly(rule), width)];
  });
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
