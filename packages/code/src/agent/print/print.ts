import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { Agent, type Ended, latestSession, sessionsDir } from 'wave-agent-sdk';
import { projectDirOf, SettingsError } from 'wave-hooks';
import { type Command, type Io, UsageError } from '../../cli/command.ts';
import { onInterrupt } from '../../cli/signals.ts';
import { refuseUnapproved } from '../../hooks/untrusted.ts';
import { type PrintFlags, readFlags, USAGE } from './flags.ts';
import { OUTPUTS } from './output.ts';

/** What each end of a turn means to a script. */
const EXIT_CODES: Record<Ended, number> = {
  done: 0,
  failed: 1,
  blocked: 2,
  halted: 2,
  'stop-limit': 3,
  'turn-limit': 3,
  aborted: 130,
};

/** `wave -p`: one prompt, without a screen. */
export const print: Command = async (args, io) => {
  const flags = readFlags(args);
  const prompt = flags.prompt ?? (io.stdinIsTerminal() ? '' : await io.readStdin()).trim();
  if (prompt === '') throw new UsageError(`no prompt: give one after -p or on stdin\n\n${USAGE}`);
  const agent = await open(flags, io);
  const output = OUTPUTS[flags.format](io, flags, {
    session_id: agent.sessionId,
    model: agent.model,
    cwd: io.cwd,
    permission_mode: agent.permissionMode,
  });
  tellProblems(agent, io, flags);
  agent.subscribe(output.event);
  const done = onInterrupt(async () => agent.abort(), { leave: false });
  const result = await agent.sendMessage(prompt);
  done();
  await agent.close();
  output.result(result, agent.sessionId);
  return EXIT_CODES[result.ended];
};

async function open(flags: PrintFlags, io: Io): Promise<Agent> {
  const home = homedir();
  const projectDir = projectDirOf(io.cwd);
  const resume = flags.goOn ? latestSession(sessionsDir(home, projectDir)) : undefined;
  try {
    const agent = await Agent.create({
      workdir: io.cwd,
      ...(flags.model ? { model: flags.model } : {}),
      ...(flags.hooks ? {} : { noHooks: true }),
      settingSources: ['user', 'project', 'local'],
      ...(flags.settings ? { settings: resolve(io.cwd, flags.settings) } : {}),
      projectHooks: flags.hooks ? flags.projectHooks : 'off',
      permissionMode: flags.mode,
      permissions: { allow: flags.allow, deny: flags.deny },
      ...(flags.maxTurns ? { maxTurns: flags.maxTurns } : {}),
      session: { keep: true, ...(resume ? { resume } : {}) },
      home,
    });
    if (flags.hooks && agent.settings) refuseUnapproved(agent.settings, flags.projectHooks);
    return agent;
  } catch (error) {
    if (error instanceof SettingsError || error instanceof UsageError)
      throw new UsageError(error.message);
    throw new UsageError((error as Error).message);
  }
}

/** What is wrong with the settings is told before anything runs. */
function tellProblems(agent: Agent, io: Io, flags: PrintFlags): void {
  for (const { level, source, text } of [
    ...(agent.settings?.problems ?? []),
    ...agent.hooks.problems,
  ]) {
    const told = { type: 'notice', tone: level, text: `${source}: ${text}` };
    if (flags.format === 'stream-json') io.out(`${JSON.stringify(told)}\n`);
    else io.err(`${level}: ${source}: ${text}\n`);
  }
}
