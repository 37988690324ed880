import type { AgentEvent } from '@wavehooks/agent-sdk';
import type { RunEvent } from '@wavehooks/hooks';
import type { LogRecord, Redactor } from '@wavehooks/settings/log';

export interface RecordParts {
  readonly session: string;
  readonly redact: Redactor;
  /** A keyed hash of what a record is about; undefined where there is no key. */
  readonly bind: (content: unknown) => string | undefined;
  readonly now: () => number;
}

/** A call that has not ended. */
interface OpenCall {
  readonly tool: string;
  readonly lane: string | undefined;
  /** The first that was heard of it. */
  at?: number;
  rewrittenBy?: readonly string[];
  outputRewrittenBy?: readonly string[];
}

interface State extends RecordParts {
  readonly calls: Map<string, OpenCall>;
  /** When runs began, by their ids. */
  readonly began: Map<string, number>;
  /** When the turn of an agent began; '' is the main one. */
  readonly turns: Map<string, number>;
  /** The last answer of an agent, until its request is written. */
  readonly answers: Map<string, string>;
}

/** Makes records of what an agent tells. */
export function createRecords(parts: RecordParts): (event: AgentEvent) => readonly LogRecord[] {
  const [calls, began, turns, answers] = [new Map(), new Map(), new Map(), new Map()];
  const state: State = { ...parts, calls, began, turns, answers };
  return (event) =>
    event.is === 'subagent'
      ? recordsOf(event.event, event.agent.id, state)
      : recordsOf(event, undefined, state);
}

function recordsOf(
  event: AgentEvent,
  agent: string | undefined,
  state: State,
): readonly LogRecord[] {
  // Whatever a subagent does belongs to its turn.
  if (agent !== undefined || event.is === 'woken') beginTurn(state, agent, timeOf(event, state));
  switch (event.is) {
    case 'hook':
      return ofHooks(event.run, state);
    case 'change':
      return ofChange(event.change, agent, state);
    case 'request':
    case 'asked': {
      const { model, ms, usage, cost, ended } = event;
      const used = {
        input: usage.inputTokens,
        output: usage.outputTokens,
        cached: usage.cachedTokens,
      };
      const paid = cost === undefined ? {} : { cost };
      const about = event.is === 'asked' ? { for: event.for } : takeAnswer(state, agent);
      const more = { model, ms, ...used, ...paid, ended, ...about };
      return [{ is: 'request', ...where(state, agent, event.at), ...more }];
    }
    case 'decision': {
      const { call, tool, answer, row, by, waited, unanswered, input } = event;
      const at = state.now() - (waited ?? 0);
      note(state, agent, call, at);
      const content = state.bind(input);
      return [
        {
          ...{ is: 'decision', ...where(state, agent, at), call, tool: state.redact(tool) },
          ...{ answer, row, by: state.redact(by) as typeof by },
          ...(waited === undefined ? {} : { waited }),
          ...(unanswered ? { unanswered } : {}),
          ...(content === undefined ? {} : { content }),
        },
      ];
    }
    case 'ended': {
      const at = state.turns.get(agent ?? '') ?? state.now();
      state.turns.delete(agent ?? '');
      const { ended, cost } = event.result;
      const ms = state.now() - at;
      const paid = cost === undefined ? {} : { cost };
      return [{ is: 'turn', ...where(state, agent, at), ms, ended, ...paid }];
    }
    default:
      return [];
  }
}

/** An answer is added right before its request is reported. */
function takeAnswer({ answers }: State, agent = ''): { readonly message?: string } {
  const message = answers.get(agent);
  answers.delete(agent);
  return message === undefined ? {} : { message };
}

/** A prompt says itself when it was added. */
const timeOf = (event: AgentEvent, { now }: State): number =>
  event.is === 'change' && event.change.is === 'added' ? (event.change.at ?? now()) : now();

const where = ({ session, now }: State, agent: string | undefined, at: number) => ({
  time: iso(now()),
  at: iso(at),
  session,
  ...(agent === undefined ? {} : { agent }),
});

const iso = (at: number): string => new Date(at).toISOString();

function beginTurn({ turns }: State, agent: string | undefined, at: number): void {
  if (!turns.has(agent ?? '')) turns.set(agent ?? '', at);
}

/** Each agent has a conversation of its own, with ids of its own. */
const keyOf = (agent: string | undefined, call: string): string => `${agent ?? ''} ${call}`;

/** A call begins with the first that is heard of it. */
function note(
  state: State,
  agent: string | undefined,
  call: string,
  at: number,
): OpenCall | undefined {
  const open = state.calls.get(keyOf(agent, call));
  if (open) open.at = Math.min(open.at ?? at, at);
  return open;
}

/** Events of hooks that are about a call tell of it; the others are moments of their own. */
function ofHooks(run: RunEvent, state: State): readonly LogRecord[] {
  if (run.is === 'started') state.began.set(run.id, state.now());
  if (run.is !== 'decided' && run.is !== 'unmatched') return [];
  const { event, input, verdict } = run;
  const hooks = run.is === 'decided' ? run.hooks : [];
  const at = Math.min(state.now(), ...hooks.flatMap(({ id }) => state.began.get(id) ?? []));
  for (const { id } of hooks) state.began.delete(id);
  const call = input['tool_use_id'];
  const id = input['agent_id'];
  const agent = typeof id === 'string' ? id : undefined;
  if (typeof call === 'string') {
    const open = note(state, agent, call, at);
    const by = verdict.rewrittenBy;
    if (open && by.length > 0 && verdict.input) open.rewrittenBy = by;
    if (open && by.length > 0 && 'output' in verdict) open.outputRewrittenBy = by;
    return [];
  }
  if (event === 'UserPromptSubmit') beginTurn(state, agent, at);
  // Of an erased prompt, only the runs of its hooks are kept, without a word of theirs.
  if (hooks.length === 0 || verdict.erasePrompt) return [];
  const { decision, decidedBy, rewrittenBy } = verdict;
  const content =
    event === 'UserPromptSubmit' ? state.bind(verdict.prompt ?? input['prompt']) : undefined;
  return [
    {
      ...{ is: 'moment', ...where(state, agent, at), event, ms: state.now() - at },
      ...{ verdict: decision, ...listed('by', decidedBy, state) },
      ...listed('rewrittenBy', rewrittenBy, state),
      ...(content === undefined ? {} : { content }),
    },
  ];
}

/** Names of hooks, each once. */
const listed = (name: string, hooks: readonly string[], { redact }: State) =>
  hooks.length === 0 ? {} : { [name]: [...new Set(hooks)].map((hook) => redact(hook)) };

type Change = Extract<AgentEvent, { is: 'change' }>['change'];

function ofChange(change: Change, agent: string | undefined, state: State): readonly LogRecord[] {
  if (change.is === 'added' && change.message.from === 'prompt')
    beginTurn(state, agent, change.at ?? state.now());
  if (change.is === 'added' && change.message.role === 'assistant')
    state.answers.set(agent ?? '', change.message.id);
  const blocks =
    change.is === 'added' ? change.message.blocks : change.is === 'block' ? [change.block] : [];
  for (const block of blocks)
    if (block.type === 'tool' && block.stage !== 'end' && !block.served)
      state.calls.set(keyOf(agent, block.id), { tool: block.name, lane: agent });
  if (change.is !== 'tool') return [];
  const { call, patch } = change;
  const key = keyOf(agent, call);
  const open = state.calls.get(key);
  if (!open) return [];
  if (patch.stage === 'running') note(state, agent, call, state.now());
  if (patch.stage !== 'end') return [];
  state.calls.delete(key);
  const at = open.at ?? state.now();
  const { rewrittenBy = [], outputRewrittenBy = [] } = open;
  return [
    {
      ...{ is: 'call', ...where(state, open.lane, at), call, tool: state.redact(open.tool) },
      ...{ ms: state.now() - at, success: patch.success ?? false },
      ...listed('rewrittenBy', rewrittenBy, state),
      ...listed('outputRewrittenBy', outputRewrittenBy, state),
    },
  ];
}
