import type {
  AgentEvent,
  AgentRef,
  Change,
  ConfirmAnswer,
  ConfirmRequest,
  Question,
} from 'wave-agent-sdk';
import type { RunEvent } from 'wave-hooks';
import { type HookRuns, type Item, itemsOf } from './item.ts';
import { completeUpTo, SILENT, type Stream } from './stream.ts';

/** The conversation as the screen knows it. Items move from `open` to `printed`, in order, and never back. */
export interface State {
  readonly printed: readonly Item[];
  readonly open: readonly Item[];
  readonly stream: Stream;
  readonly running: readonly RunningHook[];
  /** Hook runs whose prompt is not on the screen yet. */
  readonly waiting: readonly HookRuns[];
  /** When the turn under way began. */
  readonly busySince: number | undefined;
  /** What is under way, where it is no prompt. */
  readonly busyWith: string | undefined;
  readonly dialogs: readonly Dialog[];
  /** Prompts that were sent while the agent was at work. */
  readonly queued: readonly string[];
  readonly tokens: { readonly input: number; readonly output: number };
  /** How often the screen was wiped: what is printed starts anew then. */
  readonly wiped: number;
}

export interface RunningHook {
  readonly id: string;
  readonly hook: string;
  readonly event: string;
  readonly statusMessage?: string;
  readonly since: number;
}

/** What waits for the user, one after the other. */
export type Dialog =
  | {
      readonly is: 'confirm';
      readonly request: ConfirmRequest;
      readonly answer: (answer: ConfirmAnswer) => void;
    }
  | {
      readonly is: 'questions';
      readonly questions: readonly Question[];
      readonly answer: (answers: Readonly<Record<string, string>> | undefined) => void;
    };

export const EMPTY: State = {
  printed: [],
  open: [],
  stream: SILENT,
  running: [],
  waiting: [],
  busySince: undefined,
  busyWith: undefined,
  dialogs: [],
  queued: [],
  tokens: { input: 0, output: 0 },
  wiped: 0,
};

/** What can happen to the screen. */
export type Happening =
  | { readonly is: 'agent'; readonly event: AgentEvent; readonly now: number }
  /** `what` names something that is no prompt. */
  | { readonly is: 'sent'; readonly now: number; readonly what?: string }
  | { readonly is: 'rest' }
  | { readonly is: 'queued'; readonly queued: readonly string[] }
  | { readonly is: 'show'; readonly items: readonly Item[] }
  | { readonly is: 'ask'; readonly dialog: Dialog }
  | { readonly is: 'answered'; readonly dialog: Dialog }
  | { readonly is: 'wipe'; readonly items: readonly Item[] }
  /** Prints again what is printed: the terminal has lost it. */
  | { readonly is: 'redraw' };

export function reduce(state: State, happening: Happening): State {
  switch (happening.is) {
    case 'agent':
      return onAgent(state, happening.event, happening.now);
    case 'sent':
      return { ...state, busySince: happening.now, busyWith: happening.what };
    case 'rest':
      return { ...state, busySince: undefined, busyWith: undefined };
    case 'queued':
      return { ...state, queued: happening.queued };
    case 'show':
      return settled({ ...state, open: [...state.open, ...happening.items] }, isFinished);
    case 'ask':
      return { ...state, dialogs: [...state.dialogs, happening.dialog] };
    case 'answered':
      return { ...state, dialogs: state.dialogs.filter((one) => one !== happening.dialog) };
    case 'redraw':
      return { ...state, wiped: state.wiped + 1, printed: state.printed.slice(-REDRAWN) };
    case 'wipe':
      return { ...EMPTY, wiped: state.wiped + 1, printed: happening.items };
  }
}

/** So many of the last things are drawn again; all are in the transcript. */
const REDRAWN = 500;

function onAgent(state: State, event: AgentEvent, now: number): State {
  switch (event.is) {
    case 'delta':
      return onDelta(state, event);
    case 'change':
      return onChange(state, event.change);
    case 'subagent':
      return event.event.is === 'change' ? onInner(state, event.agent, event.event.change) : state;
    case 'restart':
      return onRestart(state);
    case 'hook':
      return onHook(state, event.run, now);
    case 'usage':
      return {
        ...state,
        tokens: {
          input: state.tokens.input + event.usage.inputTokens,
          output: state.tokens.output + event.usage.outputTokens,
        },
      };
    case 'ended':
      return settled(
        {
          ...state,
          // A prompt that was blocked never came, but its hooks ran.
          open: [...state.open, ...state.waiting.map((runs) => ({ is: 'hooks', runs }) as const)],
          waiting: [],
          busySince: undefined,
          running: [],
          stream: SILENT,
        },
        () => true,
      );
    default:
      return state;
  }
}

function onDelta(state: State, { text, kind }: { text: string; kind: string }): State {
  const { stream } = state;
  if (kind !== 'text') return { ...state, stream: { ...stream, thinking: true } };
  const whole = stream.text + text;
  const end = completeUpTo(whole, stream.printed);
  const next = { ...state, stream: { text: whole, printed: end, thinking: false } };
  if (end === stream.printed) return next;
  const part: Item = {
    is: 'answer',
    text: whole.slice(stream.printed, end),
    goesOn: stream.printed > 0,
  };
  return settled({ ...next, open: [...state.open, part] }, () => true);
}

/** What was printed cannot be taken back, so it is said that it does not count. */
function onRestart(state: State): State {
  if (state.stream.printed === 0) return { ...state, stream: SILENT };
  const text = 'The answer broke off and begins anew; what it said so far does not count.';
  const open: Item[] = [...state.open, { is: 'told', tone: 'warning', text }];
  return settled({ ...state, open, stream: SILENT }, () => true);
}

function onChange(state: State, change: Change): State {
  if (change.is === 'tool') return patched(state, change);
  if (change.is !== 'added') return state;
  const streamed = change.message.blocks.some(({ type }) => type === 'text' || type === 'tool');
  const answers = change.message.role === 'assistant' && streamed;
  const items = itemsOf(change.message, answers ? state.stream.printed : 0);
  const [first, ...rest] = items;
  const prompt = first?.is === 'prompt' ? [{ ...first, hooks: state.waiting }, ...rest] : items;
  // A new message means that whatever is before it has come to its end.
  const before = settled(state, isFinished);
  return settled(
    {
      ...before,
      open: [...before.open, ...prompt],
      waiting: first?.is === 'prompt' ? [] : state.waiting,
      ...(answers ? { stream: SILENT } : {}),
    },
    (item) => isFinished(item) && item.is !== 'tool',
  );
}

/** A subagent's calls stand behind the call that started it, under what it was started for. */
function onInner(state: State, { id, type, description }: AgentRef, change: Change): State {
  if (change.is === 'tool') return patched(state, { ...change, call: keyOf(change.call, id) });
  if (change.is !== 'added') return state;
  const calls = change.message.blocks.flatMap((block): Item[] =>
    block.type === 'tool'
      ? [
          {
            is: 'tool',
            block: { ...block, id: keyOf(block.id, id) },
            hooks: [],
            agent: description || type,
          },
        ]
      : [],
  );
  return calls.length === 0 ? state : { ...state, open: [...state.open, ...calls] };
}

/** Two agents may name their calls alike. */
const keyOf = (call: unknown, agent: unknown): string =>
  agent ? `${agent} ${call}` : String(call);

function patched(state: State, { call, patch }: Extract<Change, { is: 'tool' }>): State {
  const open = state.open.map((item) =>
    item.is === 'tool' && item.block.id === call
      ? { ...item, block: { ...item.block, ...patch } }
      : item,
  );
  return { ...state, open };
}

function onHook(state: State, run: RunEvent, now: number): State {
  if (run.is === 'started') {
    const { id, hook, event, statusMessage } = run;
    const started = { id, hook, event, since: now, ...(statusMessage ? { statusMessage } : {}) };
    return { ...state, running: [...state.running, started] };
  }
  if (run.is === 'unmatched') return state;
  if (run.is === 'ended')
    return { ...state, running: state.running.filter(({ id }) => id !== run.id) };
  const runs = run.hooks.map(({ run: one, effects }) => ({ ...one, effects }));
  if (runs.length === 0) return state;
  return placed(state, { event: run.event, decision: run.verdict.decision, runs }, run.input);
}

/** Runs stand with the call or the prompt that they were for. */
function placed(state: State, runs: HookRuns, input: Readonly<Record<string, unknown>>): State {
  if (runs.event === 'UserPromptSubmit') return { ...state, waiting: [...state.waiting, runs] };
  const call = keyOf(input['tool_use_id'], input['agent_id']);
  if (!state.open.some((item) => item.is === 'tool' && item.block.id === call))
    return { ...state, open: [...state.open, { is: 'hooks', runs }] };
  const open = state.open.map((item) =>
    item.is === 'tool' && item.block.id === call ? { ...item, hooks: [...item.hooks, runs] } : item,
  );
  return { ...state, open };
}

const isFinished = (item: Item): boolean => item.is !== 'tool' || item.block.stage === 'end';

/** Prints from the front as far as things have come to their end. */
function settled(state: State, mayGo: (item: Item) => boolean): State {
  const stays = state.open.findIndex((item) => !mayGo(item));
  const count = stays === -1 ? state.open.length : stays;
  if (count === 0) return state;
  return {
    ...state,
    printed: [...state.printed, ...state.open.slice(0, count)],
    open: state.open.slice(count),
  };
}
