import { encode, ofAll } from '@wavehooks/hook-kit';
import { type Command, type Io, isHelpRequest, readArgs, UsageError } from '../cli/command.ts';
import { readJson } from '../cli/stdin.ts';
import { printable } from '../cli/style.ts';
import { usageOf } from '../cli/usage.ts';
import { fireAll } from '../hooks/event/fire-once.ts';
import { OPEN_FLAGS, openOptions } from '../hooks/settings/open-options.ts';
import { AGENT_NAMES, type AgentName, isAgentName } from './agents.ts';
import { holds } from './entries.ts';
import { type Incoming, incoming } from './incoming.ts';
import { saidBy } from './said-by.ts';

const USAGE = usageOf({
  forms: ['wave guard AGENT [options] < event.json'],
  about: `Agents: ${AGENT_NAMES.join(', ')}.`,
  options: OPEN_FLAGS,
});

/** What every agent here takes for a refusal. */
const REFUSED = 2;

/**
 * `wave guard <agent>`: an event of another agent through the hooks of this project, answered in that
 * agent's words. Whatever goes wrong refuses: a guard that breaks must not stand open.
 */
export const answer: Command = async (args, io) => {
  let event: Incoming | undefined;
  try {
    const { values, positionals } = readArgs(args, OPEN_FLAGS, USAGE);
    const agent = agentOf(positionals);
    event = incoming(agent, rawOf(await readJson(io)), io.cwd);
    const { inputs, cwd } = event;
    // That agent runs the hooks of its own files itself, the entry that started us among them.
    const options = { ...openOptions(values, { ...io, cwd }, USAGE), agents: ['wave'] as const };
    const fired = await fireAll(options, io, async () => inputs);
    const { json, notes } = answerTo(event, fired, agent);
    for (const note of notes) io.err(`wave guard: ${printable(note)}\n`);
    io.out(`${JSON.stringify(json)}\n`);
    await fired.close();
    return 0;
  } catch (error) {
    if (isHelpRequest(error)) throw error;
    return failed(error, event, io);
  }
};

/** What is wrong with the settings is said once. */
function answerTo(
  { event, inParts, toolInput }: Incoming,
  { verdicts, toUser }: Awaited<ReturnType<typeof fireAll>>,
  agent: AgentName,
) {
  const said = verdicts.map((verdict, at) =>
    saidBy(at === 0 ? { ...verdict, toUser: [...toUser, ...verdict.toUser] } : verdict),
  );
  return encode(event, inParts ? ofAll(said) : said[0], agent, toolInput);
}

/** What can be held only once must not be held by a guard that is broken for good. */
function failed(error: unknown, event: Incoming | undefined, io: Io): number {
  const text = error instanceof Error ? error.message : String(error);
  io.err(`wave guard: ${printable(text)}\n`);
  const isTrap = event && !holds(event.event);
  if (isTrap) io.err('wave guard: the agent goes on unguarded here.\n');
  return isTrap ? 1 : REFUSED;
}

function rawOf(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new UsageError(`stdin: expected a JSON object, got ${JSON.stringify(value).slice(0, 60)}`);
}

function agentOf([name, ...rest]: readonly string[]): AgentName {
  if (rest.length > 0) throw new UsageError(`unexpected words: ${rest.join(' ')}\n${USAGE}`);
  if (isAgentName(name)) return name;
  throw new UsageError(
    `${name === undefined ? 'which agent?' : `agent: expected one of ${AGENT_NAMES.join(', ')}, got ${JSON.stringify(name)}`}\n${USAGE}`,
  );
}
