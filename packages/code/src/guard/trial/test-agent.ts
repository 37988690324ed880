import { type Command, readArgs, refuseMore, UsageError } from '../../cli/command.ts';
import { printable } from '../../cli/style.ts';
import { usageOf } from '../../cli/usage.ts';
import { AGENTS, type AgentName } from '../table/agents.ts';
import { TRIALS } from './agents.ts';
import { type Tried, tryAgent } from './run.ts';

const NAMES = Object.keys(TRIALS);

const FLAGS = { agent: { type: 'string', value: 'AGENT', about: NAMES.join(', ') } } as const;
const USAGE = usageOf({ forms: ['wave guard test --agent AGENT'], options: FLAGS });

/** `wave guard test`: the proof that an agent asks. */
export const testAgent: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, FLAGS, USAGE);
  refuseMore(positionals, USAGE);
  const trial = TRIALS[values.agent as AgentName];
  if (!trial)
    throw new UsageError(
      `--agent: expected one of ${NAMES.join(', ')}, got ${JSON.stringify(values.agent ?? null)}\n${USAGE}`,
    );
  const { title } = AGENTS[values.agent as AgentName];
  io.err(`Starting ${trial.program} here, with a model that makes one harmless call ...\n`);
  const { is, output } = await tryAgent(trial, io.cwd);
  io.out(`${title}: ${WORDS[is]}\n`);
  if (is !== 'refused' && output !== '') io.out(`It printed at the end:\n${printable(output)}\n`);
  return is === 'refused' ? 0 : 1;
};

const WORDS: Readonly<Record<Tried['is'], string>> = {
  refused: 'it asked Wave, and the call did not run. It is guarded.',
  ran: 'it asked Wave, heard no, and ran the call all the same. It is not guarded.',
  'not asked': 'it ran the call without asking Wave. It is not guarded: see "wave guard status".',
  'no call': 'it ended before the call, so nothing was tried.',
  'not installed': 'its program is not on the PATH, so nothing was tried.',
};
