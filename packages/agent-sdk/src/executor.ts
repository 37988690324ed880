import type { Engine, HookInput, Verdict } from 'wave-hooks';
import type { Conversation } from './conversation.ts';
import { blockedResult, messagesOf } from './hooks/route.ts';
import type { ModelPart } from './model/model.ts';
import type { Gate } from './permissions/gate.ts';
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

/** Results of ours for calls that did not come to an end: neutral, so that nothing is read into them. */
const neutral = {
  notRun: { success: false, text: 'Not run: the turn ended before this call started.' },
  halted: { success: false, text: 'Not run: the turn was ended.' },
  interrupted: { success: false, text: 'Interrupted before it came to an end.' },
} as const;

/** How a call ends: with a result, and with what follows it. */
interface CallEnd extends StepEnd {
  readonly result?: Pick<ToolResult, 'success' | 'text'>;
}

type Input = Record<string, unknown>;

/** A call that may run: with which input, and what its hooks added. */
interface Cleared {
  readonly tool: Tool;
  readonly input: Input;
  readonly messages: readonly string[];
}

async function runCall(call: Call, parts: ExecutorParts, signal: AbortSignal): Promise<StepEnd> {
  const cleared = await clear(call, parts, signal);
  if (!('tool' in cleared)) return ended(call, cleared, parts);
  const { tool, input, messages } = cleared;
  parts.conversation.patchTool(call.id, { stage: 'running' });
  const result = await runTool(tool, input, parts.context(signal));
  if (signal.aborted) return ended(call, { messages: [], result: neutral.interrupted }, parts);
  ended(call, { messages: [], result }, parts);
  const after = await parts.engine.fire(postInput(call, input, result, parts), { signal });
  if (signal.aborted) return { messages: [] };
  parts.tell(after);
  const halt = after.decision === 'halt' ? { halt: after } : {};
  return { messages: [...messages, ...messagesOf(after)], ...halt };
}

function ended(call: Call, { result, ...end }: CallEnd, parts: ExecutorParts): StepEnd {
  if (result)
    parts.conversation.patchTool(call.id, {
      stage: 'end',
      result: result.text,
      success: result.success,
    });
  return end;
}

const refused = (text: string, messages: readonly string[] = []): CallEnd => ({
  messages,
  result: { success: false, text },
});

/** Everything that a call must pass before its tool runs: its schema, the hooks, the permissions. */
async function clear(
  call: Call,
  parts: ExecutorParts,
  signal: AbortSignal,
): Promise<Cleared | CallEnd> {
  if (signal.aborted) return { messages: [], result: neutral.notRun };
  const tool = parts.tools.get(call.name);
  if (!tool) return refused(`There is no tool called "${call.name}".`);
  if (call.invalid !== undefined)
    return refused(`The input of ${call.name} is not valid JSON: ${call.invalid.slice(0, 200)}`);
  const asked = parseInput(tool, call.input);
  if (!asked.ok) return refused(asked.text);
  const verdict = await parts.engine.fire(preInput(call, asked.input, parts), { signal });
  if (signal.aborted) return { messages: [], result: neutral.interrupted };
  parts.tell(verdict);
  if (verdict.decision === 'halt') return { messages: [], result: neutral.halted, halt: verdict };
  if (verdict.decision === 'block') return refused(blockedResult(verdict));
  return permitted(call, tool, asked.input, verdict, parts, signal);
}

/** What hooks rewrote is what permissions, the user and the tool see. */
async function permitted(
  call: Call,
  tool: Tool,
  original: Input,
  verdict: Verdict,
  parts: ExecutorParts,
  signal: AbortSignal,
): Promise<Cleared | CallEnd> {
  const final = verdict.input
    ? parseInput(tool, verdict.input)
    : { ok: true as const, input: original };
  if (!final.ok) {
    parts.conversation.tell(
      'error',
      `${tool.name} was blocked: what a hook made of its input does not fit. ${final.text}`,
    );
    return refused(`Blocked: a hook changed the input, and it no longer fits. ${final.text}`);
  }
  const { input } = final;
  if (verdict.input) parts.conversation.patchTool(call.id, { parameters: input, original });
  const answer = await parts.gate({ tool, input, original, verdict, signal });
  if (signal.aborted) return { messages: [], result: neutral.interrupted };
  const messages = messagesOf(verdict);
  if (answer.allowed) return { tool, input, messages };
  if (answer.by) parts.conversation.tell('info', `${tool.name} did not run: ${answer.by}.`);
  return refused(answer.text, messages);
}

/** A tool that throws has failed, and nothing more. */
async function runTool(tool: Tool, input: Input, context: ToolContext): Promise<ToolResult> {
  try {
    return await tool.run(input, context);
  } catch (error) {
    return { success: false, text: `${tool.name} failed: ${(error as Error).message}` };
  }
}

const toolFields = (call: Call, input: Input, parts: ExecutorParts) => ({
  ...parts.common(),
  tool_name: call.name,
  tool_input: input,
  tool_use_id: call.id,
});

const preInput = (call: Call, input: Input, parts: ExecutorParts) =>
  ({ ...toolFields(call, input, parts), hook_event_name: 'PreToolUse' }) as HookInput;

const postInput = (
  call: Call,
  input: Input,
  { success, text, data }: ToolResult,
  parts: ExecutorParts,
) =>
  ({
    ...toolFields(call, input, parts),
    hook_event_name: 'PostToolUse',
    tool_response: { success, output: text, ...data },
  }) as HookInput;
