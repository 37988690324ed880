import { messagesOf } from '../../hooks/route.ts';
import type { Call } from '../../vocabulary/model.ts';
import { type CallDone, type CallParts, runCall, type StepEnd } from './call.ts';
import { laneOf } from './lane-of.ts';
import { createLanes, type Lanes } from './lanes.ts';

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
  const run = (lanes: Lanes) => async (call: Call) => {
    const end = await runCall(call, parts, step.signal, lanes);
    // A halt ends what runs beside it, and nothing further starts.
    if (end.halt) step.abort();
    return end;
  };
  // Looked at anew for each batch: what ran before may have moved the agent elsewhere.
  for (let left = calls; left.length > 0; ) {
    const batch = nextBatch(left, parts, step.signal);
    ends.push(...(await Promise.all(batch.map(run(createLanes(parts.processes))))));
    left = left.slice(batch.length);
  }
  return ends;
}

/** Calls that only read run side by side; whatever changes things runs alone, in the model's order. */
function nextBatch(calls: readonly Call[], parts: CallParts, signal: AbortSignal): readonly Call[] {
  const alone = calls.findIndex((call) => {
    const tool = parts.tools().get(call.name);
    return !tool || laneOf(tool, call.input, parts.context({ signal, call: call.id })) === 'alone';
  });
  return alone < 0 ? calls : calls.slice(0, Math.max(alone, 1));
}
