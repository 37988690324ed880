import type {
  AgentEvent,
  CommandOutput,
  ConfirmAnswer,
  ConfirmRequest,
  ElicitAnswer,
  Elicitation,
  Question,
} from '@wavehooks/agent-sdk';
import type { EventName } from '@wavehooks/hooks';
import type { FileChange } from '../text/file-change.ts';
import type { HookRuns, Item } from './item.ts';
import { keyOf, onAgent } from './on-agent.ts';
import type { Shell } from './printing.ts';
import type { Retrying } from './retrying.ts';
import { isFinished, settled } from './settle.ts';
import { SILENT, type Stream } from './stream.ts';
import type { Todo } from './todos.ts';
import { unsent } from './unsent.ts';

/** The conversation as the screen knows it. Items move from `open` to `printed`, in order, and never back. */
export interface State {
  /** What a resumed conversation had before: read where somebody asks for it, and printed nowhere. */
  readonly before: readonly Item[];
  readonly printed: readonly Item[];
  readonly open: readonly Item[];
  readonly stream: Stream;
  readonly running: readonly RunningHook[];
  /** Hook runs whose prompt is not on the screen yet. */
  readonly waiting: readonly HookRuns[];
  /** MCP servers that the next request waits for. */
  readonly awaited: readonly string[];
  /** The model is asked again: which try is next, and when. Until it answers, or fails for good. */
  readonly retry: Retrying | undefined;
  /** When the turn under way began. */
  readonly busySince: number | undefined;
  /** What is under way, where it is no prompt. */
  readonly busyWith: string | undefined;
  /** What a command of the user's own has printed so far. */
  readonly printing: CommandOutput | undefined;
  /** The agent's list of what is to be done. */
  readonly todos: readonly Todo[];
  /** Commands in the background. */
  readonly shells: readonly Shell[];
  readonly dialogs: readonly Dialog[];
  /** Prompts that were sent while the agent was at work. */
  readonly queued: readonly Queued[];
  /** Whether vim's keys edit the input. */
  readonly vim: boolean;
  /** How often the screen was wiped: what is printed starts anew then. */
  readonly wiped: number;
  /** What of it is on the terminal since: from which item, and without how many of its first lines. */
  readonly from: Place;
}

/** A prompt that waits. */
export interface Queued {
  readonly id: number;
  readonly text: string;
}

export interface Place {
  readonly item: number;
  readonly line: number;
}

export const START: Place = { item: 0, line: 0 };

export interface RunningHook {
  readonly id: string;
  readonly hook: string;
  readonly event: EventName;
  readonly statusMessage?: string;
  readonly since: number;
}

/** What waits for the user, one after the other. */
export type Dialog =
  | {
      readonly is: 'confirm';
      readonly id: number;
      readonly request: ConfirmRequest;
      readonly answer: (answer: ConfirmAnswer) => void;
    }
  | {
      readonly is: 'questions';
      readonly id: number;
      readonly questions: readonly Question[];
      readonly answer: (answers: Readonly<Record<string, string>> | undefined) => void;
    }
  /** An MCP server asks. */
  | {
      readonly is: 'elicitation';
      readonly id: number;
      readonly asked: Elicitation;
      readonly answer: (answer: ElicitAnswer) => void;
    };

export const EMPTY: State = {
  before: [],
  printed: [],
  open: [],
  stream: SILENT,
  running: [],
  waiting: [],
  awaited: [],
  retry: undefined,
  busySince: undefined,
  busyWith: undefined,
  printing: undefined,
  todos: [],
  shells: [],
  dialogs: [],
  queued: [],
  vim: false,
  wiped: 0,
  from: START,
};

/** What can happen to the screen. */
export type Happening =
  | { readonly is: 'agent'; readonly event: AgentEvent; readonly now: number }
  /** A call is about to change a file that holds this; null where there is none. */
  | { readonly is: 'changes'; readonly call: string; readonly before: string | null }
  /** What it made of it. */
  | { readonly is: 'changed'; readonly call: string; readonly change: FileChange | undefined }
  /** What a command of the user's own prints. */
  | { readonly is: 'printing'; readonly output: CommandOutput }
  /** `what` names something that is no prompt. */
  | { readonly is: 'sent'; readonly now: number; readonly what?: string }
  | { readonly is: 'rest' }
  | { readonly is: 'queued'; readonly queued: readonly Queued[] }
  | { readonly is: 'vim'; readonly on: boolean }
  /** A hook kept a prompt from the agent, which goes on with what it does. */
  | { readonly is: 'unsent' }
  | { readonly is: 'show'; readonly items: readonly Item[] }
  /** A conversation is resumed: what it had before, and the end of it, which is shown. */
  | { readonly is: 'resumed'; readonly before: readonly Item[]; readonly items: readonly Item[] }
  | { readonly is: 'ask'; readonly dialog: Dialog }
  | { readonly is: 'answered'; readonly dialog: Dialog }
  | { readonly is: 'wipe'; readonly before?: readonly Item[]; readonly items: readonly Item[] }
  /** Prints again what was printed last: the terminal has lost it. */
  | { readonly is: 'redraw'; readonly from: Place };

export function reduce(state: State, happening: Happening): State {
  switch (happening.is) {
    case 'agent':
      return onAgent(state, happening.event, happening.now);
    case 'changes':
      return patchedCall(state, happening.call, (item) => ({ ...item, before: happening.before }));
    case 'changed':
      return patchedCall(state, happening.call, ({ before: _, ...item }) =>
        happening.change ? { ...item, change: happening.change } : item,
      );
    case 'printing':
      return state.busyWith === undefined ? state : { ...state, printing: happening.output };
    case 'sent':
      return {
        ...state,
        busySince: happening.now,
        busyWith: happening.what,
        printing: undefined,
      };
    case 'rest':
      return settled(
        { ...state, busySince: undefined, busyWith: undefined, printing: undefined },
        isFinished,
      );
    case 'queued':
      return { ...state, queued: happening.queued };
    case 'vim':
      return { ...state, vim: happening.on };
    case 'unsent': {
      const items = unsent(state.waiting, 'blocked');
      return settled({ ...state, open: [...state.open, ...items], waiting: [] }, isFinished);
    }
    case 'show':
      return shown(state, happening.items);
    case 'resumed':
      return shown({ ...state, before: happening.before }, happening.items);
    case 'ask':
      return {
        ...withAsked(state, happening.dialog),
        dialogs: [...state.dialogs, happening.dialog],
      };
    case 'answered':
      return { ...state, dialogs: state.dialogs.filter((one) => one !== happening.dialog) };
    case 'redraw':
      return { ...state, wiped: state.wiped + 1, from: happening.from };
    case 'wipe': {
      const { before = [], items: printed } = happening;
      return { ...EMPTY, ...ahead(state), wiped: state.wiped + 1, before, printed };
    }
  }
}

const shown = (state: State, items: readonly Item[]): State =>
  settled({ ...state, open: [...state.open, ...items] }, isFinished);

/** What is under way, what the user sent meanwhile, and how the user types: no part of what was said so far. */
const ahead = ({ busySince, busyWith, queued, vim }: State) => ({
  busySince,
  busyWith,
  queued,
  vim,
});

/** What was in the question need not be said again where it still stands there. */
function withAsked(state: State, dialog: Dialog): State {
  if (dialog.is !== 'confirm') return state;
  const { call, agent, reasons } = dialog.request;
  return patchedCall(state, keyOf(call, agent?.id), (item) => ({ ...item, asked: reasons }));
}

type Call = Extract<Item, { is: 'tool' }>;

const patchedCall = (state: State, call: string, change: (item: Call) => Call): State => ({
  ...state,
  open: state.open.map((item) =>
    item.is === 'tool' && item.block.id === call ? change(item) : item,
  ),
});
