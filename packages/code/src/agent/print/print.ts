import { type Command, type Io, UsageError } from '../../cli/command.ts';
import { type PrintFlags, readFlags } from '../open/flags.ts';
import { answer, answerLines } from './answer.ts';
import { type Given, readPrompt } from './prompt.ts';
import { begin, closing } from './session.ts';
import { checkTrajectory, writeTrajectory } from './trajectory.ts';

/** `wave -p`: one prompt, without a screen. */
export const print: Command = async (args, io) => {
  const flags = readFlags(args);
  if (flags.input === 'stream-json') return runLines(flags, io);
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
  checkTrajectory(flags.trajectory);
  const begun = await begin(flags, io);
  const { agent, output, interrupts, wanted } = begun;
  if (given.warning) output.tell({ tone: 'warning', text: given.warning });
  agent.subscribe(output.event);
  const result = await closing(begun, io, () =>
    answer(agent, { ...given, ...wanted }, interrupts.turn),
  );
  writeTrajectory(flags.trajectory, agent, io);
  output.result(result, { id: agent.sessionId, usage: agent.usage });
  return interrupts.code(result.ended);
}

/** A turn for each line of stdin, until its end. The exit code is that of the last one. */
async function runLines(flags: PrintFlags, io: Io): Promise<number> {
  if (flags.prompt !== undefined)
    throw new UsageError('with --input-format stream-json, prompts come on stdin only');
  checkTrajectory(flags.trajectory);
  const begun = await begin(flags, io);
  const { agent, output, interrupts, wanted } = begun;
  agent.subscribe(output.event);
  const last = await closing(begun, io, () =>
    answerLines(agent, io, interrupts.turn, wanted, (result) =>
      output.result(result, { id: agent.sessionId, usage: agent.usage }),
    ),
  );
  writeTrajectory(flags.trajectory, agent, io);
  if (last === undefined)
    throw new UsageError('stdin: expected messages as JSON lines, got nothing');
  return interrupts.code(last);
}
