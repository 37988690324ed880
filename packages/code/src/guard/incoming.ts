import { resolve } from 'node:path';
import { inputsOf, TARGETS } from '@wavehooks/hook-kit';
import { type EventName, type HookInput, isEventName } from '@wavehooks/hooks';
import { commandsIn } from '@wavehooks/shell';
import type { AgentName } from './agents.ts';

/** An event of another agent, in our words. */
export interface Incoming {
  readonly event: EventName;
  /** Where that agent is: its project's hooks run. */
  readonly cwd: string;
  readonly inputs: readonly HookInput[];
  /** Each of them is about a part of the call: one file of a patch. */
  readonly inParts: boolean;
  /** The call's input as that agent has it. */
  readonly toolInput: Readonly<Record<string, unknown>>;
}

type Raw = Readonly<Record<string, unknown>>;

/** Throws for what is no event of that agent. */
export function incoming(agent: AgentName, raw: Raw, cwd: string): Incoming {
  const event = eventOf(agent, raw['hook_event_name']);
  const at = resolve(cwd, typeof raw['cwd'] === 'string' ? raw['cwd'] : '.');
  const inputs = inputsOf(event, { ...raw, cwd: at }, agent).map(
    (input) => ({ ...input, ...actionOf(input) }) as unknown as HookInput,
  );
  const toolInput = objectOf(raw['tool_input']);
  return { event, cwd: at, inputs, inParts: raw['tool_name'] === 'apply_patch', toolInput };
}

function eventOf(agent: AgentName, named: unknown): EventName {
  const names = Object.entries(TARGETS[agent].events);
  const event = names.find(([, there]) => there === named)?.[0];
  if (isEventName(event)) return event;
  throw new TypeError(
    `hook_event_name: expected one of ${names.map(([, there]) => there).join(', ')}, got ${JSON.stringify(named)}`,
  );
}

/** What a call does, for hooks that do not want to know the tools of every agent. */
function actionOf({ tool_name, tool_input, cwd }: Raw): Raw {
  if (typeof tool_name !== 'string') return {};
  const input = objectOf(tool_input);
  const { command } = input;
  return {
    tool_kind: KINDS[tool_name] ?? 'other',
    paths: PATH_FIELDS.map((field) => input[field])
      .filter((path) => typeof path === 'string')
      .map((path) => resolve(String(cwd), path)),
    ...(tool_name === 'Bash' && typeof command === 'string' ? runBy(command) : {}),
  };
}

function runBy(text: string): Raw {
  const { commands, unread } = commandsIn(text);
  return { commands: commands.map(({ program, args }) => ({ program, args })), unread };
}

const objectOf = (value: unknown): Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Raw) : {};

const PATH_FIELDS = ['file_path', 'notebook_path', 'path', 'dir_path'];

const KINDS: Readonly<Record<string, string>> = {
  Bash: 'execute',
  Read: 'read',
  Write: 'edit',
  Edit: 'edit',
  NotebookEdit: 'edit',
  Glob: 'search',
  Grep: 'search',
  WebFetch: 'fetch',
  WebSearch: 'fetch',
};
