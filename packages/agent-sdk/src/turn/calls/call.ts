import type { Verdict } from '@wavehooks/hooks';
import { stopwatch } from '@wavehooks/process';
import type { Interceptions } from '../../agent-hooks/interceptions.ts';
import type { AgentEvent, TurnResult } from '../../conversation/agent-event.ts';
import type { Conversation } from '../../conversation/conversation.ts';
import type { Fire } from '../../hooks/fire.ts';
import type { Pending } from '../../hooks/pending.ts';
import type { NoticeType } from '../../hooks/session-moments.ts';
import type { Gate } from '../../permissions/gate-types.ts';
import { settleBuffers } from '../../tools/files/host-text.ts';
import type { Trail } from '../../undo/edit-trail.ts';
import type { TextBlock, ToolBlock } from '../../vocabulary/messages.ts';
import type { Call } from '../../vocabulary/model.ts';
import type { CommandOutput, ContextFor, Tool, ToolResult } from '../../vocabulary/tool.ts';
import { afterCall, interrupted } from './after-call.ts';
import { type Cleared, clear, NOT_RUN } from './clear.ts';
import { laneOf } from './lane-of.ts';
import type { Lanes } from './lanes.ts';
import { runTool } from './run-tool.ts';

/** What a call needs of its agent. */
export interface CallParts {
  readonly fire: Fire;
  readonly conversation: Conversation;
  /** Asked for each call: those of servers come and go. */
  readonly tools: () => ReadonlyMap<string, Tool>;
  readonly gate: Gate;
  readonly context: ContextFor;
  /** What the turn of a subagent that a call started came to; gives it once. */
  readonly within?: (call: string) => TurnResult | undefined;
  /** A halt of hooks that belong to no call, while this one ran; gives it once. */
  readonly haltedBeside?: () => Pick<Verdict, 'stopReason'> | undefined;
  readonly tell: (verdict: Verdict) => void;
  readonly pending: Pending;
  readonly notify: (type: NoticeType, message: string) => void;
  /** Work that nobody waits for but the end of the session. */
  readonly aside: (work: Promise<void>) => void;
  readonly emit: (event: AgentEvent) => void;
  /** How many commands that only read run at once. */
  readonly processes: number;
  /** Keeps what is needed to take a call back; the session's own, whoever makes the call. */
  readonly trail: Trail;
  readonly interceptions?: Interceptions | undefined;
}

/** What calls lead to: user messages that follow their results, and whether the turn ends. */
export interface StepEnd {
  readonly messages: readonly TextBlock[];
  /** What ended the turn: a verdict, or the turn of a subagent that was halted itself. */
  readonly halt?: Pick<Verdict, 'stopReason'>;
  /** The turn ends here, with these as its last words. */
  readonly last?: string;
  /** The turns of subagents that the calls started. */
  readonly turns?: readonly TurnResult[];
}

/** One call's end, and what hooks are told of it when its step is over. */
export interface CallDone extends StepEnd {
  readonly told: CallTold;
}

interface CallTold {
  readonly tool_name: string;
  readonly tool_input: unknown;
  readonly tool_use_id: string;
  readonly tool_response: unknown;
}

/** How a call ends: with a result, and with what follows it. */
export interface CallEnd extends StepEnd {
  readonly result: Pick<ToolResult, 'success' | 'text' | 'images'> &
    Pick<ToolBlock, 'by' | 'refused' | 'hooks'>;
  /** What it was made with, and what came back, where its tool ran. */
  readonly given?: Readonly<Record<string, unknown>>;
  readonly response?: unknown;
}

/** One call from its hooks to its hooks. Whatever happens, it has one result in the end. */
export async function runCall(
  call: Call,
  parts: CallParts,
  signal: AbortSignal,
  lanes: Lanes,
): Promise<CallDone> {
  parts.emit({ is: 'calling', call: call.id, tool: call.name, input: call.input });
  const cleared = await clear(call, parts, signal);
  if (!('tool' in cleared)) return ended(call, cleared, parts);
  const { tool, input } = cleared;
  // By what hooks made of it: a command that no longer only reads waits for those beside it.
  const lane = laneOf(tool, input, parts.context({ signal, call: call.id }));
  return lanes.run(lane, () => carryOut(call, cleared, parts, signal));
}

/** A call that nothing speaks against any more: its tool, and the hooks behind it. */
async function carryOut(
  call: Call,
  { tool, input, given, messages, sandbox, by }: Cleared,
  parts: CallParts,
  signal: AbortSignal,
): Promise<CallDone> {
  if (signal.aborted) return ended(call, { messages, result: NOT_RUN }, parts);
  parts.conversation.patchTool(call.id, { stage: 'running' });
  const output = (printed: CommandOutput) =>
    parts.emit({ is: 'output', call: call.id, output: printed });
  const context = parts.context({ signal, call: call.id, output, tighter: { hook: sandbox } });
  await settleBuffers(tool, input, context);
  const settled = await parts.trail(tool, input, context);
  const ms = stopwatch();
  const returned = await runTool(tool, input, context);
  const result = (await parts.interceptions?.afterCall(call, given, returned)) ?? returned;
  const ran = { call, given, result, ms: Math.round(ms()) };
  if (result.notice !== undefined)
    parts.conversation.tell('info', result.notice, { call: call.id });
  await settled();
  const beside = parts.haltedBeside?.();
  const inner = { ...innerTurn(parts.within?.(call.id)), ...(beside ? { halt: beside } : {}) };
  const end =
    signal.aborted || inner.halt ? interrupted(ran, parts) : await afterCall(ran, parts, signal);
  await settled();
  const all = [...messages, ...end.messages];
  const told = by === undefined ? end.result : { ...end.result, hooks: [by] };
  return ended(call, { given, ...inner, ...end, result: told, messages: all }, parts);
}

/** A halt means everything: one inside ends what is around it, too. */
const innerTurn = (turn: TurnResult | undefined): Pick<StepEnd, 'halt' | 'turns'> => ({
  ...(turn ? { turns: [turn] } : {}),
  ...(turn?.ended === 'halted' ? { halt: turn } : {}),
});

function ended(call: Call, end: CallEnd, { conversation }: CallParts): CallDone {
  const { result, given, response, ...rest } = end;
  const { text, success, by, refused, hooks, images } = result;
  conversation.patchTool(call.id, {
    stage: 'end',
    result: text,
    success,
    ...(by ? { by } : {}),
    ...(refused ? { refused } : {}),
    ...(hooks ? { hooks } : {}),
    ...(images ? { images } : {}),
  });
  const told: CallTold = {
    tool_name: call.name,
    tool_input: given ?? call.input,
    tool_use_id: call.id,
    tool_response: response ?? { output: text, success },
  };
  return { ...rest, told };
}
