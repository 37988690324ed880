import { rewriteSpec } from '../vocabulary/effect.ts';
import { canBlock, type EventName, type Raw, specOf, takes } from '../vocabulary/events.ts';
import { describe, type HookEnding, hintOf } from '../vocabulary/outcome.ts';
import type { Signal } from '../vocabulary/signal.ts';
import { misreadOf, NOTHING_WRONG } from './misread.ts';
import { type Answer, readAnswer } from './read-answer.ts';
import { type Printed, readStdout, tidy } from './stdout.ts';

/** What the signals of a hook depend on beside its end. */
export interface Teller {
  readonly event: EventName;
  readonly hook: string;
  /** A failure of this hook blocks. */
  readonly failsClosed: boolean;
  /** It is a transform: what it was to rewrite must not pass as it is when it fails. */
  readonly transforms?: boolean;
  /** The event's input, as the hook saw it. */
  readonly input?: Raw;
}

/** Turns the end of a hook, and what it printed, into signals. Pure; never throws. */
export function parse(teller: Teller, ending: HookEnding): Signal[] {
  const { outcome } = ending;
  if (outcome.is === 'cancelled') return [];
  if (outcome.is === 'cut' && outcome.code === 2) return cutButBlocks(teller, ending);
  if (outcome.is !== 'exit') return failure(teller, ending);
  const printed = readStdout(ending.stdout);
  const answer =
    printed.is === 'answer'
      ? readAnswer(teller.event, printed.value, printed.twice, teller.input)
      : undefined;
  const misread =
    printed.is === 'text' ? misreadOf(teller.event, outcome.code, printed) : undefined;
  const { remarks, lostDecision } = answer ?? misread ?? NOTHING_WRONG;
  const signals = [
    ...remarks.map((text) => remark(teller, text)),
    ...(misread?.once ? [{ ...remark(teller, misread.once), once: true } as const] : []),
    ...deviceHint(teller, ending),
    ...(answer && decides(answer)
      ? [...beaten(teller, ending), ...said(teller, answer)]
      : byExitCode(teller, ending, printed, answer)),
  ];
  return lostDecision && teller.failsClosed && !signals.some(blocks)
    ? [...signals, ...closed(teller, 'printed a decision that could not be read')]
    : signals;
}

const remark = (teller: Teller, text: string) =>
  ({ is: 'warning', text: `${named(teller)}: ${text}`, named: true }) as const;

/** Nothing is read from output that is not whole, but the exit code is known. */
const cutButBlocks = (teller: Teller, ending: HookEnding): Signal[] => [
  {
    is: 'warning',
    text: `${named(teller)} ${describe(ending.outcome)}; its exit code counts`,
    named: true,
  },
  ...objection(teller, ending, undefined),
];

/** A deciding answer beats the exit code. */
const decides = (answer: Answer) =>
  answer.continue !== undefined || answer.decision !== undefined || answer.blocked === true;

const blocks = (signal: Signal) =>
  signal.is === 'block' || signal.is === 'deny' || signal.is === 'halt';

function byExitCode(
  teller: Teller,
  ending: HookEnding,
  printed: Printed,
  answer: Answer | undefined,
): Signal[] {
  const code = ending.outcome.is === 'exit' ? ending.outcome.code : -1;
  const fields = answer ? said(teller, answer) : [];
  if (code === 0) return [...success(printed), ...fields];
  if (code === 2) return [...objection(teller, ending, answer), ...fields];
  return [...failure(teller, ending), ...fields.filter((signal) => signal.is === 'warning')];
}

/** What exit 2 comes to: where nothing can be blocked, somebody thinks it can, and is told. */
function objection(teller: Teller, ending: HookEnding, answer: Answer | undefined): Signal[] {
  const { event } = teller;
  if (takes(event, 'block')) return [{ is: 'block', ...reasonOfExit(teller, ending, answer) }];
  const stderr = tidy(ending.stderr);
  const told = `${named(teller)} exited 2, but ${event} cannot be blocked`;
  return [{ is: 'failure', text: stderr ? `${told}: ${stderr}` : told, named: true }];
}

/** stderr is the reason of exit 2; without it a text of ours names the hook, with what it answered. */
function reasonOfExit(teller: Teller, ending: HookEnding, answer: Answer | undefined): Words {
  const reason = answer?.blocked === false ? '' : tidy(answer?.reason ?? '');
  const stderr = tidy(ending.stderr);
  if (stderr) return { text: stderr };
  return reason ? { text: `${objects(teller)}: ${reason}`, named: true } : noReason(teller);
}

const success = (printed: Printed): Signal[] =>
  printed.is === 'text' && printed.text !== '' ? [{ is: 'success', text: printed.text }] : [];

/** What an answer's fields say, apart from what was wrong with them. */
function said(teller: Teller, answer: Answer): Signal[] {
  const { warning, context, permissions } = answer;
  return [
    ...(answer.continue === false ? [halt(teller, answer)] : []),
    ...interrupt(teller, answer),
    ...decision(teller, answer),
    ...(warning ? [{ is: 'warning', text: tidy(warning) } as const] : []),
    ...(context ? [{ is: 'context', text: tidy(context) } as const] : []),
    ...rewrites(answer),
    ...(permissions?.length ? [{ is: 'grant', permissions } as const] : []),
  ];
}

/** At most one of them is there: an event lets hooks rewrite one thing. */
function rewrites({ rewrite, output, prompt, content }: Answer): Signal[] {
  if (rewrite && Object.keys(rewrite).length > 0) return [{ is: 'rewrite', fields: rewrite }];
  const value = output ?? prompt ?? content;
  return value === undefined ? [] : [{ is: 'rewrite', value }];
}

/** Ends the turn, and so needs a deny to stand beside. */
function interrupt(teller: Teller, { interrupt, decision, reason }: Answer): Signal[] {
  if (!interrupt) return [];
  if (decision !== 'deny' && decision !== 'block')
    return [remark(teller, '"interrupt" was ignored: it counts beside "deny"')];
  const text = tidy(reason ?? '');
  return [{ is: 'halt', reason: text, ...(text ? { text } : endedWithoutReason(teller)) }];
}

function halt(teller: Teller, answer: Answer): Signal {
  const reason = tidy(answer.stopReason ?? '');
  return {
    is: 'halt',
    reason,
    ...(reason ? { text: reason } : endedWithoutReason(teller)),
  };
}

const endedWithoutReason = (teller: Teller): Words => ({
  text: `${named(teller)} ended the turn and gave no reason`,
  named: true,
});

function decision(teller: Teller, answer: Answer): Signal[] {
  const is = answer.decision ?? (answer.blocked ? 'block' : undefined);
  if (is === undefined) return [];
  const text = tidy(answer.reason ?? '');
  if (is === 'allow' || is === 'ask' || text !== '') return [{ is, text }];
  const missing = `${named(teller)} gave no reason; a hook should say why it objects`;
  return [
    { is, ...noReason(teller) },
    ...(answer.continue === false || answer.interrupt
      ? []
      : [{ is: 'warning', text: missing, named: true } as const]),
  ];
}

/** The hook's own words, or ours, which name it. */
type Words = { readonly text: string; readonly named?: true };

const named = ({ hook }: Teller) => `hook "${hook}"`;

/** Only where something can be blocked is it said to be. */
const objects = (teller: Teller) =>
  canBlock(teller.event) ? `Blocked by ${named(teller)}` : `Objection of ${named(teller)}`;

const noReason = (teller: Teller): Words => ({
  text: `${objects(teller)}, which gave no reason`,
  named: true,
});

function beaten(teller: Teller, ending: HookEnding): Signal[] {
  if (ending.outcome.is !== 'exit' || ending.outcome.code !== 2) return [];
  const stderr = tidy(ending.stderr);
  const unused = stderr ? `; its stderr was not used: ${stderr}` : '';
  return [
    {
      is: 'warning',
      text: `${named(teller)} exited 2 and printed an answer that decides: the answer counts${unused}`,
      named: true,
    },
  ];
}

function failure(teller: Teller, ending: HookEnding): Signal[] {
  const hint = teller.failsClosed ? '' : hintOf(ending.outcome);
  const how = `${named(teller)} ${describe(ending.outcome)}${hint}`;
  const stderr = tidy(ending.stderr);
  const told: Signal = { is: 'failure', text: stderr ? `${how}: ${stderr}` : how, named: true };
  return teller.failsClosed ? [told, ...closed(teller, describe(ending.outcome))] : [told];
}

/** What the agent is told of a guard that did not work; what it wrote to stderr is for the user. */
function closed(teller: Teller, why: string): Signal[] {
  const { event } = teller;
  if (!takes(event, 'block')) return [];
  const text = `${canBlock(event) ? 'Blocked, because a guard' : 'A guard'} did not work: ${named(teller)} ${why}`;
  return [{ is: 'block', text, named: true }, ...withheld(teller)];
}

/** What has happened cannot be blocked, but it need not be seen. */
function withheld(teller: Teller): Signal[] {
  const { rewrites } = specOf(teller.event);
  if (!teller.transforms || !rewrites || !rewriteSpec(rewrites).happened) return [];
  return [
    {
      is: 'rewrite',
      value: `[The ${rewrites} was withheld: ${named(teller)}, which rewrites it, did not work.]`,
    },
  ];
}

const deviceHint = (teller: Teller, { stderr }: HookEnding): Signal[] =>
  stderr.split('\n', MOST_LINES).some(namesDevice) ? [remark(teller, NO_DEVICE)] : [];

/** On Linux a hook's streams are sockets, which have no name to open. */
const namesDevice = (line: string) =>
  line.includes('No such device or address') && /\/dev\/std(out|err)\b/.test(line);
const MOST_LINES = 1_000;
const NO_DEVICE = 'it could not open /dev/stdout or /dev/stderr: write to them with >&1 and >&2';
