import { BOX_PROFILES } from '@wavehooks/process/sandbox';
import type { RewriteTarget } from './effect.ts';
import { type EventName, type Form, specOf, takes } from './events.ts';
import type { Kind } from './shape.ts';
import type { SignalName } from './signal.ts';

/** The words of a decision, each with the signals it may stand for: the first that the event takes. */
const WORDS = {
  allow: ['allow'],
  approve: ['allow'],
  deny: ['deny'],
  block: ['deny', 'block'],
  ask: ['ask'],
} as const satisfies Record<string, readonly SignalName[]>;

/** What the user of a dialog can do. */
const BEHAVIORS = {
  allow: ['allow'],
  deny: ['deny'],
  ask: ['ask'],
} as const satisfies Record<string, readonly SignalName[]>;

/** What can be done with the question of an MCP server. */
const ACTIONS = {
  accept: ['allow'],
  decline: ['deny'],
  cancel: ['deny'],
} as const satisfies Record<string, readonly SignalName[]>;

/**
 * THE TABLE of spellings. Each meaning lists the fields that carry it, the best first. `in` says where
 * the field belongs; `needs` names the signal that an event must take for the field to count there, and
 * `rewrites` what it must let hooks rewrite; `decides` marks what beats the exit code.
 */
export const SPELLINGS = {
  continue: [
    { field: 'continue', in: 'top', is: 'flag', needs: 'halt', decides: true, idle: true },
  ],
  stopReason: [{ field: 'stopReason', in: 'top', is: 'text', needs: 'halt' }],
  quiet: [{ field: 'suppressOutput', in: 'top', is: 'flag', needs: 'warning' }],
  warning: [{ field: 'systemMessage', in: 'top', is: 'text', needs: 'warning' }],
  decision: [
    {
      field: 'behavior',
      in: 'decision',
      is: 'text',
      needs: 'allow',
      decides: true,
      words: BEHAVIORS,
    },
    {
      field: 'action',
      in: 'section',
      form: 'action',
      is: 'text',
      needs: 'allow',
      decides: true,
      words: ACTIONS,
    },
    {
      field: 'permissionDecision',
      in: 'section',
      is: 'text',
      needs: 'allow',
      decides: true,
      words: WORDS,
    },
    { field: 'decision', in: 'top', is: 'text', needs: 'block', decides: true, words: WORDS },
  ],
  blocked: [
    { field: 'blocked', in: 'top', is: 'flag', needs: 'block', decides: true, idle: false },
  ],
  interrupt: [{ field: 'interrupt', in: 'decision', is: 'flag', needs: 'deny' }],
  reason: [
    { field: 'message', in: 'decision', is: 'text', needs: 'deny' },
    { field: 'permissionDecisionReason', in: 'section', is: 'text', needs: 'allow' },
    { field: 'reason', in: 'top', is: 'text', needs: 'block' },
    { field: 'message', in: 'top', is: 'text', needs: 'block' },
  ],
  rewrite: [
    {
      field: 'updatedInput',
      in: 'decision',
      is: 'object',
      needs: 'rewrite',
      rewrites: 'input',
    },
    { field: 'updatedInput', in: 'section', is: 'object', needs: 'rewrite', rewrites: 'input' },
    { field: 'updated_input', in: 'top', is: 'object', needs: 'rewrite', rewrites: 'input' },
  ],
  whole: [
    { field: 'replacedInput', in: 'section', is: 'object', needs: 'rewrite', rewrites: 'input' },
  ],
  respond: [
    { field: 'toolResult', in: 'section', is: 'anything', needs: 'respond', blank: 'counts' },
  ],
  output: [
    {
      field: 'updatedToolOutput',
      in: 'section',
      is: 'anything',
      needs: 'rewrite',
      rewrites: 'output',
      like: 'tool_response',
      blank: 'counts',
    },
    {
      field: 'updatedMCPToolOutput',
      in: 'section',
      is: 'anything',
      needs: 'rewrite',
      rewrites: 'output',
      like: 'tool_response',
      blank: 'counts',
    },
  ],
  prompt: [
    {
      field: 'updatedPrompt',
      in: 'section',
      is: 'text',
      needs: 'rewrite',
      rewrites: 'prompt',
      blank: 'wrong',
    },
  ],
  content: [
    {
      field: 'content',
      in: 'section',
      form: 'action',
      is: 'object',
      needs: 'rewrite',
      rewrites: 'content',
    },
  ],
  sandbox: [{ field: 'sandbox', in: 'top', is: 'text', needs: 'sandbox', only: BOX_PROFILES }],
  permissions: [{ field: 'updatedPermissions', in: 'decision', is: 'list', needs: 'grant' }],
  context: [
    { field: 'additionalContext', in: 'section', is: 'text', needs: 'context' },
    { field: 'system_prompt', in: 'top', is: 'text', needs: 'context' },
  ],
  nextContext: [{ field: 'nextTurnContext', in: 'section', is: 'text', needs: 'context' }],
} as const satisfies Record<string, readonly Spelling[]>;

export interface Spelling {
  readonly field: string;
  /** `decision`: inside the object that some events have there. */
  readonly in: 'top' | 'section' | 'decision';
  readonly is: Kind;
  readonly needs: SignalName;
  readonly rewrites?: RewriteTarget;
  readonly decides?: true;
  readonly words?: Readonly<Record<string, readonly SignalName[]>>;
  /** The texts it can be, where they stand for no signal of their own. */
  readonly only?: readonly string[];
  /** Only a section of this form has it. */
  readonly form?: Form;
  /** The value that asks for nothing, so that no event has to take it. */
  readonly idle?: unknown;
  /** A field of the input: the value is a text, or has that field's shape. */
  readonly like?: string;
  /** What a blank text is; by default it counts as absent. */
  readonly blank?: 'counts' | 'wrong';
}

export type Meaning = keyof typeof SPELLINGS;

/** The section of an answer that holds what is particular to an event, and the field that names it. */
export const SECTION = 'hookSpecificOutput';
export const SECTION_EVENT = 'hookEventName';
/** The object inside of it that holds an answer to a question of permission. */
export const DECISION = 'decision';

/** Whether an event has use for a field. */
export const counts = ({ needs, rewrites }: Spelling, event: EventName): boolean =>
  takes(event, needs) && (rewrites === undefined || specOf(event).rewrites === rewrites);

/** Whether a field has a place in the answers of an event. */
export const hasPlace = (spelling: Spelling, event: EventName): boolean =>
  spelling.in === DECISION
    ? specOf(event).form === DECISION
    : spelling.form === undefined || spelling.form === specOf(event).form;
