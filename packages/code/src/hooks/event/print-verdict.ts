import type { HookOutcome, Run, Tone, Verdict } from '@wavehooks/hooks';
import { specOf } from '@wavehooks/hooks/vocabulary';
import { isFailure } from '@wavehooks/settings/log';
import { DECISION_STYLE } from '../../cli/decision-style.ts';
import {
  exactLine,
  exactly,
  exactPlace,
  indent,
  type Paint,
  painter,
  printable,
  type Style,
} from '../../cli/style.ts';

/** A verdict for people: what would happen, who said what to whom, how long it took. */
export function printVerdict(verdict: Verdict, { color }: { color: boolean }): string {
  const paint = painter(color);
  const parts = [
    headline(verdict, paint),
    ...Object.entries(REWRITTEN).map(([title, of]) => section(title, valueLines(of(verdict)))),
    section(
      'to the agent',
      verdict.toAgent.map((told) => said(told, paint)),
    ),
    section(
      'to you',
      verdict.toUser.map(
        (told) => `${paint(TONE_STYLE[told.tone], told.tone)}  ${said(told, paint)}`,
      ),
    ),
    section(
      'added to the context',
      verdict.context.map((told) => said(told, paint)),
    ),
    section(
      'hooks that ran',
      verdict.runs.map((run) => runLine(run, paint)),
    ),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** What hooks changed or asked for, under the titles they have here. */
const REWRITTEN: Record<string, (verdict: Verdict) => unknown> = {
  'rewritten input': ({ input }) => input,
  'rewritten output': ({ output }) => output,
  'rewritten prompt': ({ prompt }) => prompt,
  'answer to the server': ({ content }) => content,
  'permitted for this session': ({ permissions }) => permissions,
};

function valueLines(value: unknown): string[] {
  if (value === undefined) return [];
  return [exactly(typeof value === 'string' ? value : JSON.stringify(value, null, 2))];
}

/** What a decision comes to, as the event's row says it. */
function meaning({ event, decision, toAgent }: Verdict): string {
  const { says } = specOf(event);
  const feedback = decision === 'none' && toAgent.length > 0 ? says.feedback : undefined;
  return feedback ?? says[decision] ?? says.none;
}

const TONE_STYLE: Record<Tone, Style> = { info: 'cyan', warning: 'yellow', error: 'red' };

const headline = (verdict: Verdict, paint: Paint): string =>
  `${verdict.event}: ${paint(['bold', DECISION_STYLE[verdict.decision]].flat() as Style, verdict.decision)} - ${meaning(verdict)}`;

const section = (title: string, lines: string[]): string =>
  lines.length === 0 ? '' : `${title}\n${lines.map((line) => indent(line, '  ')).join('\n')}`;

const said = ({ text, hook }: { text: string; hook: string }, paint: Paint): string =>
  `${exactly(text)}${hook ? paint('dim', `  (${exactLine(hook)})`) : ''}`;

/** One run: how it ended, how long it took, and the beginning of what it printed. */
export function runLine(run: Run, paint: Paint): string {
  const failed = isFailure(run.outcome);
  const ended = paint(failed ? 'red' : 'green', OUTCOME_TEXT[run.outcome.is](run.outcome));
  const place = paint('dim', exactPlace(run.source));
  const head = `${exactLine(run.hook)}  ${ended}  ${run.ms.toFixed(1)} ms  ${place}`;
  return [
    head,
    ...streamLines('stdout', run.stdout, paint),
    ...streamLines('stderr', run.stderr, paint),
  ].join('\n');
}

/** The beginning of what a hook printed: often the reason why it did something else. */
function streamLines(name: string, text: string, paint: Paint): string[] {
  const lines = text.trimEnd().split('\n').slice(0, 3);
  if (lines.join('') === '') return [];
  const more = text.trimEnd().split('\n').length > 3 ? ' ...' : '';
  const short = lines.map((line) =>
    printable(line.length > 160 ? `${line.slice(0, 160)} ...` : line),
  );
  return [paint('dim', `  ${name}: ${short.join('\n          ')}${more}`)];
}

const OUTCOME_TEXT: { [K in HookOutcome['is']]: (outcome: HookOutcome) => string } = {
  exit: (outcome) => (outcome.is === 'exit' ? `exit ${outcome.code}` : ''),
  signal: (outcome) => (outcome.is === 'signal' ? `killed by ${outcome.signal}` : ''),
  timeout: () => 'timed out',
  start: () => 'did not start',
  cancelled: () => 'cancelled',
  cut: (outcome) => (outcome.is === 'cut' ? `${outcome.stream} cut` : ''),
  http: (outcome) => (outcome.is === 'http' ? `HTTP ${outcome.status}` : ''),
  lost: () => 'gave no answer',
  async: () => 'async: started, and not waited for',
};
