import type { Call } from '../vocabulary/model.ts';
import type { Tool } from '../vocabulary/tool.ts';
import { type CallParts, runCall, type StepEnd } from './call.ts';

/** Runs the calls of one answer. Hooks sit in each, so that nobody who calls a tool can pass them by. */
export async function runCalls(
  calls: readonly Call[],
  parts: CallParts,
  signal: AbortSignal,
): Promise<StepEnd> {
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
): Promise<StepEnd> {
  const ends: StepEnd[] = [];
  const run = async (call: Call) => {
    const end = await runCall(call, parts, step.signal);
    // A halt ends what runs beside it, and nothing further starts.
    if (end.halt) step.abort();
    return end;
  };
  for (const batch of batches(calls, parts.tools()))
    ends.push(...(await Promise.all(batch.map(run))));
  const halt = ends.find((end) => end.halt)?.halt;
  return {
    messages: ends.flatMap(({ messages }) => messages),
    turns: ends.flatMap(({ turns = [] }) => turns),
    ...(halt ? { halt } : {}),
  };
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
