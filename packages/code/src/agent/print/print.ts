import { constants, homedir } from 'node:os';
import {
  Agent,
  type Ended,
  ExpansionBlocked,
  type SendOptions,
  type TurnResult,
} from '@wavehooks/agent-sdk';
import { openSettings, projectDirOf } from '@wavehooks/settings';
import { type Command, type Io, UsageError } from '../../cli/command.ts';
import { inStages } from '../../cli/signals.ts';
import { refuseUnapproved } from '../../hooks/approval/refuse-unapproved.ts';
import { openObservers } from '../../hooks/event/observe.ts';
import { closeSession, followRuns } from '../close/close-session.ts';
import { agentOptions } from '../open/agent-options.ts';
import { earlierSession } from '../open/earlier-session.ts';
import { type PrintFlags, readFlags } from '../open/flags.ts';
import { OUTPUTS } from './output.ts';
import { type Given, readPrompt, wholePrompt } from './prompt.ts';
import { readSchema } from './read-schema.ts';

/** There may be no second request that a slow server could join. */
const MCP_WAIT_MS = 30_000;

/** What each end of a turn means to a script. */
const EXIT_CODES: Record<Ended, number> = {
  done: 0,
  failed: 1,
  blocked: 2,
  halted: 2,
  'stop-limit': 3,
  'turn-limit': 3,
  'invalid-output': 4,
  aborted: 130,
};

/** `wave -p`: one prompt, without a screen. */
export const print: Command = async (args, io) => {
  const flags = readFlags(args);
  return run(flags, await readPrompt(flags.prompt, io), io);
};

/** The same for a prompt that was piped in without -p, and read already. */
export const printPiped =
  (prompt: string): Command =>
  async (args, io) => {
    const flags = readFlags(args);
    if (flags.prompt !== undefined)
      throw new UsageError(
        `unexpected words: ${flags.prompt}. Use -p to send them as the prompt; piped input is added after it`,
      );
    return run(flags, { prompt, piped: '' }, io);
  };

async function run(flags: PrintFlags, given: Given, io: Io): Promise<number> {
  // Before anything starts: a schema that is wrong is the user's to mend.
  const output = flags.outputSchema === undefined ? {} : await readSchema(flags.outputSchema, io);
  const agent = await open(flags, io);
  // Before the first line: whoever has seen that one may send a signal.
  const interrupts = awaitInterrupt(io);
  const shown = OUTPUTS[flags.format](io, flags, {
    session_id: agent.sessionId,
    model: agent.model,
    cwd: io.cwd,
    permission_mode: agent.permissionMode,
  });
  // Problems of the settings come before anything runs.
  for (const { level, source, text } of agent.problems)
    shown.tell({ tone: level, text: `${source}: ${text}` });
  if (given.warning) shown.tell({ tone: 'warning', text: given.warning });
  agent.subscribe(shown.event);
  const result = await observed(agent, io, () =>
    turn(agent, { ...given, ...output }, interrupts, io),
  );
  shown.result(result, { id: agent.sessionId, usage: agent.usage });
  return interrupts.code(result.ended);
}

interface Interrupts {
  /** Ends the turn. */
  readonly turn: AbortSignal;
  /** Ends the wait for the hooks of the session's end. */
  readonly wait: AbortSignal;
  /** The turn has come to its end: the next signal is about the wait. */
  ended(): void;
  /** The exit code that says how the turn ended, and by which signal. */
  code(ended: Ended): number;
  ignore(): void;
}

/**
 * A signal ends the turn, the next one the wait for the session's last hooks, and one more the process.
 * One that comes after the turn does not change the exit code. A stdout that takes nothing any more
 * does, at whatever time: the answer is not where it should be.
 */
function awaitInterrupt(io: Io): Interrupts {
  const [turn, wait] = [new AbortController(), new AbortController()];
  let aborted = EXIT_CODES.aborted;
  let broken: number | undefined;
  io.whenBroken((how) => {
    if (how.is === 'failed') io.err(`error: ${how.reason}\n`);
    broken = how.is === 'failed' ? EXIT_CODES.failed : UNREAD;
    // Where a slow reader leaves while the last of it is written, the command has ended already.
    process.exitCode = broken;
    turn.abort();
  });
  const stages = inStages(
    (exitCode) => {
      aborted = exitCode;
      turn.abort();
    },
    () => wait.abort(),
  );
  return {
    turn: turn.signal,
    wait: wait.signal,
    ended: stages.past,
    code: (ended) => broken ?? (ended === 'aborted' ? aborted : EXIT_CODES[ended]),
    ignore: stages.ignore,
  };
}

/** As a shell counts an end by SIGPIPE. */
const UNREAD = 128 + constants.signals.SIGPIPE;

async function turn(
  agent: Agent,
  given: Asked,
  interrupts: Interrupts,
  io: Io,
): Promise<TurnResult> {
  const runs = followRuns();
  agent.subscribe(runs.hear);
  try {
    return await answer(agent, given, interrupts.turn);
  } finally {
    interrupts.ended();
    await closeSession(() => agent.close({ signal: interrupts.wait }), runs, io);
    interrupts.ignore();
  }
}

/** A prompt, and what its answer has to be. */
type Asked = Given & Pick<SendOptions, 'output'>;

async function answer(agent: Agent, given: Asked, signal: AbortSignal): Promise<TurnResult> {
  const { output } = given;
  const options: SendOptions = { signal, ...(output ? { output } : {}) };
  try {
    return await agent.sendMessage(await wholePrompt(agent, given, signal), options);
  } catch (error) {
    if (error instanceof ExpansionBlocked) return BLOCKED;
    throw error;
  }
}

/** The end of a turn that a hook kept from beginning. */
const BLOCKED: TurnResult = {
  ended: 'blocked',
  text: '',
  usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0, cacheWriteTokens: 0 },
  requests: 0,
};

/** The log and the collector hear of every hook, and have written when the command ends. */
async function observed<T>(agent: Agent, io: Io, work: () => Promise<T>): Promise<T> {
  const observers = openObservers(io);
  agent.subscribe((event) => {
    if (event.is === 'hook') observers.observe(event.run);
  });
  try {
    return await work();
  } finally {
    await observers.close();
  }
}

/** Refuses first: until then nothing of the project may have been started. */
async function open(flags: PrintFlags, io: Io): Promise<Agent> {
  const home = homedir();
  const resume = earlierSession(flags, io, home);
  try {
    const opened = openSettings({ projectDir: projectDirOf(io.cwd, home), home });
    refuseUnapproved(opened, flags.projectHooks, flags.hooks ? ['hook', 'mcp'] : ['mcp']);
    return await Agent.create({
      ...agentOptions(flags, io, home, resume),
      mcpWaitMs: MCP_WAIT_MS,
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
