import { isDeepStrictEqual } from 'node:util';
import type { Verdict } from 'wave-hooks';
import { messageOf } from '../base/error-text.ts';
import { whole } from '../base/text.ts';
import type { TurnResult } from '../conversation/agent-event.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { callFields, type Fire, responseOf } from '../hooks/fire.ts';
import { blockedBy, blockedResult, messagesOf, rewrittenBy } from '../hooks/route.ts';
import type { Gate } from '../permissions/gate.ts';
import { type ReadInput, readInput } from '../tools/tool-input.ts';
import type { Trail } from '../undo/edit-trail.ts';
import type { TextBlock, ToolBlock } from '../vocabulary/messages.ts';
import type { Call } from '../vocabulary/model.ts';
import type { Tool, ToolContext, ToolResult } from '../vocabulary/tool.ts';
import { runTool } from './run-tool.ts';

/** What a call needs of its agent. */
export interface CallParts {
  readonly fire: Fire;
  readonly conversation: Conversation;
  /** Asked for each call: those of servers come and go. */
  readonly tools: () => ReadonlyMap<string, Tool>;
  readonly gate: Gate;
  readonly context: (signal: AbortSignal, call: string) => ToolContext;
  /** What the turn of a subagent that a call started came to; gives it once. */
  readonly within?: (call: string) => TurnResult | undefined;
  readonly tell: (verdict: Verdict) => void;
  /** Keeps what is needed to take a call back; the session's own, whoever makes the call. */
  readonly trail: Trail;
}

/** What calls lead to: user messages that follow their results, and whether the turn ends. */
export interface StepEnd {
  readonly messages: readonly TextBlock[];
  /** What ended the turn: a verdict, or the turn of a subagent that was halted itself. */
  readonly halt?: Pick<Verdict, 'stopReason'>;
  /** The turns of subagents that the calls started. */
  readonly turns?: readonly TurnResult[];
}

/** Results of ours for calls that did not come to an end: neutral, so that nothing is read into them. */
const neutral = {
  notRun: { success: false, by: 'wave', text: 'Not run: the turn ended before this call started.' },
  halted: { success: false, by: 'wave', text: 'Not run: the turn was ended.' },
  interrupted: { success: false, text: 'Interrupted before it came to an end.' },
} as const;

/** Whose words a refusal is in, and what it is by. */
type Refusal = Pick<ToolBlock, 'by' | 'refused'>;

/** How a call ends: with a result, and with what follows it. */
interface CallEnd extends StepEnd {
  readonly result?: Pick<ToolResult, 'success' | 'text' | 'images'> & Refusal;
}

type Input = Record<string, unknown>;

/** A call that may run: with which input, and what its hooks added. */
interface Cleared {
  readonly tool: Tool;
  readonly input: Input;
  /** The same as hooks see it. */
  readonly given: Input;
  readonly messages: readonly TextBlock[];
}

/** An input that fits its tool. */
type Fitting = Extract<ReadInput, { ok: true }>;

/** One call from its hooks to its hooks. Whatever happens, it has one result in the end. */
export async function runCall(call: Call, parts: CallParts, signal: AbortSignal): Promise<StepEnd> {
  const cleared = await clear(call, parts, signal);
  if (!('tool' in cleared)) return ended(call, cleared, parts);
  const { tool, input, given, messages } = cleared;
  parts.conversation.patchTool(call.id, { stage: 'running' });
  const context = parts.context(signal, call.id);
  const settled = parts.trail(tool, input, context);
  const result = await runTool(tool, input, context);
  settled();
  const inner = innerTurn(parts.within?.(call.id));
  if (signal.aborted || inner.halt)
    return ended(call, { messages, result: neutral.interrupted, ...inner }, parts);
  ended(call, { messages: [], result }, parts);
  const after = await hooksAfter(call, given, result, parts, signal);
  settled();
  if (signal.aborted || !after) return { messages, ...inner };
  parts.tell(after);
  const halt = after.decision === 'halt' ? { halt: after } : {};
  return { messages: [...messages, ...messagesOf(after)], ...inner, ...halt };
}

/** The call has its result by then: hooks that could not be told of it (a model's input may be no JSON) are told of. */
async function hooksAfter(
  call: Call,
  given: Input,
  result: ToolResult,
  parts: CallParts,
  signal: AbortSignal,
): Promise<Verdict | undefined> {
  try {
    return await parts.fire(
      'PostToolUse',
      { ...callFields(call, given), tool_response: responseOf(result) },
      signal,
    );
  } catch (error) {
    parts.conversation.tell(
      'error',
      `The hooks after ${call.name} were not run: ${messageOf(error)}`,
    );
    return undefined;
  }
}

/** A halt means everything: one inside ends what is around it, too. */
const innerTurn = (turn: TurnResult | undefined): Pick<StepEnd, 'halt' | 'turns'> => ({
  ...(turn ? { turns: [turn] } : {}),
  ...(turn?.ended === 'halted' ? { halt: turn } : {}),
});

function ended(call: Call, { result, ...end }: CallEnd, { conversation }: CallParts): StepEnd {
  if (!result) return end;
  const { text, success, by, refused, images } = result;
  conversation.patchTool(call.id, {
    stage: 'end',
    result: text,
    success,
    ...(by ? { by } : {}),
    ...(refused ? { refused } : {}),
    ...(images ? { images } : {}),
  });
  return end;
}

const refused = (
  text: string,
  messages: readonly TextBlock[] = [],
  refusal: Refusal = {},
): CallEnd => ({ messages, result: { success: false, text, ...refusal } });

/** A check that itself fails (a tool's own code may) has not let anything pass. */
async function clear(
  call: Call,
  parts: CallParts,
  signal: AbortSignal,
): Promise<Cleared | CallEnd> {
  try {
    return await pass(call, parts, signal);
  } catch (error) {
    const text = `${call.name} was not run: it could not be checked (${messageOf(error)}).`;
    parts.conversation.tell('error', text);
    return refused(text);
  }
}

/** Everything that a call must pass before its tool runs: its schema, the hooks, the permissions. */
async function pass(call: Call, parts: CallParts, signal: AbortSignal): Promise<Cleared | CallEnd> {
  if (signal.aborted) return { messages: [], result: neutral.notRun };
  const tool = parts.tools().get(call.name);
  if (!tool) return refused(`There is no tool called "${call.name}".`);
  if (call.cut)
    return refused(
      `${call.name} was not run: your answer was cut off within this call. Make it shorter, or do it in parts.`,
    );
  if (call.invalid !== undefined)
    return refused(
      `The input of ${call.name} is not valid JSON: ${whole(call.invalid.slice(0, 200))}`,
    );
  const { cwd } = parts.context(signal, call.id);
  const asked = readInput(tool, call.input, cwd);
  if (!asked.ok) return refused(asked.text);
  const verdict = await parts.fire('PreToolUse', callFields(call, asked.given), signal);
  if (signal.aborted) return { messages: [], result: neutral.notRun };
  parts.tell(verdict);
  if (verdict.decision === 'halt') return { messages: [], result: neutral.halted, halt: verdict };
  if (verdict.decision === 'block')
    return refused(blockedResult(verdict), [], { by: 'hook', refused: blockedBy(verdict) });
  return permitted(call, tool, asked, verdict, parts, signal);
}

/** What hooks rewrote is what permissions, the user and the tool see. */
async function permitted(
  call: Call,
  tool: Tool,
  asked: Fitting,
  verdict: Verdict,
  parts: CallParts,
  signal: AbortSignal,
): Promise<Cleared | CallEnd> {
  const context = () => parts.context(signal, call.id);
  const final = verdict.input ? readInput(tool, verdict.input, context().cwd) : asked;
  if (!final.ok) {
    parts.conversation.tell(
      'error',
      `${tool.name} was blocked: what ${rewrittenBy(verdict)} made of its input does not fit. ${final.text}`,
    );
    return refused(`Blocked: a hook changed the input, and it no longer fits. ${final.text}`);
  }
  const { input, given } = final;
  const changed = changedFields(asked.given, given);
  if (changed) {
    const sent = call.input as Input;
    parts.conversation.patchTool(call.id, { parameters: { ...sent, ...changed }, original: sent });
  }
  const check = async () => tool.check?.(input, context());
  const original = changed ? { original: asked.input } : {};
  const answer = await parts.gate({
    tool,
    call: call.id,
    input,
    ...original,
    verdict,
    signal,
    check,
  });
  const messages = messagesOf(verdict);
  if (signal.aborted) return { messages, result: neutral.notRun };
  if (answer.allowed) {
    if (answer.fault) parts.conversation.tell('error', answer.fault);
    return { tool, input, given, messages };
  }
  if (answer.fails) return refused(answer.text, messages);
  if (!answer.by) return refused(answer.text, messages, { by: 'user' });
  const why = `${tool.name} did not run: ${answer.by}.`;
  parts.conversation.tell(answer.tone ?? 'info', why, { call: call.id });
  return refused(answer.text, messages, { refused: answer.by });
}

/** What hooks made another of; undefined where that is nothing. They can add and replace, not remove. */
function changedFields(before: Input, after: Input): Input | undefined {
  const changed = Object.entries(after).filter(
    ([name, value]) => !isDeepStrictEqual(value, before[name]),
  );
  return changed.length > 0 ? Object.fromEntries(changed) : undefined;
}
