import { type EventName, isEventName } from '@wavehooks/hooks';
import { isAboutTool, specOf, toolKind, wrongEvent } from '@wavehooks/hooks/vocabulary';
import { type Command, type Io, readArgs, UsageError } from '../../cli/command.ts';
import { usageOf } from '../../cli/usage.ts';
import { SAMPLE_TOOLS, sampleCall } from './sample-tools.ts';

const USAGE = usageOf({ forms: ['wave hooks sample <Event> [tool]'] });

/** `wave hooks sample`: an input to try a hook with, ready to be piped into `wave hooks run`. */
export const sample: Command = async (args, io) => {
  const { positionals } = readArgs(args, {}, USAGE);
  const [name, tool, ...rest] = positionals;
  if (name === undefined) throw new UsageError(`which event?\n${USAGE}`);
  if (!isEventName(name)) throw new UsageError(`event: ${wrongEvent(name)}\n${USAGE}`);
  if (rest.length > 0)
    throw new UsageError(`one tool at a time, got also: ${rest.join(' ')}\n${USAGE}`);
  io.out(`${JSON.stringify({ ...common(name, io), ...own(name, tool, io) }, null, 2)}\n`);
  return 0;
};

const common = (event: EventName, { cwd }: Io) => ({
  session_id: 'sample-session',
  transcript_path: `${cwd}/transcript.jsonl`,
  cwd,
  permission_mode: 'default',
  prompt_id: 'prompt-sample',
  hook_event_name: event,
});

/** What an event carries beside the common fields. */
function own(event: EventName, tool: string | undefined, io: Io): Record<string, unknown> {
  const { input, sample, twins = [] } = specOf(event);
  const [name, other] = twins;
  if (tool !== undefined && !isAboutTool(event))
    io.err(`note: ${event} has no tool; "${tool}" was ignored\n`);
  return {
    ...(isAboutTool(event) ? call(tool, io) : {}),
    ...('tool_response' in input
      ? { tool_response: sampleCall(tool ?? DEFAULT_TOOL, io.cwd)?.response ?? {} }
      : {}),
    ...sample,
    ...(name !== undefined && other !== undefined ? { [other]: sample[name] } : {}),
  };
}

const DEFAULT_TOOL = 'Bash';

function call(tool = DEFAULT_TOOL, io: Io) {
  const known = sampleCall(tool, io.cwd);
  if (!known)
    io.err(
      `note: no sample for the tool "${tool}", so its tool_input is empty; there are samples for ${SAMPLE_TOOLS.join(', ')} and mcp__<server>__<tool>\n`,
    );
  return { tool_name: tool, tool_input: known?.input ?? {}, tool_kind: toolKind(tool) };
}
