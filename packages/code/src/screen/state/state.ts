import type { AgentEvent, ConfirmAnswer, ConfirmRequest, Question } from '@wavehooks/agent-sdk';
import type { EventName } from '@wavehooks/hooks';
import type { HookRuns, Item } from './item.ts';
import { onAgent } from './on-agent.ts';
import type { Retrying } from './retrying.ts';
import { isFinished, settled } from './settle.ts';
import { SILENT, type Stream } from './stream.ts';
import { unsent } from './unsent.ts';

/** The conversation as the screen knows it. Items move from `open` to `printed`, in order, and never back. */
export interface State {
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
  readonly dialogs: readonly Dialog[];
  /** Prompts that were sent while the agent was at work. */
  readonly queued: readonly Queued[];
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
    };

export const EMPTY: State = {
  printed: [],
  open: [],
  stream: SILENT,
  running: [],
  waiting: [],
  awaited: [],
  retry: undefined,
  busySince: undefined,
  busyWith: undefined,
  dialogs: [],
  queued: [],
  wiped: 0,
  from: START,
};

/** What can happen to the screen. */
export type Happening =
  | { readonly is: 'agent'; readonly event: AgentEvent; readonly now: number }
  /** A call is about to replace a file that holds this. */
  | { readonly is: 'replaces'; readonly call: string; readonly before: string }
  /** `what` names something that is no prompt. */
  | { readonly is: 'sent'; readonly now: number; readonly what?: string }
  | { readonly is: 'rest' }
  | { readonly is: 'queued'; readonly queued: readonly Queued[] }
  /** A hook kept a prompt from the agent, which goes on with what it does. */
  | { readonly is: 'unsent' }
  | { readonly is: 'show'; readonly items: readonly Item[] }
  | { readonly is: 'ask'; readonly dialog: Dialog }
  | { readonly is: 'answered'; readonly dialog: Dialog }
  | { readonly is: 'wipe'; readonly items: readonly Item[] }
  /** Prints again what was printed last: the terminal has lost it. */
  | { readonly is: 'redraw'; readonly from: Place };

export function reduce(state: State, happening: Happening): State {
  switch (happening.is) {
    case 'agent':
      return onAgent(state, happening.event, happening.now);
    case 'replaces':
      return { ...state, open: state.open.map((item) => withBefore(item, happening)) };
    case 'sent':
      return { ...state, busySince: happening.now, busyWith: happening.what };
    case 'rest':
      return settled({ ...state, busySince: undefined, busyWith: undefined }, isFinished);
    case 'queued':
      return { ...state, queued: happening.queued };
    case 'unsent': {
      const items = unsent(state.waiting, 'blocked');
      return settled({ ...state, open: [...state.open, ...items], waiting: [] }, isFinished);
    }
    case 'show':
      return settled({ ...state, open: [...state.open, ...happening.items] }, isFinished);
    case 'ask':
      return { ...state, dialogs: [...state.dialogs, happening.dialog] };
    case 'answered':
      return { ...state, dialogs: state.dialogs.filter((one) => one !== happening.dialog) };
    case 'redraw':
      return { ...state, wiped: state.wiped + 1, from: happening.from };
    case 'wipe':
      return { ...EMPTY, ...ahead(state), wiped: state.wiped + 1, printed: happening.items };
  }
}

/** What is under way, and what the user sent meanwhile: no part of what was said so far. */
const ahead = ({ busySince, busyWith, queued }: State) => ({ busySince, busyWith, queued });

const withBefore = (item: Item, { call, before }: { call: string; before: string }): Item =>
  item.is === 'tool' && item.block.id === call ? { ...item, before } : item;
