import { messagesOf } from '../../hooks/route.ts';
import type { Call } from '../../vocabulary/model.ts';
import type { Tool } from '../../vocabulary/tool.ts';
import { type CallDone, type CallParts, runCall, type StepEnd } from './call.ts';

/** Runs the calls of one answer, then the hooks that look at all of them together. */
export async function runStep(
  calls: readonly Call[],
  parts: CallParts,
  signal: AbortSignal,
): Promise<StepEnd> {
  const ends = await runCalls(calls, parts, signal);
  const halt = ends.find((end) => end.halt)?.halt;
  const last = ends.find((end) => end.last !== undefined)?.last;
  const step = {
    ...(last === undefined ? {} : { last }),
    messages: ends.flatMap(({ messages }) => messages),
    turns: ends.flatMap(({ turns = [] }) => turns),
  };
  if (halt || signal.aborted) return { ...step, ...(halt ? { halt } : {}) };
  const tool_calls = ends.map(({ told }) => told);
  const verdict = await parts.fire('PostToolBatch', { tool_calls }, signal);
  if (signal.aborted) return step;
  parts.tell(verdict);
  const messages = [...step.messages, ...messagesOf(verdict)];
  return verdict.decision === 'halt' ? { ...step, halt: verdict } : { ...step, messages };
}

/** Hooks sit in each call, so that nobody who calls a tool can pass them by. */
async function runCalls(
  calls: readonly Call[],
  parts: CallParts,
  signal: AbortSignal,
): Promise<CallDone[]> {
  const step = new AbortController();
  const abort = () => step.abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await inBatches(calls, parts, step);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

async function inBatches(
  calls: readonly Call[],
  parts: CallParts,
  step: AbortController,
): Promise<CallDone[]> {
  const ends: CallDone[] = [];
  const run = async (call: Call) => {
    const end = await runCall(call, parts, step.signal);
    // A halt ends what runs beside it, and nothing further starts.
    if (end.halt) step.abort();
    return end;
  };
  for (const batch of batches(calls, parts.tools()))
    ends.push(...(await Promise.all(batch.map(run))));
  return ends;
}

/** Calls that only read run side by side; whatever changes things runs alone, in the model's order. */
function batches(calls: readonly Call[], tools: ReadonlyMap<string, Tool>): Call[][] {
  const groups: Call[][] = [];
  let open = false;
  for (const call of calls) {
    const tool = tools.get(call.name);
    const reads = tool !== undefined && !runsAlone(tool, call.input);
    if (reads && open) groups.at(-1)?.push(call);
    else groups.push([call]);
    open = reads;
  }
  return groups;
}

/** A tool whose own code fails to say so runs alone. */
function runsAlone(tool: Tool, input: unknown): boolean {
  if (tool.effect !== 'read' && tool.effect !== 'none') return true;
  try {
    return tool.alone?.(input) ?? false;
  } catch {
    return true;
  }
}
