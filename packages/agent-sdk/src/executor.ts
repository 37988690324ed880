import type { Engine, HookInput, Verdict } from 'wave-hooks';
import type { Conversation } from './conversation.ts';
import { blockedResult, messagesOf } from './hooks/route.ts';
import type { ModelPart } from './model/model.ts';
import { type Gate, neutral } from './permissions/gate.ts';
import { parseInput } from './tools/index.ts';
import type { Tool, ToolContext, ToolResult } from './tools/tool.ts';

export type Call = Extract<ModelPart, { is: 'call' }>;

/** What the executor needs of its agent. */
export interface ExecutorParts {
  readonly engine: Engine;
  readonly conversation: Conversation;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly gate: Gate;
  readonly context: (signal: AbortSignal) => ToolContext;
  /** The common fields of every hook input. */
  readonly common: () => Record<string, unknown>;
  readonly tell: (verdict: Verdict) => void;
}

/** What a step of calls leads to: user messages that follow its results, and whether the turn ends. */
export interface StepEnd {
  readonly messages: readonly string[];
  /** The verdict that ended the turn. */
  readonly halt?: Verdict;
}

/** Runs the calls of one answer. Hooks sit here, so that nobody who calls a tool can pass them by. */
export async function runCalls(
  calls: readonly Call[],
  parts: ExecutorParts,
  signal: AbortSignal,
): Promise<StepEnd> {
  const step = new AbortController();
  const abort = () => step.abort();
  signal.addEventListener('abort', abort, { once: true });
  const ends: StepEnd[] = [];
  try {
    for (const batch of batches(calls, parts.tools)) {
      const done = await Promise.all(
        batch.map(async (call) => {
          const end = await runCall(call, parts, step.signal);
          // A halt ends what runs beside it, and nothing further starts.
          if (end.halt) step.abort();
          return end;
        }),
      );
      ends.push(...done);
    }
  } finally {
    signal.removeEventListener('abort', abort);
  }
  const halt = ends.find((end) => end.halt)?.halt;
  return { messages: ends.flatMap(({ messages }) => messages), ...(halt ? { halt } : {}) };
}

/** Calls that only read run side by side; whatever changes things runs alone, in the model's order. */
function batches(calls: readonly Call[], tools: ReadonlyMap<string, Tool>): Call[][] {
  const groups: Call[][] = [];
  let open = false;
  for (const call of calls) {
    const effect = tools.get(call.name)?.effect;
    const reads = effect === 'read' || effect === 'none';
    if (reads && open) groups.at(-1)?.push(call);
    else groups.push([call]);
    open = reads;
  }
  return groups;
}

const NOTHING: StepEnd = { messages: [] };

async function runCall(call: Call, parts: ExecutorParts, signal: AbortSignal): Promise<StepEnd> {
  const { conversation } = parts;
  const finish = (
    { success, text }: Pick<ToolResult, 'success' | 'text'>,
    end: StepEnd = NOTHING,
  ) => {
    conversation.patchTool(call.id, { stage: 'end', result: text, success });
    return end;
  };
  if (signal.aborted) return finish(neutral.notRun);
  const tool = parts.tools.get(call.name);
  if (!tool) return finish({ success: false, text: `There is no tool called "${call.name}".` });
  const parsed =
    call.invalid === undefined
      ? parseInput(tool, call.input)
      : { error: `The input of ${call.name} is not valid JSON: ${call.invalid.slice(0, 200)}` };
  if ('error' in parsed) return finish({ success: false, text: parsed.error });
  const before = await parts.engine.fire(preInput(call, parsed.input, parts), { signal });
  if (signal.aborted) return finish(neutral.interrupted);
  parts.tell(before);
  const context = messagesOf(before);
  if (before.decision === 'halt') return finish(neutral.halted, { messages: [], halt: before });
  if (before.decision === 'block')
    return finish({ success: false, text: blockedResult(before) }, { messages: context });
  const final = before.input ? parseInput(tool, before.input) : parsed;
  if ('error' in final)
    return finish({
      success: false,
      text: `Blocked: a hook changed the input, and it no longer fits: ${final.error}`,
    });
  if (before.input)
    conversation.patchTool(call.id, { parameters: final.input, original: parsed.input });
  const verdict = await parts.gate({
    tool,
    input: final.input,
    original: parsed.input,
    verdict: before,
    signal,
  });
  if (signal.aborted) return finish(neutral.interrupted);
  if (!verdict.allowed)
    return finish({ success: false, text: verdict.text }, { messages: context });
  conversation.patchTool(call.id, { stage: 'running' });
  const result = await runTool(tool, final.input, parts.context(signal));
  if (signal.aborted) return finish(neutral.interrupted);
  finish(result);
  const after = await parts.engine.fire(postInput(call, final.input, result, parts), { signal });
  if (signal.aborted) return NOTHING;
  parts.tell(after);
  return {
    messages: [...context, ...messagesOf(after)],
    ...(after.decision === 'halt' ? { halt: after } : {}),
  };
}

/** A tool that throws has failed, and nothing more. */
async function runTool(
  tool: Tool,
  input: Record<string, unknown>,
  context: ToolContext,
): Promise<ToolResult> {
  try {
    return await tool.run(input, context);
  } catch (error) {
    return { success: false, text: `${tool.name} failed: ${(error as Error).message}` };
  }
}

const preInput = (call: Call, input: Record<string, unknown>, parts: ExecutorParts) =>
  ({
    ...parts.common(),
    hook_event_name: 'PreToolUse',
    tool_name: call.name,
    tool_input: input,
    tool_use_id: call.id,
  }) as HookInput;

const postInput = (
  call: Call,
  input: Record<string, unknown>,
  { success, text, data }: ToolResult,
  parts: ExecutorParts,
) =>
  ({
    ...parts.common(),
    hook_event_name: 'PostToolUse',
    tool_name: call.name,
    tool_input: input,
    tool_response: { success, output: text, ...data },
    tool_use_id: call.id,
  }) as HookInput;
