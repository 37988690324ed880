import { homedir } from 'node:os';
import { Agent } from '@wavehooks/agent-sdk';
import { openSettings, projectDirOf } from '@wavehooks/settings';
import { type Io, UsageError } from '../../cli/command.ts';
import { refuseUnapproved } from '../../hooks/approval/refuse-unapproved.ts';
import { type Observers, openObservers } from '../../hooks/event/observe.ts';
import { observeAgent } from '../../trace/observe-agent.ts';
import { closeSession, followRuns } from '../close/close-session.ts';
import { agentOptions } from '../open/agent-options.ts';
import { earlierSession } from '../open/earlier-session.ts';
import type { PrintFlags } from '../open/flags.ts';
import type { Wanted } from './answer.ts';
import { awaitInterrupt, type Interrupts } from './interrupts.ts';
import { OUTPUTS, type Output } from './output.ts';
import { readSchema } from './read-schema.ts';

/** There may be no second request that a slow server could join. */
const MCP_WAIT_MS = 30_000;

/** A session that can be asked something. */
export interface Begun {
  readonly agent: Agent;
  readonly output: Output;
  readonly interrupts: Interrupts;
  readonly wanted: Wanted;
  readonly observers: Observers;
}

/** Opens the agent and tells what there is to tell before anything runs. */
export async function begin(flags: PrintFlags, io: Io): Promise<Begun> {
  // Before anything starts: a schema that is wrong is the user's to mend.
  const wanted = flags.outputSchema === undefined ? {} : await readSchema(flags.outputSchema, io);
  const observers = openObservers(io);
  const agent = await open(flags, io, observers);
  // Before the first line: whoever has seen that one may send a signal.
  const interrupts = awaitInterrupt(io);
  const start = {
    session_id: agent.sessionId,
    model: agent.model,
    cwd: io.cwd,
    permission_mode: agent.permissionMode,
  };
  const commands = agent.commands.map(({ name }) => name);
  const output = OUTPUTS[flags.format](io, flags, start, {
    servers: agent.mcp.servers(),
    commands,
  });
  // Problems of the settings come before anything runs.
  for (const { level, source, text } of agent.problems)
    output.tell({ tone: level, text: `${source}: ${text}` });
  return { agent, output, interrupts, wanted, observers };
}

/** Refuses first: until then nothing of the project may have been started. */
async function open(flags: PrintFlags, io: Io, observers: Observers): Promise<Agent> {
  const home = homedir();
  const resume = earlierSession(flags, io, home);
  try {
    const opened = openSettings({ projectDir: projectDirOf(io.cwd, home), home });
    refuseUnapproved(opened, flags.projectHooks, stopping(flags));
    return await Agent.create({
      ...agentOptions(flags, io, home, resume, flags.fork),
      mcpWaitMs: MCP_WAIT_MS,
      ...(await observers.forAgent()),
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** A guard that does not run leaves a gate open; a server that does not run is only missing. */
const stopping = ({ hooks, requireMcpApproval }: PrintFlags) => [
  ...(hooks ? (['hook'] as const) : []),
  ...(requireMcpApproval ? (['mcp'] as const) : []),
];

/** The session ends with the work, whatever comes of it, and all that observe it have written by then. */
export const closing = <T>(
  { agent, interrupts, observers }: Begun,
  io: Io,
  work: () => Promise<T>,
): Promise<T> => observed(agent, observers, () => closed(agent, interrupts, io, work));

/** The log and the collector hear of every hook, and have written when the command ends. */
async function observed<T>(agent: Agent, observers: Observers, work: () => Promise<T>): Promise<T> {
  observeAgent(agent, observers);
  try {
    return await work();
  } finally {
    await observers.close();
  }
}

async function closed<T>(
  agent: Agent,
  interrupts: Interrupts,
  io: Io,
  work: () => Promise<T>,
): Promise<T> {
  const runs = followRuns();
  agent.subscribe(runs.hear);
  try {
    return await work();
  } finally {
    interrupts.ended();
    await closeSession(() => agent.close({ signal: interrupts.wait }), runs, io);
    interrupts.ignore();
  }
}
