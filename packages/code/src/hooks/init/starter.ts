import type { EventName } from '@wavehooks/hooks';
import {
  canCause,
  compileMatcher,
  isAboutTool,
  matches,
  specOf,
  TOOL_NAMES,
} from '@wavehooks/hooks/vocabulary';

/** What a first hook looks at; each language has a text for each of them. */
export type Starter = keyof typeof STARTERS;

interface Purpose {
  /** What the hook is called where nobody says. */
  readonly name: string;
  /** The first line of the hook. */
  readonly does: string;
}

/** Those for tools and for Stop look at their event; the others fit every event that takes what they say. */
const STARTERS = {
  command: {
    name: 'no-force-push',
    does: 'Refuses a forced git push. One with --force-with-lease may pass.',
  },
  path: { name: 'no-env-files', does: 'Keeps the agent away from .env files.' },
  call: { name: 'no-production', does: 'Refuses calls that name production.' },
  edited: { name: 'remind-of-tests', does: 'Asks for the tests after an edit of code.' },
  result: { name: 'point-out-errors', does: 'Points out errors in what a tool returned.' },
  stop: { name: 'finish-todo', does: 'Sends the agent back to work while TODO.txt is there.' },
  note: { name: 'conventions', does: 'Tells the agent the conventions of this project.' },
  gate: { name: 'hold', does: 'Blocks while HOLD.txt is there.' },
  watch: { name: 'event-log', does: 'Writes every event to ~/wave-events.jsonl.' },
} as const satisfies Record<string, Purpose>;

export const purposeOf = (starter: Starter): Purpose => STARTERS[starter];

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
      ['command', ['Bash']],
      ['path', ['Read', ...EDITS]],
    ],
    otherwise: 'call',
  },
  PostToolUse: { matcher: 'Edit|Write', special: [['edited', EDITS]], otherwise: 'result' },
  Stop: { otherwise: 'stop' },
};

/** For any other event: by what its hooks can do. */
const choiceFor = (event: EventName): Choice => ({
  ...(specOf(event).subject === undefined ? {} : { matcher: '*' }),
  otherwise: canCause(event, 'add-context') ? 'note' : canCause(event, 'block') ? 'gate' : 'watch',
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
