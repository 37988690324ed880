import { type EventName, FACTS } from '../event/events.generated.ts';
import { LACKS, type Lacks } from './fallbacks.ts';

/** The agents that a hook can answer. */
export type TargetName = keyof typeof LACKS;

export interface Target {
  readonly title: string;
  /** The dialect of its answers. @internal */
  readonly speaks: 'nested' | 'gemini' | 'copilot' | 'cursor';
  /** Whether a rewrite is merged over the input there; otherwise it gets the whole, merged by us. @internal */
  readonly merges: boolean;
  /** Its names of the events; of those it has. */
  readonly events: Readonly<Partial<Record<EventName, string>>>;
  /** What it cannot take as it is meant. */
  readonly lacks: Lacks;
}

/** The names that an agent has for the events, by the engine's table. */
function namesOf(agent: TargetName): Target['events'] {
  return Object.fromEntries(
    Object.entries(FACTS).flatMap(([event, { known }]) => {
      if (agent === 'wave') return [[event, event]];
      const found = known.split(' ').find((one) => one.split(':')[0] === agent);
      return found ? [[event, found.split(':')[1] ?? event]] : [];
    }),
  );
}

/** THE TABLE of targets: how each agent wants its answers. */
export const TARGETS: Readonly<Record<TargetName, Target>> = {
  wave: target('wave', 'Wave', 'nested', true),
  'claude-code': target('claude-code', 'Claude Code', 'nested'),
  'gemini-cli': target('gemini-cli', 'Gemini CLI', 'gemini', true),
  codex: target('codex', 'Codex', 'nested'),
  'qwen-code': target('qwen-code', 'Qwen Code', 'nested'),
  cursor: target('cursor', 'Cursor', 'cursor'),
  'copilot-cli': target('copilot-cli', 'Copilot CLI', 'copilot'),
};

function target(name: TargetName, title: string, speaks: Target['speaks'], merges = false): Target {
  return { title, speaks, merges, events: namesOf(name), lacks: LACKS[name] };
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Who asked. Gemini CLI has names of its own for most events, Cursor tells its version, Codex counts turns;
 * the others are in the environment. Otherwise Claude Code: what is written for it, Wave understands as well.
 */
export function detectTarget(input: object, env: Env = process.env): TargetName {
  const { hook_event_name: named } = input as { hook_event_name?: unknown };
  const names = Object.entries(TARGETS['gemini-cli'].events);
  if (names.some(([ours, there]) => there === named && there !== ours)) return 'gemini-cli';
  if ('cursor_version' in input) return 'cursor';
  if ('turn_id' in input) return 'codex';
  return VARIABLES.find(([name]) => env[name])?.[1] ?? 'claude-code';
}

const VARIABLES: readonly (readonly [string, TargetName])[] = [
  ['WAVE_PROJECT_DIR', 'wave'],
  ['QWEN_PROJECT_DIR', 'qwen-code'],
  ['GEMINI_PROJECT_DIR', 'gemini-cli'],
  ['COPILOT_CLI', 'copilot-cli'],
];
