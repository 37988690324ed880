import type { ConfirmAnswer, ConfirmRequest, Scope } from '@wavehooks/agent-sdk';
import { useMemo, useState } from 'react';
import { exactly } from '../../cli/style.ts';
import { type Asked, askedFor, questionFor, whoAsks } from '../draw/asked.ts';
import { fields } from '../draw/call/subject.ts';
import { EDITS, type Offer, offersOf, SCOPE_WORDS } from '../draw/offers.ts';
import { isPlan, PLAN_ANSWERS, planLines } from '../draw/plan.ts';
import { type PlannedEdit, plannedEdit } from '../machine/edits.ts';
import { diffLines } from '../text/change-lines.ts';
import { behind, type Canvas, clipped, wrapped } from '../text/lines.ts';
import { useCanvas } from './parts/context.ts';
import { Dialog, type Ends } from './parts/dialog.tsx';
import { isTight, ROOMS } from './parts/rooms.ts';
import type { Option } from './parts/selection.ts';

interface ConfirmProps extends Ends {
  readonly request: ConfirmRequest;
  /** How many wait behind this one. */
  readonly behind: number;
  readonly onAnswer: (answer: ConfirmAnswer) => void;
}

/** An answer, or that the user wants to say why not. */
type Chosen = ConfirmAnswer | 'word';

/** Asks about a call, or a plan. What is shown is what runs: all of it can be read, by page if it is long. */
export function Confirm(props: ConfirmProps) {
  const { request, behind: queued, onAnswer, ...ends } = props;
  const canvas = useCanvas(4);
  const [telling, setTelling] = useState(false);
  const [scope, setScope] = useState<Scope>('session');
  const { width, paint, rows, root } = canvas;
  const tight = isTight(rows);
  // As it is when the question is put: looked at once, not with every key.
  const [planned] = useState(() => plannedEdit(request.tool, request.input));
  const asksPlan = isPlan(request);
  const body = useMemo(
    () =>
      asksPlan
        ? planLines(request, { width, paint })
        : bodyLines(request, planned, { width, paint, root, context: contextOf(rows) }, tight),
    [request, asksPlan, planned, width, paint, root, rows, tight],
  );
  const offers = asksPlan ? [] : offersOf(request);
  const scopes = [...new Set(offers.flatMap((offer) => offer.scopes))];
  const after = (one: Scope) => scopes[(scopes.indexOf(one) + 1) % scopes.length] ?? one;
  const next = after(scope);
  const hinted = tight || next === scope ? undefined : offers.findLast(({ rule }) => rule);
  const offered = offers.map((offer) =>
    offerOption(offer, scope, offer === hinted ? next : undefined, width, tight),
  );
  const beside = 3 + heightOf(offered, width, tight);
  const room = Math.max(2, ROOMS.confirm(rows).own + 1 - Math.max(0, beside - (tight ? 4 : 5)));
  const own = asksPlan ? PLAN_OPTIONS : [YES, ...offered, ...NO_OPTIONS];
  const whyNot = {
    prompt: `Tell the agent ${asksPlan ? 'what to change' : 'why not'}:`,
    onDone: (message: string) => onAnswer({ answer: 'no', message }),
    onEscape: () => setTelling(false),
  };
  return (
    <Dialog
      title={`${questionFor(request, planned)}${queued > 0 ? ` (${queued} more waiting)` : ''}`}
      lines={body}
      room={room}
      gap={tight && body.length >= room ? 0 : 1}
      options={own}
      {...(tight ? { most: own.length } : {})}
      typing={telling ? whyNot : undefined}
      onChoose={(chosen) => (chosen === 'word' ? setTelling(true) : onAnswer(chosen))}
      {...ends}
      onKey={(input, settle) => {
        const means = input === LONGER && next !== scope;
        if (means) settle(() => setScope(after));
        return means;
      }}
      careful
    />
  );
}

const LONGER = 's';

const always = (scope: Scope, tight: boolean): string => {
  const { time } = SCOPE_WORDS[scope];
  if (!tight) return `Yes, and don't ask again ${time} for:`;
  return scope === 'session' ? 'Always:' : `Always, ${time}:`;
};

/** As much of a rule as two lines hold, or one where rows are few; all of it stands above then. */
const shortRule = (rule: string, scope: Scope, width: number, tight: boolean, beside = '') =>
  clipped(
    exactly(rule),
    (tight ? width - 6 : 2 * width - 13) - always(scope, tight).length - beside.length,
  );

/** Where a standing answer is kept, and the letter that keeps it elsewhere. */
const longerHint = (scope: Scope, next: Scope): string =>
  scope === 'session'
    ? `  (${LONGER}: for longer)`
    : `  (${SCOPE_WORDS[scope].where}; ${LONGER}: ${SCOPE_WORDS[next].time})`;

const YES: Option<Chosen> = { key: 'y', label: 'Yes', value: { answer: 'yes' } };

const NO_OPTIONS: readonly Option<Chosen>[] = [
  { key: 'n', label: 'No', value: { answer: 'no' } },
  { key: 't', label: 'No, and tell the agent why', value: 'word' },
];

const PLAN_OPTIONS: readonly Option<Chosen>[] = [
  ...PLAN_ANSWERS.map(({ key, label, gives }) => ({
    key,
    label,
    value: gives,
    // A standing permission is never given by one letter.
    ...(gives.answer === 'yes' && gives.mode !== 'default' ? ({ letter: 'marked' } as const) : {}),
  })),
  { key: 't', label: 'No, and tell the agent what to change', value: 'word' },
];

/** A standing permission is never given by one letter. */
const offerOption = (
  { key, rule, answer }: Offer,
  scope: Scope,
  next: Scope | undefined,
  width: number,
  tight: boolean,
): Option<Chosen> => {
  const hint = next ? longerHint(scope, next) : '';
  const value = answer(scope);
  if (rule === undefined) return { key, value, letter: 'marked', label: `Yes, and ${EDITS}` };
  const about = shortRule(rule, scope, width, tight, hint) + hint;
  return { key, value, letter: 'marked', label: always(scope, tight), about };
};

/** The rows that options take. */
const heightOf = (options: readonly Option<Chosen>[], width: number, tight: boolean): number =>
  tight
    ? options.length
    : options.flatMap(({ label, about = '' }) => behind('    ', `${label}  ${about}`, width))
        .length;

/** Where rows are few, the change itself has to be among the first. */
const contextOf = (rows: number): number => (rows < 36 ? 1 : 3);

interface DialogCanvas extends Canvas {
  /** How many lines around a change are shown. */
  readonly context: number;
}

/** Who asks and why comes first: what follows can be long. */
function bodyLines(
  request: ConfirmRequest,
  planned: PlannedEdit | undefined,
  canvas: DialogCanvas,
  tight: boolean,
): string[] {
  const { paint, width } = canvas;
  const gap = tight ? [] : [''];
  // A reason is for the decision; that no rule allows it says nothing new.
  const weight = request.reasons.length > 0 ? 'plain' : 'quiet';
  return [
    ...whoAsks(request).flatMap((line) => behind('', paint(weight, line), width)),
    ...gap,
    ...callLines(request, planned, canvas, gap),
    ...ruleLines(request, canvas, tight),
  ];
}

/** What a hook made another of is shown once: as what it was and what it would be. */
function callLines(
  request: ConfirmRequest,
  planned: PlannedEdit | undefined,
  canvas: DialogCanvas,
  gap: readonly string[],
): string[] {
  const { input, original } = request;
  if (!original) return inputLines(request, planned, canvas);
  const note = "A hook changed this call (- the agent's version, + what would run):";
  const asked = askedFor(request, planned, canvas, canvas.context);
  return [
    ...wrapped(canvas.paint('warn', note), canvas.width),
    ...diffLines(fields(original), fields(input), canvas, Number.POSITIVE_INFINITY, WHOLE),
    ...noteLines(asked, canvas),
    ...(asked.change.length > 0 ? [...gap, ...asked.change] : []),
  ];
}

/** What stays the same runs as well. */
const WHOLE = 1_000_000;

const LONGEST_HINT = longerHint('project', 'user');

/** A rule that is too long for its answer is read here, unless it is the command that stands above. */
function ruleLines(request: ConfirmRequest, { width, paint }: Canvas, tight: boolean): string[] {
  const { tool, input } = request;
  return offersOf(request).flatMap(({ key, rule }) => {
    const isShort =
      rule === undefined || !shortRule(rule, 'session', width, tight, LONGEST_HINT).endsWith('…');
    if (isShort || rule === `${tool}(${input['command']})`) return [];
    return ['', ...behind(`${paint('quiet', `"${key}" adds the rule:`)} `, exactly(rule), width)];
  });
}

/** A command as it would be typed, a change of a file as one; everything else field by field. */
function inputLines(
  request: ConfirmRequest,
  planned: PlannedEdit | undefined,
  canvas: DialogCanvas,
): string[] {
  const asked = askedFor(request, planned, canvas, canvas.context);
  const { subject, fields: shown, change } = asked;
  const { paint, width } = canvas;
  const mark = subject?.is === 'command' ? paint('quiet', '$ ') : '';
  return [
    ...noteLines(asked, canvas),
    ...(subject ? behind(mark, paint('strong', exactly(subject.text)), width) : []),
    ...fieldLines(shown, canvas),
    ...change,
  ];
}

const noteLines = ({ note }: Asked, { paint, width }: Canvas): string[] =>
  note === undefined ? [] : behind('', exactly(note), width).map((line) => paint('warn', line));

const fieldLines = (input: ConfirmRequest['input'], { paint, width }: Canvas): string[] =>
  Object.entries(input).flatMap(([name, value]) =>
    behind(
      `${paint('quiet', `${exactly(name)}:`)} `,
      exactly(typeof value === 'string' ? value : JSON.stringify(value, null, 2)),
      width,
    ),
  );
