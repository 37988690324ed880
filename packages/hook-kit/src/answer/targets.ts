import { type EventName, FACTS } from '../event/events.generated.ts';
import type { Verb } from './say.ts';

/** The agents that a hook can answer. */
export type TargetName = 'wave' | 'claude-code' | 'gemini-cli' | 'codex';

/** What is done where an agent cannot take a verb. @internal */
export type Fallback =
  | 'deny'
  | 'and deny'
  | 'end'
  | 'context'
  | 'with allow'
  | 'instead'
  | 'refuse'
  | 'drop';

/** In words. @internal */
export const FALLBACKS: Readonly<Record<Fallback, string>> = {
  deny: 'becomes deny, with the suggested input in the reason',
  'and deny': 'is sent with deny, because alone it would let the action go on',
  end: 'becomes deny with a neutral reason; only the user sees the real one',
  context: 'becomes context, since a block would replace the result',
  'with allow': 'is sent with allow, because the agent refuses it alone',
  instead: 'becomes block: the agent shows its reason in place of the output',
  refuse: 'becomes block, with the new prompt in the reason',
  drop: 'is left out; stderr says so',
};

export interface Target {
  readonly title: string;
  /** The dialect of its answers. @internal */
  readonly speaks: 'nested' | 'gemini';
  /** Whether a rewrite is merged over the input there; otherwise it gets the whole, merged by us. @internal */
  readonly merges: boolean;
  /** Its names of the events; of those it has. */
  readonly events: Readonly<Partial<Record<EventName, string>>>;
  /** What it cannot take as it is meant. @internal */
  readonly lacks: Readonly<Partial<Record<EventName, Partial<Record<Verb, Fallback>>>>>;
}

/** The names that an agent has for the events, by the engine's table. */
const namesOf = (agent: Exclude<TargetName, 'wave'> | undefined): Target['events'] =>
  Object.fromEntries(
    Object.entries(FACTS).flatMap(([event, { known }]) => {
      const name = agent ? known[agent] : true;
      return name ? [[event, name === true ? event : name]] : [];
    }),
  );

/** THE TABLE of targets: how each agent wants its answers, and what it cannot take. */
export const TARGETS: Readonly<Record<TargetName, Target>> = {
  wave: { title: 'Wave', speaks: 'nested', merges: true, events: namesOf(undefined), lacks: {} },
  'claude-code': {
    title: 'Claude Code',
    speaks: 'nested',
    merges: false,
    events: namesOf('claude-code'),
    lacks: {
      PreToolUse: { halt: 'and deny' },
      UserPromptSubmit: { halt: 'and deny', replace: 'refuse' },
    },
  },
  'gemini-cli': {
    title: 'Gemini CLI',
    speaks: 'gemini',
    merges: true,
    events: namesOf('gemini-cli'),
    lacks: {
      PreToolUse: { ask: 'deny', context: 'drop' },
      PostToolUse: { block: 'context', replace: 'instead' },
      UserPromptSubmit: { halt: 'and deny', replace: 'refuse' },
    },
  },
  codex: {
    title: 'Codex',
    speaks: 'nested',
    merges: false,
    events: namesOf('codex'),
    lacks: {
      PreToolUse: { ask: 'deny', allow: 'drop', rewrite: 'with allow', halt: 'end' },
      PermissionRequest: { rewrite: 'deny' },
      PostToolUse: { replace: 'instead' },
      UserPromptSubmit: { replace: 'refuse' },
    },
  },
};

/** Names of tools elsewhere (Gemini CLI, Qwen Code), and ours: nobody uses one of them for another tool. @internal */
export const FOREIGN_TOOLS: Readonly<Record<string, string>> = {
  run_shell_command: 'Bash',
  read_file: 'Read',
  write_file: 'Write',
  replace: 'Edit',
  edit: 'Edit',
  glob: 'Glob',
  grep_search: 'Grep',
  search_file_content: 'Grep',
  write_todos: 'TodoWrite',
  todo_write: 'TodoWrite',
  ask_user: 'AskUserQuestion',
  ask_user_question: 'AskUserQuestion',
};

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Who asked. Gemini CLI has its own names of events, Codex counts turns, Wave names its project in the
 * environment. Otherwise Claude Code: what is written for it, Wave and Qwen Code understand as well.
 */
export function detectTarget(input: object, env: Env = process.env): TargetName {
  const { hook_event_name: event } = input as { hook_event_name?: unknown };
  if (Object.values(TARGETS['gemini-cli'].events).includes(event as string)) return 'gemini-cli';
  if ('turn_id' in input) return 'codex';
  return env['WAVE_PROJECT_DIR'] ? 'wave' : 'claude-code';
}
