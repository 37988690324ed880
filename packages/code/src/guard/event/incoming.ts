import { resolve } from 'node:path';
import { inputsOf, isInParts, translated } from '@wavehooks/hook-kit';
import { type EventName, type HookInput, isEventName } from '@wavehooks/hooks';
import { AGENTS, type AgentName } from '../table/agents.ts';

/** An event of another agent, in our words. */
export interface Incoming {
  readonly agent: AgentName;
  readonly event: EventName;
  /** Where that agent is: its project's hooks run. */
  readonly cwd: string;
  readonly inputs: readonly HookInput[];
  /** Each of them is about a part of the call: one file of a patch. */
  readonly inParts: boolean;
  /** The call's input as that agent has it. */
  readonly toolInput: Readonly<Record<string, unknown>>;
  readonly toolResponse: unknown;
  /** Whose words its command is in: Wave reads those of sh alone. */
  readonly shell: Shell;
}

export type Shell = 'sh' | 'powershell';

type Raw = Readonly<Record<string, unknown>>;

/** Throws for what is no event of that agent. */
export function incoming(agent: AgentName, given: Raw, cwd: string): Incoming {
  const raw = translated(given, agent);
  const event = eventOf(agent, raw['hook_event_name']);
  const at = resolve(cwd, typeof raw['cwd'] === 'string' ? raw['cwd'] : '.');
  const inputs = inputsOf(event, { ...raw, cwd: at }, agent) as unknown as HookInput[];
  const toolInput = objectOf(raw['tool_input']);
  return {
    agent,
    event,
    cwd: at,
    inputs,
    inParts: isInParts(raw, inputs, agent),
    toolInput,
    toolResponse: raw['tool_response'],
    shell: /^powershell$/i.test(`${raw['tool_name']}`) ? 'powershell' : 'sh',
  };
}

function eventOf(agent: AgentName, named: unknown): EventName {
  const names = Object.entries(AGENTS[agent].events);
  // Cursor also runs what is written for Claude Code.
  const event = names.find(([ours, there]) => there === named || ours === named)?.[0];
  if (isEventName(event)) return event;
  throw new TypeError(
    `hook_event_name: expected one of ${names.map(([, there]) => there).join(', ')}, got ${JSON.stringify(named)}`,
  );
}

const objectOf = (value: unknown): Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Raw) : {};
