import { type EventName, FACTS } from '../event/events.generated.ts';
import type { Verb } from './say.ts';

/** The agents that a hook can answer. */
export type TargetName = 'wave' | 'claude-code' | 'gemini-cli' | 'codex' | 'qwen-code';

/** What is done where an agent cannot take a verb. */
export type Fallback =
  | 'deny'
  | 'and deny'
  | 'end'
  | 'context'
  | 'with allow'
  | 'instead'
  | 'refuse'
  | 'tell'
  | 'drop';

/** In words. */
export const FALLBACKS: Readonly<Record<Fallback, string>> = {
  deny: 'becomes deny, with the suggested input in the reason',
  'and deny': 'is sent with deny, because alone it would let the action go on',
  end: 'becomes deny with a neutral reason; only the user sees the real one',
  context: 'becomes context, since a block would replace the result',
  'with allow': 'is sent with allow, because the agent refuses it alone',
  instead: 'becomes block: the agent shows its reason in place of the output',
  refuse: 'becomes block, with the new prompt in the reason',
  tell: 'becomes a message to the user: the agent cannot end the turn here',
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
  /** What it cannot take as it is meant. */
  readonly lacks: Readonly<Partial<Record<EventName, Partial<Record<Verb, Fallback>>>>>;
}

/** The names that an agent has for the events, by the engine's table. */
const namesOf = (agent: Exclude<TargetName, 'wave'> | undefined): Target['events'] =>
  Object.fromEntries(
    Object.entries(FACTS).flatMap(([event, { known }]) => {
      if (!agent) return [[event, event]];
      const found = known.split(' ').find((one) => one.split(':')[0] === agent);
      return found ? [[event, found.split(':')[1] ?? event]] : [];
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
      PreToolUse: { context: 'drop' },
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
      // A block and a halt replace the result there, and the turn goes on.
      PostToolUse: { block: 'context', halt: 'tell', replace: 'instead' },
      UserPromptSubmit: { replace: 'refuse' },
    },
  },
  'qwen-code': {
    title: 'Qwen Code',
    speaks: 'nested',
    merges: false,
    events: namesOf('qwen-code'),
    lacks: {
      PreToolUse: { rewrite: 'deny', halt: 'end', context: 'drop' },
      PermissionRequest: { rewrite: 'deny' },
      PostToolUse: { block: 'context', halt: 'tell', replace: 'drop' },
      UserPromptSubmit: { halt: 'and deny', replace: 'refuse' },
      // A halt makes it go on.
      Stop: { halt: 'tell' },
      SubagentStop: { halt: 'tell' },
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
 * environment, Qwen Code too. Otherwise Claude Code: what is written for it, Wave understands as well.
 */
export function detectTarget(input: object, env: Env = process.env): TargetName {
  const { hook_event_name: event } = input as { hook_event_name?: unknown };
  if (Object.values(TARGETS['gemini-cli'].events).includes(event as string)) return 'gemini-cli';
  if ('turn_id' in input) return 'codex';
  if (env['WAVE_PROJECT_DIR']) return 'wave';
  return env['QWEN_PROJECT_DIR'] ? 'qwen-code' : 'claude-code';
}
