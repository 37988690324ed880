import { exactLine, oneLine, painter, printable } from '../cli/style.ts';
import { duration } from '../cli/times.ts';
import type { Report } from './stats.ts';
import * as words from './words.ts';

/** So many rows of each, so that all of it fits on one screen. */
const MOST = { days: 14, hooks: 6, models: 4, rules: 3 } as const;

/** A week on one screen. */
export function screenText(report: Report, color: boolean): string {
  const paint = painter(color);
  const title = (text: string) => paint('bold', text);
  const head = `${title(words.periodOf(report))}  ${printable(words.scopeOf(report))}`;
  const sections = words.isEmpty(report)
    ? [[words.EMPTY]]
    : [
        questionLines(report, title),
        dayLines(report, title),
        hookLines(report, title),
        modelLines(report, title),
        ruleLines(report, title),
      ];
  const notes = report.log.notes.map((note) => paint('yellow', `! ${printable(oneLine(note))}`));
  return `${[[head], ...sections, notes]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

type Title = (text: string) => string;

function questionLines({ questions, unasked }: Report, title: Title): readonly string[] {
  const waited = words.waitedFor(questions);
  const answers = words.ANSWERS.filter(([name]) => questions[name] > 0).map(
    ([name, text]) => `  ${String(questions[name]).padStart(6)}  ${text}`,
  );
  const others = unasked.map(
    (one) =>
      `  ${String(one.allowed + one.refused).padStart(6)}  by ${printable(words.decidedBy(one))}`,
  );
  return [
    `${title(`${words.counted(questions.asked, 'question')} to you`)}${waited === '' ? '' : `, ${waited}`}`,
    ...answers,
    ...(others.length === 0 ? [] : [title('Without a question'), ...others]),
  ];
}

function dayLines({ days }: Report, title: Title): readonly string[] {
  const busy = words.busyDays(days, MOST.days);
  if (busy.length < 2) return [];
  const most = Math.max(...busy.map(({ questions }) => questions));
  return table(
    title,
    ['day', 'questions', 'blocks', 'in hooks', 'tokens', 'cost', ''],
    busy.map(({ day, questions, blocks, lost, tokens, cost }) => [
      words.dayName(day),
      String(questions),
      String(blocks),
      duration(lost),
      words.tokens(tokens),
      words.money(cost),
      '#'.repeat(most === 0 ? 0 : Math.round((questions / most) * 20)),
    ]),
  );
}

const hookLines = ({ hooks }: Report, title: Title): readonly string[] => [
  ...table(
    title,
    ['hook', 'runs', 'blocks', 'failures', 'p50', 'p95', 'in all'],
    hooks
      .slice(0, MOST.hooks)
      .map(({ hook, runs, blocks, failures, p50, p95, lost }) => [
        name(hook),
        ...[runs, blocks, failures].map(String),
        ...[p50, p95, lost].map(duration),
      ]),
  ),
  ...more(hooks, MOST.hooks),
];

const modelLines = ({ models }: Report, title: Title): readonly string[] => [
  ...table(
    title,
    ['model', 'requests', 'read', 'cached', 'written', 'cost'],
    models
      .slice(0, MOST.models)
      .map((one) => [
        name(one.model),
        String(one.requests),
        ...[one.input, one.cached, one.output].map(words.tokens),
        words.costOf(one),
      ]),
  ),
  ...more(models, MOST.models),
];

function ruleLines(report: Report, title: Title): readonly string[] {
  const { questions, rules } = report;
  const proposals = rules.proposals.slice(0, MOST.rules);
  if (questions.asked === 0) return [];
  return [
    title('Rules that would have saved questions'),
    ...proposals.flatMap(({ rule, saves, command }) => [
      `  ${String(saves).padStart(6)}  ${exactLine(rule)}`,
      `          ${exactLine(command)}`,
    ]),
    ...words.ruleNotes(report).map((note) => `  ${note}`),
  ];
}

const more = (all: readonly unknown[], shown: number): readonly string[] =>
  all.length > shown ? [`  and ${all.length - shown} more: wave stats --json`] : [];

const MOST_CHARS = 32;

const name = (text: string): string => {
  const line = printable(oneLine(text));
  return line.length > MOST_CHARS ? `${line.slice(0, MOST_CHARS - 3)}...` : line;
};

/** The first column to the left, the others to the right; a last one without a head as it is. */
function table(
  title: Title,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  if (rows.length === 0) return [];
  const widths = heads.map((head, at) =>
    Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) =>
        at === 0 || heads[at] === ''
          ? cell.padEnd(widths[at] ?? 0)
          : cell.padStart(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [title(line(heads)), ...rows.map(line)];
}
