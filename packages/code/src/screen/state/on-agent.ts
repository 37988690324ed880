import type { AgentEvent, AgentRef, Change, ToolBlock, Usage } from '@wavehooks/agent-sdk';
import type { RunEvent } from '@wavehooks/hooks';
import { canCause } from '@wavehooks/hooks/vocabulary';
import { type Did, type HookRuns, type Item, itemsOf } from './item.ts';
import { onOutput } from './printing.ts';
import { retryIn, retrying } from './retrying.ts';
import { isFinished, settled } from './settle.ts';
import type { State } from './state.ts';
import { completeUpTo, SILENT } from './stream.ts';
import { awaitsNotes, tied } from './tied.ts';
import { todosOf } from './todos.ts';
import { isReason, unsent } from './unsent.ts';

/** What the agent did, on the screen. */
export function onAgent(before: State, event: AgentEvent, now: number): State {
  const retry = retryIn(event);
  if (retry) return { ...before, retry: retrying(retry, now) };
  // Whatever else comes of the model ends the wait for it.
  const state = before.retry && event.is !== 'hook' ? { ...before, retry: undefined } : before;
  switch (event.is) {
    case 'delta':
      return onDelta(state, event);
    case 'change':
      return onChange(state, event.change, now);
    case 'subagent':
      if (event.event.is === 'output') return printed(state, event.event, now, event.agent.id);
      if (event.event.is === 'request') return spent(state, event.agent, event.event.usage);
      return event.event.is === 'change'
        ? onInner(state, event.agent, event.event.change, now)
        : state;
    case 'output':
      return printed(state, event, now);
    case 'progress':
      return { ...state, open: state.open.map((item) => withProgress(item, event)) };
    case 'waiting':
      return { ...state, awaited: event.servers };
    case 'restart':
      return onRestart(state);
    case 'prompt':
      return {
        ...state,
        open: [...state.open, { is: 'rewritten', typed: event.typed, by: event.by }],
      };
    case 'hook':
      return state.busySince === undefined
        ? // Nothing comes that it would have to wait for.
          settled(onHook(state, event.run, now), isFinished)
        : onHook(state, event.run, now);
    case 'ended':
      return settled(
        {
          ...state,
          open: [...state.open, ...unsent(state.waiting, event.result.ended)],
          waiting: [],
          awaited: [],
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

/** Two agents may name their calls and their shells alike. */
const printed = (
  state: State,
  { call, output }: Extract<AgentEvent, { is: 'output' }>,
  now: number,
  agent?: string,
): State =>
  onOutput(
    state,
    { call: keyOf(call, agent), shell: keyOf(output.shell?.id, agent), agent, output },
    now,
  );
const withProgress = (item: Item, { call, text }: { call: string; text: string }): Item =>
  item.is === 'tool' && item.block.id === call ? { ...item, progress: text } : item;

function onDelta(state: State, { text, kind }: { text: string; kind: string }): State {
  const { stream } = state;
  if (kind !== 'text') return { ...state, stream: { ...stream, thought: stream.thought + text } };
  if (stream.thought !== '') return onDelta(withThought(state), { text, kind });
  const whole = stream.text + text;
  const end = completeUpTo(whole, stream.printed, stream.text.length);
  const next = { ...state, stream: { ...stream, text: whole, printed: end } };
  if (end === stream.printed) return next;
  const part: Item = {
    is: 'answer',
    text: whole.slice(stream.printed, end),
    goesOn: stream.printed > 0,
  };
  return settled({ ...next, open: [...state.open, part] }, () => true);
}

/** A thought is whole when words follow it; it stands in front of them, behind those before it. */
function withThought(state: State): State {
  const { stream } = state;
  const { text, printed, thought, thoughts } = stream;
  if (thought.trim() === '') return { ...state, stream: { ...stream, thought: '' } };
  const said = text.slice(printed);
  const before: Item[] =
    said.trim() === '' ? [] : [{ is: 'answer', text: said, goesOn: printed > 0 }];
  const open: Item[] = [...state.open, ...before, { is: 'thought', text: thought }];
  const next = { ...stream, printed: text.length, thought: '', thoughts: thoughts + 1 };
  return settled({ ...state, open, stream: next }, () => true);
}

/** What was printed cannot be taken back, so it is said that it does not count. */
function onRestart(state: State): State {
  const { printed, thoughts } = state.stream;
  if (printed + thoughts === 0) return { ...state, stream: SILENT };
  const text = 'The reply broke off and starts again; ignore the text so far.';
  const open: Item[] = [...state.open, { is: 'told', tone: 'warning', text }];
  return settled({ ...state, open, stream: SILENT }, () => true);
}

function onChange(state: State, change: Change, now: number): State {
  if (change.is === 'tool') return patched(state, change, now);
  if (change.is !== 'added') return state;
  const streamed = change.message.blocks.some(({ type }) => type === 'text' || type === 'tool');
  const answers = change.message.role === 'assistant' && streamed;
  const { printed, thoughts } = answers ? state.stream : SILENT;
  const items = itemsOf(change.message, printed, thoughts);
  const [first, ...rest] = items;
  if (rest.length === 0 && isReason(state.waiting, first)) return state;
  const withCall = first && rest.length === 0 ? tied(state.open, first) : undefined;
  if (withCall) return { ...state, open: withCall };
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
    (item) => item.is !== 'tool' && !awaitsNotes(item),
  );
}

/** A subagent's calls stand behind the call that started it, under what it was started for. */
function onInner(
  state: State,
  { id, type, description }: AgentRef,
  change: Change,
  now: number,
): State {
  if (change.is === 'tool') return patched(state, { ...change, call: keyOf(change.call, id) }, now);
  if (change.is !== 'added') return state;
  const calls = change.message.blocks.flatMap((block): Item[] =>
    block.type === 'tool'
      ? [
          {
            is: 'tool',
            block: { ...block, id: keyOf(block.id, id) },
            hooks: [],
            agent: description || type,
            by: id,
          },
        ]
      : [],
  );
  if (calls.length === 0) return state;
  // Below its own Task, and the calls that it made before.
  const last = state.open.findLastIndex(
    (item) => item.is === 'tool' && (item.by === id || item.block.agent === id),
  );
  const at = last === -1 ? state.open.length : last + 1;
  const open = [...state.open.slice(0, at), ...calls, ...state.open.slice(at)];
  return { ...state, open: withTask(open, id, ({ calls: n }) => ({ calls: n + calls.length })) };
}

/** What a subagent has done so far stands with the call that started it. */
const withTask = (
  open: readonly Item[],
  id: string,
  more: (did: Did) => Partial<Did>,
): readonly Item[] =>
  open.map((item) => {
    if (item.is !== 'tool' || item.block.agent !== id) return item;
    const did = item.did ?? { calls: 0, tokens: 0 };
    return { ...item, did: { ...did, ...more(did) } };
  });

const spent = (state: State, { id }: AgentRef, usage: Usage): State => ({
  ...state,
  open: withTask(state.open, id, ({ tokens }) => ({
    tokens: tokens + usage.inputTokens + usage.outputTokens,
  })),
});

/** Two agents may name their calls alike. */
export const keyOf = (call: unknown, agent: unknown): string =>
  agent ? `${agent} ${call}` : String(call);

function patched(
  state: State,
  { call, patch }: Extract<Change, { is: 'tool' }>,
  now: number,
): State {
  const began = patch.stage === 'running' ? { since: now } : {};
  const at = state.open.findIndex((item) => item.is === 'tool' && item.block.id === call);
  const item = state.open[at];
  if (item?.is !== 'tool') return state;
  const { output, ...rest } = item;
  const block = { ...item.block, ...patch };
  const isOver = block.stage === 'end';
  const took = isOver && item.since !== undefined ? { ms: now - item.since } : {};
  const todos = isOver && !item.agent ? todosOf(block) : undefined;
  const before = todos ? { todos: state.todos } : {};
  const next = {
    ...rest,
    ...began,
    ...took,
    ...before,
    ...(output && !isOver ? { output } : {}),
    block,
  };
  const open = state.open.with(at, next);
  if (todos) return { ...state, open, todos };
  if (!isOver || block.refused === undefined) return { ...state, open };
  const above = inTurn(state.printed);
  return { ...state, open: open.map((one, n) => withAgain(one, [...above, ...open.slice(0, n)])) };
}

/** A reason that a call before it has is said there, whichever of the two ended first. */
function withAgain(item: Item, before: readonly Item[]): Item {
  if (item.is !== 'tool') return item;
  const { again: _, ...rest } = item;
  return isSaid(before, item.block) ? { ...rest, again: true } : rest;
}

/** What was printed in this turn. */
const inTurn = (printed: readonly Item[]): readonly Item[] =>
  printed.slice(printed.findLastIndex(({ is }) => is === 'prompt') + 1);

const isSaid = (before: readonly Item[], { refused, result, stage }: ToolBlock): boolean =>
  refused !== undefined &&
  stage === 'end' &&
  before.some(
    (item) => item.is === 'tool' && item.block.refused === refused && item.block.result === result,
  );

function onHook(state: State, run: RunEvent, now: number): State {
  if (run.is === 'started') {
    // The user waits for nothing there.
    if (run.async) return state;
    const { id, hook, event, statusMessage } = run;
    const started = { id, hook, event, since: now, ...(statusMessage ? { statusMessage } : {}) };
    return { ...state, running: [...state.running, started] };
  }
  if (run.is === 'unmatched' || run.is === 'late') return state;
  if (run.is === 'ended')
    return { ...state, running: state.running.filter(({ id }) => id !== run.id) };
  const runs = run.hooks.map(({ run: one, effects }) => ({ ...one, effects }));
  if (runs.length === 0) return state;
  return placed(state, { event: run.event, decision: run.verdict.decision, runs }, run.input);
}

/** Runs stand with the call or the prompt that they were for. */
function placed(state: State, runs: HookRuns, input: Readonly<Record<string, unknown>>): State {
  if (canCause(runs.event, 'erase-prompt')) return { ...state, waiting: [...state.waiting, runs] };
  const call = keyOf(input['tool_use_id'], input['agent_id']);
  if (!state.open.some((item) => item.is === 'tool' && item.block.id === call))
    return { ...state, open: [...state.open, { is: 'hooks', runs }] };
  const open = state.open.map((item) =>
    item.is === 'tool' && item.block.id === call ? { ...item, hooks: [...item.hooks, runs] } : item,
  );
  return { ...state, open };
}
