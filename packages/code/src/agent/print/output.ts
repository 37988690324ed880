import type {
  AgentEvent,
  AgentRef,
  Change,
  Ended,
  Message,
  SessionUsage,
  TurnResult,
  Usage,
} from '@wavehooks/agent-sdk';
import type { Io } from '../../cli/command.ts';
import { outTo } from '../../cli/style.ts';
import { type Said, saidIn, saidLine, type Told, toldIn } from '../close/told.ts';
import type { PrintFlags } from '../open/flags.ts';
import { createPartials } from './partials.ts';
import { verboseLine } from './verbose.ts';

/** How a turn is shown while it runs and when it ended. */
export interface Output {
  event(event: AgentEvent): void;
  /** Messages for the user besides the conversation. */
  tell(told: Told): void;
  result(result: TurnResult, session: SessionEnd): void;
}

/** What is known of the session when a turn has ended. */
export interface SessionEnd {
  readonly id: string;
  readonly usage: SessionUsage;
}

type Start = Readonly<Record<string, unknown>>;

export const OUTPUTS: Record<
  PrintFlags['format'],
  (io: Io, flags: PrintFlags, start: Start) => Output
> = {
  text: textOutput,
  json: jsonOutput,
  'stream-json': streamOutput,
};

/** The answer on stdout, messages for the user on stderr. */
function textOutput(io: Io, flags: PrintFlags): Output {
  const tell = (said: Said) => io.err(saidLine(said));
  return {
    tell,
    event: (event) => {
      for (const said of saidIn(event)) tell(said);
      if (flags.verbose) io.err(verboseLine(event));
    },
    result: (result, session) => {
      const { text, ended } = result;
      const told = ENDS[ended];
      if (told) tell(told);
      const answer = flags.outputSchema === undefined ? text : documentOf(result);
      outTo(io, answer === '' || answer.endsWith('\n') ? answer : `${answer}\n`);
      if (flags.verbose) io.err(usageLine(result, session));
    },
  };
}

/** Where a document was asked for, nothing else is on stdout: a script reads it. */
const documentOf = ({ output }: TurnResult): string =>
  output === undefined ? '' : JSON.stringify(output);

/** Ends of a turn that what hooks said does not tell by itself. */
const ENDS: { readonly [E in Ended]?: Told } = {
  blocked: { tone: 'error', text: 'The prompt was blocked by a hook: the model did not get it.' },
  halted: { tone: 'warning', text: 'The turn was ended by a hook.' },
};

/** One document at the end. */
function jsonOutput(io: Io, _flags: PrintFlags, start: Start): Output {
  const notices: Told[] = [];
  return {
    tell: (told) => void notices.push(told),
    event: (event) => void notices.push(...toldIn(event)),
    result: (result, session) =>
      outTo(io, `${JSON.stringify({ ...start, ...resultLine(result, session), notices })}\n`),
  };
}

/** A line for each message, each result of a tool and each notice for the user, as they come. */
function streamOutput(io: Io, flags: PrintFlags, start: Start): Output {
  const line = (value: object) => outTo(io, `${JSON.stringify(value)}\n`);
  line({ type: 'start', ...start });
  const about = { session: String(start['session_id']), model: String(start['model']) };
  const partials = flags.partials ? createPartials(about) : undefined;
  return {
    tell: (told) => line({ type: 'notice', ...told }),
    event: (event) => {
      for (const value of partials?.hear(event) ?? []) line(value);
      if (event.is === 'change') for (const value of changeLines(event.change)) line(value);
      if (event.is === 'subagent') for (const value of agentLines(event)) line(value);
      if (event.is === 'hook' && flags.hookEvents && isRun(event.run))
        line({ ...event.run, type: 'hook' });
    },
    result: (result, session) => line(resultLine(result, session)),
  };
}

/** A verdict holds the input, which may be about to be erased. */
const isRun = ({ is }: Extract<AgentEvent, { is: 'hook' }>['run']) =>
  is === 'started' || is === 'ended';

function changeLines(change: Change): object[] {
  if (change.is === 'tool')
    return change.patch.stage === 'end'
      ? [
          {
            type: 'tool_result',
            id: change.call,
            success: change.patch.success,
            result: change.patch.result,
          },
        ]
      : [];
  if (change.is === 'compacted') {
    const { id, compaction } = change.message;
    return [{ type: 'compacted', id, before: compaction?.before, after: compaction?.after }];
  }
  if (change.is !== 'added') return [];
  const told = toldIn({ is: 'change', change });
  if (told.length > 0) return told.map((one) => ({ type: 'notice', ...one }));
  return [{ type: 'message', ...messageLine(change.message) }];
}

type InSubagent = Extract<AgentEvent, { is: 'subagent' }>;

/** A subagent's notices for the user are in the main conversation as well, and printed from there. */
function agentLines({ agent, event }: InSubagent): object[] {
  const lines =
    event.is === 'change'
      ? changeLines(event.change).filter((line) => !('tone' in line))
      : event.is === 'ended'
        ? [{ type: 'subagent_end', ended: event.result.ended, usage: event.result.usage }]
        : [];
  return lines.map((line) => ({ ...line, ...agentFields(agent) }));
}

const agentFields = ({ id, type, description, parent }: AgentRef) => ({
  agent_id: id,
  agent_type: type,
  agent_description: description,
  ...(parent ? { parent_agent_id: parent } : {}),
});

const messageLine = ({ id, role, from, blocks }: Message) => ({
  id,
  role,
  ...(from ? { from } : {}),
  blocks,
});

const resultLine = (result: TurnResult, { id, usage }: SessionEnd) => ({
  type: 'result',
  ended: result.ended,
  result: result.text,
  session_id: id,
  requests: result.requests,
  usage: result.usage,
  ...costField(result.cost),
  session: sessionLine(usage),
  ...(result.stopReason ? { stop_reason: result.stopReason } : {}),
  ...(result.incomplete ? { incomplete: result.incomplete } : {}),
  ...(result.output === undefined ? {} : { structured_output: result.output }),
  ...(result.error ? { error: result.error } : {}),
});

const sessionLine = ({ requests, cost, ...usage }: SessionUsage) => ({
  requests,
  usage,
  ...costField(cost),
});

/** No price, no field: nothing is better than a wrong sum. */
const costField = (cost: number | undefined) => (cost === undefined ? {} : { cost_usd: cost });

const usageLine = ({ usage, cost }: TurnResult, session: SessionEnd) =>
  `  used: ${spentText(usage, cost)}; session: ${spentText(session.usage, session.usage.cost)}\n`;

function spentText(usage: Usage, cost: number | undefined): string {
  const { inputTokens, cachedTokens, outputTokens } = usage;
  const tokens = `${inputTokens} tokens in (${cachedTokens} cached), ${outputTokens} out`;
  return cost === undefined ? `${tokens}, price unknown` : `${tokens}, $${cost.toFixed(4)}`;
}
