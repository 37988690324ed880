import { outputText } from '../base/output-text.ts';
import type { Ended } from '../conversation/agent-event.ts';
import type { ToolResult } from '../vocabulary/tool.ts';
import type { HookGates } from './hook-gates.ts';
import { interceptedModel, outputModel } from './intercepted-model.ts';
import type { Interception, InterceptionOptions } from './interception.ts';
import type { Interceptions, Refused } from './interceptions.ts';
import { type Fields, isFields, type Point } from './points.ts';
import { denied, type InterceptorVerdict } from './verdict.ts';

interface Judges {
  readonly gates: HookGates;
  /** Interceptors, where the host has some. */
  readonly host: Interception | undefined;
  readonly options: Pick<InterceptionOptions, 'release' | 'segmentChars'> | undefined;
  readonly tools: () => Iterable<string>;
}

/** The moments of one session that hooks and interceptors judge: first hooks, then interceptors. */
export function openInterceptions({ gates, host, options = {}, tools }: Judges): Interceptions {
  const { release = 'whole', segmentChars = 1 } = options;
  const how = { isWhole: release === 'whole', segmentChars };
  const judges: Interception = {
    emit: async (point, own, target, signal) => {
      const against = await gates.against(point, own, signal);
      if (against !== undefined)
        return { goes: false, verdict: { decision: 'deny', reason: against } };
      return host ? host.emit(point, own, target) : { goes: true, target };
    },
    refuse: (...all) => host?.refuse(...all),
  };
  const listen = (...points: readonly Point[]) => host !== undefined || gates.listen(...points);
  let begun: Promise<Refused | undefined> | undefined;
  const start = async () => {
    const agent_init = { tools_registered: [...tools()] };
    const judged = await judges.emit('agent_startup', { agent_init }, agent_init);
    return judged.goes ? undefined : refusedBy(judged.verdict);
  };
  const begin = () => (begun ??= start());
  return {
    begin,
    input: async (content) => {
      if (!host) return { text: content };
      const input = { content, role: 'user' };
      const judged = await host.emit('input', { input }, input);
      if (!judged.goes) return refusedBy(judged.verdict);
      const made = isFields(judged.target) ? judged.target['content'] : undefined;
      return typeof made === 'string' ? { text: made } : refusedBy(denied('transform_invalid'));
    },
    model: (model) => interceptedModel(model, judges, { ...how, begin, listen }),
    output: (model) => (listen('output') ? outputModel(model, judges, how) : model),
    beforeCall: async (call, args) => {
      if (!host) return { args };
      const tool_call = { id: call.id, name: call.name, args };
      const judged = await host.emit('pre_tool_call', { tool_call }, args);
      if (!judged.goes) return refusedBy(judged.verdict);
      return { args: judged.target as Record<string, unknown> };
    },
    afterCall: async (call, args, result) => {
      if (!host) return result;
      const value = resultOf(result);
      const own = {
        tool_call: { id: call.id, name: call.name, args },
        tool_result: { value, is_error: !result.success },
      };
      const judged = await host.emit('post_tool_call', own, value);
      if (!judged.goes)
        return { success: false, text: `The result was withheld: ${wordsOf(judged.verdict)}` };
      if (judged.target === value) return result;
      return { success: result.success, text: outputText(judged.target) };
    },
    end: async (last) => {
      if (!host || !begun) return;
      const summary = {
        reason: (await begun) ? 'error' : (SUMMARIES[last ?? 'done'] ?? 'completed'),
      };
      await host.emit('agent_shutdown', { summary }, summary);
    },
  };
}

const SUMMARIES: Partial<Record<Ended, string>> = {
  blocked: 'error',
  failed: 'error',
  aborted: 'cancelled',
};

const wordsOf = ({ reason = 'denied', message }: InterceptorVerdict): string =>
  message === undefined ? reason : `${reason}: ${message}`;

const refusedBy = (verdict: InterceptorVerdict): Refused => ({ refused: wordsOf(verdict) });

/** What a tool gave back: its text, with whatever else it says of itself. */
const resultOf = ({ text, data }: ToolResult): unknown =>
  data === undefined ? text : ({ output: text, ...data } satisfies Fields);
