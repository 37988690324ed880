import { duration } from '../cli/times.ts';
import type { DayStats, ModelStats, Questions, Report, Unasked } from './stats.ts';

/** THE TABLE of answers, in the order in which they are shown. */
export const ANSWERS: readonly (readonly [Exclude<keyof Questions, 'asked' | 'waited'>, string])[] =
  [
    ['once', 'you said yes, once'],
    ['always', 'you said yes, from then on'],
    ['refused', 'you said no'],
    ['allowedByHook', 'a hook said yes in your place'],
    ['refusedByHook', 'a hook said no in your place'],
    ['unanswered', 'nobody was there to ask, so it did not run'],
  ];

/** Who decides without a question. */
const DECIDERS: Readonly<Record<string, string>> = {
  rule: 'rules',
  hook: 'hooks',
  mode: 'the permission mode',
  sandbox: 'the sandbox',
  table: 'the permission table, such as reads in the project',
};

export const deciderOf = ({ by }: Pick<Unasked, 'by'>): string =>
  Object.hasOwn(DECIDERS, by) ? (DECIDERS[by] ?? by) : by;

/** What was decided by somebody without a question: `rules: 20 allowed, 1 refused`. */
export const decidedBy = (one: Unasked): string => {
  const counts = [
    ...(one.allowed > 0 ? [`${one.allowed} allowed`] : []),
    ...(one.refused > 0 ? [`${one.refused} refused`] : []),
  ];
  return `${deciderOf(one)}: ${counts.join(', ')}`;
};

export const money = (dollars: number): string =>
  `$${dollars.toFixed(dollars > 0 && dollars < 0.1 ? 4 : 2)}`;

/** A model without a price cost something, but nobody knows what. */
export const costOf = ({ cost, unpriced, requests }: ModelStats): string =>
  unpriced === requests ? 'unknown' : `${money(cost)}${unpriced > 0 ? ' or more' : ''}`;

export const totalCost = ({ models, cost }: Pick<Report, 'models' | 'cost'>): string => {
  const isPriced = models.some(({ unpriced, requests }) => unpriced < requests);
  if (!isPriced) return models.length === 0 ? money(0) : 'unknown';
  return `${money(cost)}${models.some(({ unpriced }) => unpriced > 0) ? ' or more' : ''}`;
};

export const tokens = (count: number): string => {
  if (count < 10_000) return String(count);
  return count < 1_000_000
    ? `${Math.round(count / 1000)}k`
    : `${(count / 1_000_000).toFixed(count < 10_000_000 ? 1 : 0)}M`;
};

export const counted = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

/** Made with the first day that is written out: the calendars of all languages take a fifth of a start to load. */
let dayFormat: Intl.DateTimeFormat | undefined;

/** `Sat 31 Jan`: a date is the same wherever it is written out. */
export const dayName = (day: string): string => {
  dayFormat ??= new Intl.DateTimeFormat('en-GB', {
    ...{ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' },
  });
  return dayFormat.format(new Date(`${day}T12:00Z`)).replace(',', '');
};

/** Which time it is about. */
export function periodOf({ days, from }: Pick<Report, 'days' | 'from'>): string {
  const [first, last] = [days[0], days.at(-1)];
  const begin = new Date(from);
  const isWhole = begin.getHours() + begin.getMinutes() + begin.getSeconds() === 0;
  const clock = isWhole ? '' : ` ${begin.toTimeString().slice(0, 5)}`;
  if (!first || !last) return '';
  const end = `${dayName(last.day)} ${last.day.slice(0, 4)}`;
  return first === last && isWhole ? end : `${dayName(first.day)}${clock} to ${end}`;
}

export const scopeOf = ({ project, sessions, turns, calls }: Report): string =>
  [
    project === null ? 'all projects' : `project ${project}`,
    counted(sessions, 'session'),
    counted(turns, 'turn'),
    counted(calls, 'call'),
  ].join(', ');

/** Days on which something happened, the newest of them. */
export const busyDays = (days: readonly DayStats[], most: number): readonly DayStats[] =>
  days.filter(({ day: _, ...counts }) => Object.values(counts).some((n) => n > 0)).slice(-most);

export const waitedFor = ({ waited }: Questions): string =>
  waited > 0 ? `Wave waited ${duration(waited)} for you` : '';

/** Whether anything happened at all. */
export const isEmpty = ({ sessions, hooks, models, questions, unasked }: Report): boolean =>
  sessions + hooks.length + models.length + unasked.length === 0 &&
  Object.values(questions).every((n) => n === 0);

/** What can be said about rules, where there is little to say. */
export function ruleNotes({ rules, questions }: Report): readonly string[] {
  const { proposals, settled, unread } = rules;
  return [
    ...(proposals.length === 0 && questions.asked > 0
      ? ['No rule that Wave would offer would have saved more than one question.']
      : []),
    ...(settled > 0
      ? [`${counted(settled, 'question')} would not be asked again: a rule allows it now.`]
      : []),
    ...(unread > 0
      ? [`${counted(unread, 'question')} could not be looked at: the session is not kept.`]
      : []),
  ];
}

export const EMPTY =
  'The log has nothing from these days. Use Wave for a while ("wave tour" is a short session), or look further back: wave stats --days 30';
