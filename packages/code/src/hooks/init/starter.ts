import type { EventName } from '@wavehooks/hooks';
import {
  canCause,
  compileMatcher,
  isAboutTool,
  matches,
  specOf,
  TOOL_NAMES,
} from '@wavehooks/hooks/vocabulary';

/** A first hook: a file of that name in `examples/first` for each language. */
export type Starter = keyof typeof STARTERS;

/** The events that they are written for. The last three fit every event that takes what they say. */
const STARTERS = {
  'no-force-push': 'PreToolUse',
  'no-env-files': 'PreToolUse',
  'no-production': 'PreToolUse',
  'remind-of-tests': 'PostToolUse',
  'point-out-errors': 'PostToolUse',
  'finish-todo': 'Stop',
  conventions: 'SessionStart',
  hold: 'ConfigChange',
  'event-log': 'Notification',
} as const satisfies Record<string, EventName>;

export const eventOf = (starter: Starter): EventName => STARTERS[starter];

interface Choice {
  /** Where nobody says which tools. */
  readonly matcher?: string;
  /** Starters for a matcher that names none but these tools. */
  readonly special?: readonly (readonly [Starter, readonly string[]])[];
  readonly otherwise: Starter;
}

const EDITS = ['Write', 'Edit', 'MultiEdit', 'NotebookEdit'];

/** Which starter fits which event and which tools, where it is a special one. */
const CHOICES: Partial<Record<EventName, Choice>> = {
  PreToolUse: {
    matcher: 'Bash',
    special: [
      ['no-force-push', ['Bash']],
      ['no-env-files', ['Read', ...EDITS]],
    ],
    otherwise: 'no-production',
  },
  PostToolUse: {
    matcher: 'Edit|Write',
    special: [['remind-of-tests', EDITS]],
    otherwise: 'point-out-errors',
  },
  Stop: { otherwise: 'finish-todo' },
};

/** For any other event: by what its hooks can do. */
const choiceFor = (event: EventName): Choice => ({
  ...(specOf(event).subject === undefined ? {} : { matcher: '*' }),
  otherwise: canCause(event, 'add-context')
    ? 'conventions'
    : canCause(event, 'block')
      ? 'hold'
      : 'event-log',
});

export interface Started {
  readonly starter: Starter;
  /** Undefined where the event has no tool. */
  readonly matcher?: string;
  /** A tool that it matches, for the scenarios. */
  readonly tool: string;
}

/** The starter for an event and a matcher; a text when the matcher cannot be one. */
export function starterFor(event: EventName, given: string | undefined): Started | string {
  const { matcher: usual, special = [], otherwise } = CHOICES[event] ?? choiceFor(event);
  if (usual === undefined)
    return given === undefined
      ? { starter: otherwise, tool: '' }
      : `${event} has no tool, so there is nothing to match`;
  const matcher = given ?? usual;
  if (!isAboutTool(event)) return { starter: otherwise, matcher, tool: '' };
  const tools = toolsOf(matcher);
  if (typeof tools === 'string') return tools;
  const [starter = otherwise] =
    special.find(([, own]) => tools.length > 0 && tools.every((tool) => own.includes(tool))) ?? [];
  return { starter, matcher, tool: tools[0] ?? MCP_TOOL };
}

const MCP_TOOL = 'mcp__server__tool';

/** The tools that a matcher is probably meant for. */
function toolsOf(text: string): string[] | string {
  const matcher = compileMatcher(text);
  if ('error' in matcher) return matcher.error;
  const named = matcher.is === 'names' ? [...matcher.names] : [];
  const known = [...TOOL_NAMES, ...EDITS, ...named, spelled(text), MCP_TOOL];
  return [...new Set(known)].filter((tool) => matches(matcher, tool));
}

/** A name that a simple pattern is for: `^mcp__db__.*` becomes `mcp__db__x`. */
const spelled = (pattern: string) => pattern.replace(/\.[*+]/g, 'x').replace(/[^\w-]/g, '');
