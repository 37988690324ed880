import type { EventName } from '../event/events.generated.ts';
import type { Verb } from './say.ts';

/** What is done where an agent cannot take a verb. */
export type Fallback =
  | 'deny'
  | 'and deny'
  | 'end'
  | 'shut'
  | 'over'
  | 'context'
  | 'with allow'
  | 'instead'
  | 'swap'
  | 'refuse'
  | 'tell'
  | 'sent'
  | 'drop';

/** In words. */
export const FALLBACKS: Readonly<Record<Fallback, string>> = {
  deny: 'becomes deny, with what would do in the reason',
  'and deny':
    'is sent with deny, because alone it would let the action go on; the agent may go on without it',
  end: 'becomes deny with a neutral reason; only the user sees the real one',
  shut: 'becomes block; the user sees the reason',
  over: 'becomes a message to the user: the turn ends here anyway',
  context: 'becomes context, since a block would replace the result',
  'with allow': 'is sent with allow, because the agent refuses it alone',
  instead: 'becomes block: the agent shows its reason in place of the output',
  swap: 'is sent as halt, whose reason this agent puts in place of the output',
  refuse: 'becomes block, with the new prompt in the reason',
  tell: 'becomes a message to the user: the agent cannot end the turn here',
  sent: 'is sent, though the agent does not promise to take it',
  drop: 'is left out; stderr says so',
};

export type Lacks = Readonly<Partial<Record<EventName, Partial<Record<Verb, Fallback>>>>>;

/** What few agents take at events where there is little to say. */
const DEAF = { block: 'drop', context: 'drop', halt: 'drop' } as const;

/**
 * THE TABLE agent × event × verb: what an agent cannot take as it is meant, and what becomes of it. What
 * is not here, it takes. The fall-backs of a row are done in their order, so one can lead to the next.
 */
export const LACKS = {
  wave: {},
  'claude-code': {
    PreToolUse: { sandbox: 'deny', halt: 'and deny' },
    PermissionRequest: { sandbox: 'deny', halt: 'and deny' },
    UserPromptSubmit: { halt: 'and deny', replace: 'refuse' },
  },
  'gemini-cli': {
    PreToolUse: { sandbox: 'deny', context: 'drop' },
    PostToolUse: { block: 'context', replace: 'instead' },
    UserPromptSubmit: { halt: 'and deny', replace: 'refuse' },
  },
  codex: {
    PreToolUse: { sandbox: 'deny', ask: 'deny', allow: 'drop', rewrite: 'with allow', halt: 'end' },
    PermissionRequest: { sandbox: 'deny', rewrite: 'deny', halt: 'end' },
    // A block and a halt replace the result there, and the turn goes on.
    PostToolUse: { block: 'context', halt: 'tell', replace: 'instead' },
    UserPromptSubmit: { replace: 'refuse' },
  },
  'qwen-code': {
    PreToolUse: { sandbox: 'deny', rewrite: 'deny', halt: 'end', context: 'drop' },
    // A halt is ignored there, and the question stays open.
    PermissionRequest: { sandbox: 'deny', rewrite: 'deny', halt: 'end' },
    // There, a halt puts its reason in place of the result, and the turn goes on.
    PostToolUse: { block: 'context', halt: 'tell', replace: 'swap' },
    UserPromptSubmit: { halt: 'and deny', replace: 'refuse' },
    // A halt makes it go on.
    Stop: { halt: 'over' },
    // Only an agent whose own prompt asks for it would hear it.
    SubagentStart: { context: 'drop' },
    SubagentStop: { halt: 'tell' },
  },
  cursor: {
    PreToolUse: { sandbox: 'deny', warn: 'drop', ask: 'deny', halt: 'end', context: 'sent' },
    PostToolUse: { block: 'context', replace: 'drop', halt: 'drop', warn: 'drop' },
    PostToolUseFailure: { block: 'context', context: 'sent', halt: 'drop', warn: 'drop' },
    UserPromptSubmit: { replace: 'refuse', halt: 'shut', context: 'sent', warn: 'drop' },
    Stop: { halt: 'over', warn: 'drop' },
    SubagentStart: { warn: 'drop', halt: 'end', context: 'drop' },
    SubagentStop: { halt: 'drop', warn: 'drop' },
    SessionStart: { warn: 'drop' },
    SessionEnd: { warn: 'drop' },
    PreCompact: DEAF,
  },
  'copilot-cli': {
    PreToolUse: { sandbox: 'deny', halt: 'end' },
    PermissionRequest: { sandbox: 'deny', rewrite: 'deny' },
    PostToolUse: { block: 'context', halt: 'tell' },
    PostToolUseFailure: { block: 'context', halt: 'tell' },
    // Its documentation says that only programs take another prompt.
    UserPromptSubmit: { replace: 'refuse', halt: 'shut' },
    Stop: { halt: 'over' },
    SubagentStart: { halt: 'tell' },
    SubagentStop: { halt: 'tell' },
    PreCompact: DEAF,
  },
} as const satisfies Readonly<Record<string, Lacks>>;
