import { rewriteSpec } from '../vocabulary/effect.ts';
import { canBlock, specOf, takes } from '../vocabulary/events.ts';
import { describe, type HookEnding, hintOf } from '../vocabulary/outcome.ts';
import type { Signal } from '../vocabulary/signal.ts';
import { decides, said } from './answer-signals.ts';
import { misreadOf, NOTHING_WRONG } from './misread.ts';
import { type Answer, readAnswer } from './read-answer.ts';
import { type Printed, readStdout, tidy } from './stdout.ts';
import { named, noReason, objects, remark, type Teller, type Words } from './teller.ts';

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

/** Nothing is read from output that is not whole, but the exit code is known. */
const cutButBlocks = (teller: Teller, ending: HookEnding): Signal[] => [
  {
    is: 'warning',
    text: `${named(teller)} ${describe(ending.outcome)}; its exit code counts`,
    named: true,
  },
  ...objection(teller, ending, undefined),
];

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
