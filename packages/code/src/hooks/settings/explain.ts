import { type EventName, isEventName } from '@wavehooks/hooks';
import { EVENTS, isObject, wrongEvent } from '@wavehooks/hooks/vocabulary';
import { type Explained, explainHooks } from '@wavehooks/settings';
import { type Command, type Io, readArgs, refuseMore, UsageError } from '../../cli/command.ts';
import { fileOf, folded, someOf } from '../../cli/fold.ts';
import { exactLine, exactly, exactPlace, type Paint, painter } from '../../cli/style.ts';
import { usageOf } from '../../cli/usage.ts';
import { capabilitiesOf, capabilityText } from './capabilities.ts';
import { loadRules } from './conditions.ts';
import { look, problemsText } from './look.ts';
import { OPEN_FLAGS, openOptions } from './open-options.ts';

const FLAGS = {
  agent: {
    type: 'string',
    value: 'AGENT',
    about: 'what that agent does with what a hook says; by default those you guard',
  },
  capabilities: { type: 'boolean', about: 'what can be enforced at each event, and what cannot' },
  input: { type: 'string', value: 'JSON', about: 'the input of a call, for hooks with an "if"' },
  ...OPEN_FLAGS,
} as const;

const USAGE = usageOf({
  forms: ['wave hooks explain <Event> [tool] [options]', 'wave hooks explain --capabilities'],
  options: FLAGS,
});

/** `wave hooks explain`: for each hook, does it fire, and why not. */
export const explain: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, FLAGS, USAGE);
  if (values.capabilities) return explainCapabilities(values, positionals, io);
  const [event, tool, ...rest] = positionals;
  if (!isEventName(event)) throw new UsageError(`event: ${wrongEvent(event)}\n${USAGE}`);
  refuseMore(rest, USAGE);
  if (tool !== undefined && !EVENTS[event].subject)
    throw new UsageError(`${event} has no tool, got "${tool}"\n${USAGE}`);
  const input = inputOf(values.input, tool);
  const options = openOptions(values, io, USAGE);
  const { rows, problems } = look(options);
  const holds = input && rows.some((row) => row.if !== undefined) ? await loadRules() : undefined;
  const call = {
    tool: tool ?? '',
    input: input ?? {},
    cwd: io.cwd,
    projectDir: options.projectDir,
  };
  const explained = explainHooks(rows, event, tool, holds && ((rule) => holds(rule, call)));
  const paint = painter(io.color);
  const what = `${event}${tool ? ` of ${tool}` : ''}`;
  const agents = await agentsAt(event, values.agent, io);
  if (values.json)
    io.out(`${JSON.stringify({ event, tool, hooks: explained, agents, problems }, null, 2)}\n`);
  else io.out(problemsText(problems, paint) + print(explained, what, paint) + agentsText(agents));
  return 0;
};

async function explainCapabilities(
  { agent, json }: { agent?: string | undefined; json?: boolean | undefined },
  positionals: readonly string[],
  io: Io,
): Promise<number> {
  refuseMore(positionals, USAGE);
  const { agentEffects } = await import('../../guard/table/agent-effects.ts');
  const all = capabilitiesOf((event) => agentEffects(event, agent, io.cwd, USAGE));
  io.out(json ? `${JSON.stringify(all, null, 2)}\n` : all.map(capabilityText).join(''));
  return 0;
}

/** Asked for one, that one; otherwise those that are guarded here. */
async function agentsAt(event: EventName, named: string | undefined, io: Io) {
  const { agentEffects } = await import('../../guard/table/agent-effects.ts');
  return agentEffects(event, named, io.cwd, USAGE);
}

const agentsText = (agents: Awaited<ReturnType<typeof agentsAt>>): string =>
  agents
    .map(({ title, lines }) => `In ${title}:\n${lines.map((line) => `  ${line}\n`).join('')}`)
    .join('');

function inputOf(text: string | undefined, tool: string | undefined) {
  if (text === undefined) return undefined;
  if (tool === undefined) throw new UsageError(`--input needs the tool that it is for\n${USAGE}`);
  const input = parsed(text);
  if (isObject(input)) return input;
  throw new UsageError(`--input: expected a JSON object, got ${text}\n${USAGE}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function print(explained: readonly Explained[], what: string, paint: Paint): string {
  if (explained.length === 0) return 'No hooks are configured, so nothing fires.\n';
  const firing = explained.filter(({ fires }) => fires);
  const rest = explained.filter(({ fires }) => !fires);
  return [
    `On ${what}: ${firing.length} of ${explained.length} ${explained.length === 1 ? 'hook' : 'hooks'} ${firing.length === 1 ? 'fires' : 'fire'}.`,
    ...firing.map((row) => line(row, paint('green', 'fires'), paint)),
    ...folded(rest, kindOf).map((rows) => lineOf(rows, paint('dim', 'does not'), paint)),
    '',
  ].join('\n');
}

/** What keeps many hooks of one file from firing is told once. */
const kindOf = ({ because, source }: Explained): string =>
  JSON.stringify([because, fileOf(source)]);

function lineOf(rows: readonly Explained[], verb: string, paint: Paint): string {
  const [row] = rows;
  if (!row) return '';
  if (rows.length === 1) return line(row, verb, paint);
  const name = `${rows.length} hooks (${someOf(rows.map((one) => exactLine(one.name)))})`;
  return `  ${verb}  ${name}: ${exactly(row.because)}  ${paint('dim', exactPlace(fileOf(row.source)))}`;
}

const line = (row: Explained, verb: string, paint: Paint): string =>
  `  ${verb}  ${exactLine(row.name)}: ${exactly(row.because)}  ${paint('dim', exactPlace(row.source))}`;
