import { exactLine, oneLine, printable } from '../cli/style.ts';
import { duration } from '../cli/times.ts';
import type { Report } from './stats.ts';
import * as words from './words.ts';

/** The same as sentences, one fact a line: for whoever has it read out. */
export function plainText(report: Report): string {
  const head = `From ${words.periodOf(report)}: ${words.scopeOf(report)}.`;
  const lines = words.isEmpty(report)
    ? [words.EMPTY]
    : [
        ...questions(report),
        ...days(report),
        ...hooks(report),
        ...models(report),
        ...rules(report),
      ];
  const notes = report.log.notes.map((note) => `Note: ${printable(oneLine(note))}`);
  return `${[printable(head), ...lines, ...notes].join('\n')}\n`;
}

const questions = ({ questions: all, unasked }: Report): readonly string[] => [
  `Questions to you: ${all.asked}.${all.waited > 0 ? ` ${words.waitedFor(all)}.` : ''}`,
  ...words.ANSWERS.filter(([name]) => all[name] > 0).map(
    ([name, text]) => `${all[name]}: ${text}.`,
  ),
  ...unasked.map((one) => `Without a question, by ${printable(words.decidedBy(one))}.`),
];

const days = ({ days: all }: Report): readonly string[] =>
  words
    .busyDays(all, all.length)
    .map(
      ({ day, questions: asked, blocks, lost, tokens, cost }) =>
        `${words.dayName(day)}: ${words.counted(asked, 'question')}, ${words.counted(blocks, 'block')}, ${duration(lost)} in hooks, ${words.tokens(tokens)} tokens, ${words.money(cost)}.`,
    );

const hooks = ({ hooks: all }: Report): readonly string[] =>
  all.map(
    ({ hook, runs, blocks, failures, p50, p95, lost }) =>
      `Hook ${text(hook)}: ${words.counted(runs, 'run')}, ${words.counted(blocks, 'block')}, ${words.counted(failures, 'failure')}; half of the runs took at most ${duration(p50)}, 95 of 100 at most ${duration(p95)}; ${duration(lost)} in all.`,
  );

const models = ({ models: all }: Report): readonly string[] =>
  all.map(
    (one) =>
      `Model ${text(one.model)}: ${words.counted(one.requests, 'request')}, ${words.tokens(one.input)} tokens read, ${words.tokens(one.cached)} of them from the cache, ${words.tokens(one.output)} written; cost ${words.costOf(one)}.`,
  );

const rules = (report: Report): readonly string[] => [
  ...report.rules.proposals.map(
    ({ rule, saves, command }) =>
      `The rule ${exactLine(rule)} would have saved ${words.counted(saves, 'question')}. To add it: ${exactLine(command)}`,
  ),
  ...words.ruleNotes(report),
];

const text = (value: string): string => printable(oneLine(value));
