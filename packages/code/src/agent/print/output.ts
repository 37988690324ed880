import { randomUUID } from 'node:crypto';
import type { AgentEvent, Ended, TurnResult, Usage } from '@wavehooks/agent-sdk';
import { TOOL_NAMES } from '@wavehooks/hooks/vocabulary';
import type { Io } from '../../cli/command.ts';
import { outTo } from '../../cli/style.ts';
import { type Said, saidIn, saidLine, type Told, toldIn } from '../close/told.ts';
import type { PrintFlags } from '../open/flags.ts';
import { type Around, claudeLines, type Start } from './claude-lines.ts';
import { createPartials } from './partials.ts';
import { openTally, type SessionEnd } from './result-line.ts';
import { verboseLine } from './verbose.ts';

/** How a turn is shown while it runs and when it ended. */
export interface Output {
  event(event: AgentEvent): void;
  /** Messages for the user besides the conversation. */
  tell(told: Told): void;
  result(result: TurnResult, session: SessionEnd): void;
}

export const OUTPUTS: Record<
  PrintFlags['format'],
  (io: Io, flags: PrintFlags, start: Start, around: Around) => Output
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
  const tally = openTally();
  return {
    tell: (told) => void notices.push(told),
    event: (event) => {
      tally.hear(event);
      notices.push(...toldIn(event));
    },
    result: (result, session) =>
      outTo(io, `${JSON.stringify({ ...start, ...tally.result(result, session), notices })}\n`),
  };
}

/** A line for each message, each result of a tool and each notice for the user, as they come. */
function streamOutput(io: Io, flags: PrintFlags, start: Start, around: Around): Output {
  const line = (value: object) => outTo(io, `${JSON.stringify(value)}\n`);
  const lines = claudeLines(start);
  const tally = openTally();
  line(initLine(start, around));
  const about = { session: start.session_id, model: start.model };
  const partials = flags.partials ? createPartials(about) : undefined;
  return {
    tell: (told) => line(lines.notice(told)),
    event: (event) => {
      tally.hear(event);
      for (const value of partials?.hear(event) ?? []) line(value);
      for (const value of lines.hear(event)) line(value);
      if (event.is === 'hook' && flags.hookEvents && isRun(event.run))
        line(hookLine(event.run, start.session_id));
    },
    result: (result, session) => line(tally.result(result, session)),
  };
}

const initLine = ({ permission_mode, ...start }: Start, { servers, commands }: Around) => ({
  type: 'system',
  subtype: 'init',
  ...start,
  tools: TOOL_NAMES,
  mcp_servers: servers.map(({ name, state }) => ({ name, status: STATUS[state] ?? state })),
  slash_commands: commands,
  permissionMode: permission_mode,
  uuid: randomUUID(),
});

/** Claude Code's words for the states of servers. */
const STATUS: Readonly<Record<string, string>> = {
  connecting: 'pending',
  ready: 'connected',
  'needs login': 'needs-auth',
  off: 'disabled',
};

type Run = Extract<AgentEvent, { is: 'hook' }>['run'];

/** A verdict holds the input, which may be about to be erased. */
const isRun = ({ is }: Run) => is === 'started' || is === 'ended';

const hookLine = (run: Run, session_id: string) => ({
  ...{ type: 'system', subtype: run.is === 'started' ? 'hook_started' : 'hook_response' },
  ...run,
  session_id,
});

const usageLine = ({ usage, cost }: TurnResult, session: SessionEnd) =>
  `  used: ${spentText(usage, cost)}; session: ${spentText(session.usage, session.usage.cost)}\n`;

function spentText(usage: Usage, cost: number | undefined): string {
  const { inputTokens, cachedTokens, outputTokens } = usage;
  const tokens = `${inputTokens} tokens in (${cachedTokens} cached), ${outputTokens} out`;
  return cost === undefined ? `${tokens}, price unknown` : `${tokens}, $${cost.toFixed(4)}`;
}
