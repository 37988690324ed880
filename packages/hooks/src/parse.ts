import { type Answer, isAnswer, nearMisses, readAnswer } from './answer.ts';
import type { EventName } from './events.ts';
import { describe, type Ending } from './outcome.ts';
import { isObject } from './shape.ts';
import type { Signal } from './signal.ts';

/** What the signals of a hook depend on beside its end. */
export interface Teller {
  readonly event: EventName;
  readonly hook: string;
  /** A failure of this hook blocks. */
  readonly failsClosed: boolean;
}

/** Turns the end of a hook, and what it printed, into signals. Pure; never throws. */
export function parse(teller: Teller, ending: Ending): Signal[] {
  const { outcome } = ending;
  if (outcome.is === 'cancelled') return [];
  if (outcome.is !== 'exit') return failure(teller, ending);
  const printed = readStdout(ending.stdout);
  const answer = printed.is === 'answer' ? readAnswer(teller.event, printed.value) : undefined;
  const misread = printed.is === 'text' && printed.misread !== undefined;
  const signals = [
    ...remarks(teller, printed, answer),
    ...(answer && decides(answer)
      ? [...beaten(teller, ending), ...said(teller, answer)]
      : byExitCode(teller, ending, printed, answer)),
  ];
  const lost = misread || (answer?.lostDecision ?? false);
  return lost && teller.failsClosed && !signals.some(blocks)
    ? [...signals, closed(teller, 'printed a decision that could not be read')]
    : signals;
}

/** A deciding answer beats the exit code. */
const decides = (answer: Answer) =>
  answer.continue !== undefined || answer.decision !== undefined || answer.blocked === true;

const blocks = (signal: Signal) =>
  signal.is === 'block' || signal.is === 'deny' || signal.is === 'halt';

function byExitCode(
  teller: Teller,
  ending: Ending,
  printed: Printed,
  answer: Answer | undefined,
): Signal[] {
  const code = ending.outcome.is === 'exit' ? ending.outcome.code : -1;
  const fields = answer ? said(teller, answer) : [];
  if (code === 0) return [...success(printed), ...fields];
  if (code === 2)
    return [{ is: 'block', text: tidy(ending.stderr) || noReason(teller) }, ...fields];
  return [...failure(teller, ending), ...fields.filter((signal) => signal.is === 'warning')];
}

const success = (printed: Printed): Signal[] =>
  printed.is === 'text' && printed.text !== '' ? [{ is: 'success', text: printed.text }] : [];

/** What an answer's fields say, apart from what was wrong with them. */
function said(teller: Teller, answer: Answer): Signal[] {
  const signals: Signal[] = [];
  if (answer.continue === false) signals.push(halt(teller, answer));
  signals.push(...decision(teller, answer));
  if (has(answer.warning)) signals.push({ is: 'warning', text: tidy(answer.warning) });
  if (has(answer.context)) signals.push({ is: 'context', text: tidy(answer.context) });
  if (answer.rewrite && Object.keys(answer.rewrite).length > 0)
    signals.push({ is: 'rewrite', fields: answer.rewrite });
  return signals;
}

function halt(teller: Teller, answer: Answer): Signal {
  const reason = tidy(answer.stopReason ?? '');
  return {
    is: 'halt',
    reason,
    text: reason || `${named(teller)} ended the turn and gave no reason`,
  };
}

function decision(teller: Teller, answer: Answer): Signal[] {
  const is = answer.decision ?? (answer.blocked ? 'block' : undefined);
  if (is === undefined) return [];
  const text = tidy(answer.reason ?? '');
  if (is === 'allow' || is === 'ask' || text !== '') return [{ is, text }];
  return [
    { is, text: noReason(teller) },
    { is: 'warning', text: `${named(teller)} blocked without a reason; a hook should say why` },
  ];
}

const named = ({ hook }: Teller) => `hook "${hook}"`;

const noReason = (teller: Teller) => `Blocked by ${named(teller)}, which gave no reason`;

function beaten(teller: Teller, ending: Ending): Signal[] {
  if (ending.outcome.is !== 'exit' || ending.outcome.code !== 2) return [];
  const stderr = tidy(ending.stderr);
  const unused = stderr ? `; its stderr was not used: ${stderr}` : '';
  return [
    {
      is: 'warning',
      text: `${named(teller)} exited 2 and printed an answer that decides: the answer counts${unused}`,
    },
  ];
}

function failure(teller: Teller, ending: Ending): Signal[] {
  const how = `${named(teller)} ${describe(ending.outcome)}`;
  const stderr = ending.outcome.is === 'cut' ? '' : tidy(ending.stderr);
  const told: Signal = { is: 'failure', text: stderr ? `${how}: ${stderr}` : how };
  return teller.failsClosed ? [told, closed(teller, describe(ending.outcome))] : [told];
}

/** What the agent is told of a guard that did not work; what it wrote to stderr is for the user. */
const closed = (teller: Teller, why: string): Signal => ({
  is: 'block',
  text: `Blocked, because a guard did not work: ${named(teller)} ${why}`,
});

function remarks(teller: Teller, printed: Printed, answer: Answer | undefined): Signal[] {
  const texts =
    answer?.remarks ?? (printed.is === 'text' && printed.misread ? [printed.misread] : []);
  return texts.map((text) => ({ is: 'warning', text: `${named(teller)}: ${text}` }));
}

/** stdout is an answer or plain text; `misread` says why text that looks like an answer is none. */
type Printed =
  | { is: 'answer'; value: Record<string, unknown> }
  | { is: 'text'; text: string; misread?: string };

export function readStdout(stdout: string): Printed {
  const text = stdout.replace(/^\uFEFF/, '').trim();
  if (!text.startsWith('{')) return { is: 'text', text: tidy(stdout), ...mixed(text) };
  const parsed = tryParse(text);
  if ('error' in parsed)
    return {
      is: 'text',
      text: tidy(stdout),
      misread: `stdout was not read as an answer: ${parsed.error}`,
    };
  if (isAnswer(parsed.value)) return { is: 'answer', value: parsed.value };
  return { is: 'text', text: tidy(stdout), ...misspelt(parsed.value) };
}

function misspelt(value: unknown): { misread?: string } {
  const near = isObject(value) ? nearMisses(value)[0] : undefined;
  return near
    ? { misread: `stdout was not read as an answer: did you mean "${near[1]}" by "${near[0]}"?` }
    : {};
}

/** How many places in a text are tried as the start of an answer. */
const MAX_TRIES = 32;

/** An answer among other lines is not read, which its author should know. */
function mixed(text: string): { misread?: string } {
  if (!text.includes('{')) return {};
  const opening = /^[ \t]*\{/gm;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const index = opening.exec(text)?.index;
    const end = index === undefined ? undefined : scan(text, index).end;
    // What is still open at the end of the text is so for every later brace inside it.
    if (index === undefined || end === undefined) return {};
    if (isFilledAnswer(text.slice(index, end))) return { misread: AMONG_LINES };
  }
  return {};
}

const AMONG_LINES =
  'stdout holds an answer among other lines, so it was not read: print the JSON alone';

function isFilledAnswer(text: string): boolean {
  const parsed = tryParse(text);
  return 'value' in parsed && isAnswer(parsed.value) && Object.keys(parsed.value).length > 0;
}

function tryParse(text: string): { value: unknown } | { error: string } {
  if (scan(text, 0).depth > MAX_DEPTH) return { error: `nested deeper than ${MAX_DEPTH} levels` };
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { error: (error as Error).message.slice(0, 200) };
  }
}

/** Deeper values overflow the stack of whoever walks or prints them. */
const MAX_DEPTH = 200;

/** Steps over the brackets of JSON from `start`: how deep they go, and where the first one closes. */
function scan(text: string, start: number): { depth: number; end?: number } {
  let open = 0;
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (char === '"') at = stringEnd(text, at);
    else if (char === '{' || char === '[') depth = Math.max(depth, ++open);
    else if ((char === '}' || char === ']') && --open <= 0) return { depth, end: at + 1 };
  }
  return { depth };
}

/** The quote that ends a string: the first one with an even number of backslashes before it. */
function stringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

const has = (text: string | undefined): text is string => text !== undefined && text.trim() !== '';

/** Without the byte order mark, blank lines before it and white space after it. */
export const tidy = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/^\s*\n/, '')
    .trimEnd();
