import { observes } from '@wavehooks/hooks/vocabulary';
import stringWidth from 'string-width';
import { exactly, printable } from '../../cli/style.ts';
import type { Item } from '../state/item.ts';
import { type Retrying, retryWords } from '../state/retrying.ts';
import type { RunningHook, State } from '../state/state.ts';
import { clipped, joined } from '../text/lines.ts';

/** What is going on: its name, of which event it is, what it says of itself, since when. */
export interface Doing {
  readonly name: string;
  readonly where?: string;
  readonly said?: string;
  readonly since: number;
  /** What comes next, and when: counted down to, instead of from since when. */
  readonly next?: { in(seconds: number): string; readonly at: number };
  /** What keys do about it, where Esc is not the only one. */
  readonly keys?: string;
  /** Nothing moves until somebody answers. */
  readonly rests?: true;
}

/** The innermost thing that is under way. */
export function doing(state: State): Doing {
  const since = state.busySince ?? 0;
  if (state.busyWith !== undefined) return { name: joined(exactly(state.busyWith)), since };
  const [hooks, observers] = apart(state.running);
  if (hooks[0]) return hookDoing(hooks[0], hooks.length - 1);
  if (state.dialogs.length > 0) return { name: 'waiting for your answer', since, rests: true };
  // Before the call that a subagent works for.
  if (state.retry) return retryDoing(state.retry, since);
  const calls = state.open.filter(isRunning);
  // What each does stands above.
  if (calls[0])
    return {
      name: `running ${joined(exactly(calls[0].block.name))}${andMore(calls.length - 1)}`,
      since: calls[0].since ?? since,
      ...(calls[0].block.name === 'Bash' ? { keys: BASH_HINT } : {}),
    };
  if (state.stream.thought !== '') return { name: 'thinking', since };
  if (state.stream.text !== '') return { name: 'answering', since };
  if (observers[0]) return hookDoing(observers[0], observers.length - 1);
  return { name: `waiting for ${awaitedBy(state)}`, since };
}

const isRunning = (item: Item): item is Item & { is: 'tool' } =>
  item.is === 'tool' && item.block.stage === 'running';

const andMore = (others: number): string => (others > 0 ? ` and ${others} more` : '');

/** Hooks that the agent waits for, and those that only look on. One that says what it does comes first. */
function apart(running: readonly RunningHook[]): [RunningHook[], RunningHook[]] {
  const said = running.toSorted((a, b) => Number(!!b.statusMessage) - Number(!!a.statusMessage));
  return [
    said.filter(({ event }) => !observes(event)),
    said.filter(({ event }) => observes(event)),
  ];
}

/** A hook that began before the prompt did, and that the prompt waits for. */
export function holdingUp({ running, busySince = 0 }: State): string | undefined {
  const [hook] = apart(running)[0].filter(({ since }) => since < busySince);
  if (!hook) return undefined;
  const { name, where = '', said } = hookDoing(hook, 0);
  return `waiting for ${name}${where}${said ? `: ${said}` : ''}`;
}

const retryDoing = (retry: Retrying, since: number): Doing => ({
  name: printable(joined(retryWords(retry, 0).reason)),
  since,
  next: { in: (seconds) => retryWords(retry, seconds).after, at: retry.at },
});

function hookDoing({ hook, event, statusMessage, since }: RunningHook, others: number): Doing {
  return {
    name: `hook ${joined(exactly(hook))}${andMore(others)}`,
    where: ` (${event})`,
    ...(statusMessage ? { said: printable(joined(statusMessage)) } : {}),
    since,
  };
}

function awaitedBy({ awaited }: State): string {
  if (awaited.length === 0) return 'the model';
  return exactly(`the MCP server${awaited.length > 1 ? 's' : ''} ${awaited.join(', ')}`);
}

export interface ActivityLine {
  readonly text: string;
  readonly hint: string;
}

const HINT = '  Esc interrupts';
const BASH_HINT = `${HINT}, Ctrl-B sends it to the background`;

/** For how long it has been going on, or in how long the next thing comes. */
export const secondsOf = ({ since, next }: Doing, now: number): number =>
  Math.max(0, next ? Math.ceil((next.at - now) / 1000) : Math.floor((now - since) / 1000));

function timeText({ next, rests }: Doing, seconds: number): string {
  if (rests) return '';
  if (next) return next.in(seconds);
  return seconds > 0 ? ` ${seconds} s` : '';
}

/** As much as fits. What it says of itself and for how long stay; of which event, the hint and the name go, in this order. */
export function activityLine(what: Doing, seconds: number, width: number): ActivityLine {
  const { name, where = '', said = '' } = what;
  const words = said && `: ${said}`;
  const time = timeText(what, seconds);
  const ways: readonly ActivityLine[] = [
    ...(what.keys ? [{ text: name + where + words + time, hint: what.keys }] : []),
    { text: name + where + words + time, hint: HINT },
    { text: name + words + time, hint: HINT },
    { text: name + words + time, hint: '' },
  ];
  const fitting = ways.find(({ text, hint }) => stringWidth(text + hint) <= width);
  if (fitting) return fitting;
  const room = width - stringWidth(time);
  const short = clipped(name, words ? Math.max(LEAST_NAME, room - stringWidth(words)) : room);
  return { text: clipped(short + words, room) + time, hint: '' };
}

/** As much of a name as tells it from another. */
const LEAST_NAME = 12;
