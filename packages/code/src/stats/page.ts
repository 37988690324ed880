import { readFileSync } from 'node:fs';
import { duration } from '../cli/times.ts';
import { htmlPage, inHtml } from '../html/page.ts';
import type { Report } from './stats.ts';
import * as words from './words.ts';

export const statsStyle = (dir: string): string => readFileSync(`${dir}/stats-style.css`, 'utf8');

/** It runs no script at all, and asks nobody for anything. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** One file with everything in it. */
export function statsPage(report: Report, style: string): string {
  return htmlPage({
    policy: POLICY,
    title: `${words.periodOf(report)} · wave stats`,
    style,
    body: `<header>
<h1>${inHtml(words.periodOf(report))}</h1>
<p class="facts">${inHtml(words.scopeOf(report))}</p>
</header>
<main>
${body(report)}
</main>`,
  });
}

function body(report: Report): string {
  const notes = report.log.notes.map((note) => `<p class="warn">${inHtml(note)}</p>`).join('\n');
  if (words.isEmpty(report)) return `<p class="empty">${inHtml(words.EMPTY)}</p>\n${notes}`;
  return [
    tiles(report),
    section('Questions', answers(report)),
    section('Rules that would have saved questions', rules(report)),
    section('Days', days(report)),
    section('Hooks, by the time they took', hooks(report)),
    section('Models', models(report)),
    notes,
  ].join('\n');
}

const section = (title: string, content: string): string =>
  content === ''
    ? ''
    : `<section aria-label="${inHtml(title)}"><h2>${inHtml(title)}</h2>\n${content}\n</section>`;

/** What somebody wants to know first. */
function tiles(report: Report): string {
  const { hooks: all, questions } = report;
  const sum = (of: (hook: Report['hooks'][number]) => number) =>
    all.reduce((total, hook) => total + of(hook), 0);
  const facts = [
    [String(questions.asked), questions.asked === 1 ? 'question to you' : 'questions to you'],
    [duration(questions.waited), 'waiting for you'],
    [String(sum(({ blocks }) => blocks)), 'blocked by hooks'],
    [duration(sum(({ lost }) => lost)), 'spent in hooks'],
    [words.totalCost(report), 'for the models'],
  ];
  return `<dl class="tiles">${facts
    .map(
      ([value = '', name = '']) => `<div><dt>${inHtml(name)}</dt><dd>${inHtml(value)}</dd></div>`,
    )
    .join('')}</dl>`;
}

function answers({ questions, unasked }: Report): string {
  const asked = words.ANSWERS.filter(([name]) => questions[name] > 0);
  const most = Math.max(1, ...asked.map(([name]) => questions[name]));
  return [
    table(
      'Questions and how they were answered',
      ['answer', 'questions', ''],
      [
        ...asked.map(([name, text]) => [
          text,
          String(questions[name]),
          bar(questions[name] / most),
        ]),
      ],
    ),
    unasked.length === 0 ? '' : '<h3>Decided without a question</h3>',
    table(
      'Decided without a question',
      ['by', 'allowed', 'refused'],
      unasked.map((one) => [words.deciderOf(one), String(one.allowed), String(one.refused)]),
    ),
  ].join('\n');
}

function rules(report: Report): string {
  const { proposals } = report.rules;
  const notes = words.ruleNotes(report).map((note) => `<p class="empty">${inHtml(note)}</p>`);
  const items = proposals.map(
    ({ rule, saves, command, project }) =>
      `<li><strong>${inHtml(words.counted(saves, 'question'))}</strong> <code>${inHtml(rule)}</code> <span class="facts">${inHtml(project === undefined ? 'in all projects' : `in ${project}`)}</span><pre tabindex="0" aria-label="The command that adds the rule"><code>${inHtml(command)}</code></pre></li>`,
  );
  const list = items.length === 0 ? [] : [`<ol>${items.join('\n')}</ol>`];
  return [...list, ...notes].join('\n');
}

function days({ days: all }: Report): string {
  const most = Math.max(1, ...all.map(({ questions }) => questions));
  return table(
    'What happened on each day',
    ['day', 'questions', '', 'blocks', 'in hooks', 'tokens', 'cost'],
    all.map(({ day, questions, blocks, lost, tokens, cost }) => [
      words.dayName(day),
      String(questions),
      bar(questions / most),
      String(blocks),
      duration(lost),
      words.tokens(tokens),
      words.money(cost),
    ]),
  );
}

const hooks = ({ hooks: all }: Report): string =>
  table(
    'What each hook did, and how long it took',
    ['hook', 'runs', 'blocks', 'failures', 'p50', 'p95', 'in all'],
    all.map(({ hook, runs, blocks, failures, p50, p95, lost }) => [
      hook,
      ...[runs, blocks, failures].map(String),
      ...[p50, p95, lost].map(duration),
    ]),
  );

const models = ({ models: all }: Report): string =>
  table(
    'What each model read, wrote and cost',
    ['model', 'requests', 'tokens read', 'from the cache', 'written', 'cost'],
    all.map((one) => [
      one.model,
      String(one.requests),
      ...[one.input, one.cached, one.output].map(words.tokens),
      words.costOf(one),
    ]),
  );

/** A part of a whole, drawn; the number stands beside it. */
interface Drawn {
  readonly part: number;
}

const bar = (part: number): Drawn => ({ part });

type Cell = string | Drawn;

/** It scrolls for itself where it is wider than the page, also by keyboard. */
function table(
  label: string,
  heads: readonly string[],
  rows: readonly (readonly Cell[])[],
): string {
  if (rows.length === 0) return '';
  const head = heads.map((text) =>
    text === '' ? '<td aria-hidden="true"></td>' : `<th scope="col">${inHtml(text)}</th>`,
  );
  const lines = rows.map(
    ([first = '', ...rest]) =>
      `<tr><th scope="row">${cell(first)}</th>${rest.map((one) => (typeof one === 'string' ? `<td>${cell(one)}</td>` : cell(one))).join('')}</tr>`,
  );
  return `<div class="scroll" tabindex="0" role="region" aria-label="${inHtml(label)}"><table><thead><tr>${head.join('')}</tr></thead>
<tbody>
${lines.join('\n')}
</tbody></table></div>`;
}

const cell = (value: Cell): string =>
  typeof value === 'string'
    ? inHtml(value)
    : `<td class="drawn" aria-hidden="true"><i class="bar" style="width:${(value.part * 100).toFixed(1)}%"></i></td>`;
