import { outputText } from '../base/output-text.ts';
import type { Ended } from '../conversation/agent-event.ts';
import type { ToolResult } from '../vocabulary/tool.ts';
import { interceptedModel, outputModel } from './intercepted-model.ts';
import { type InterceptionOptions, openInterception } from './interception.ts';
import type { Interceptions, Refused } from './interceptions.ts';
import { type Fields, isFields } from './points.ts';
import { denied, type InterceptorVerdict } from './verdict.ts';

/** The eight moments of AGENT-HOOKS in the life of one session. */
export function openInterceptions(
  options: InterceptionOptions,
  sessionId: () => string,
  tools: () => Iterable<string>,
): Interceptions {
  const host = openInterception(options, sessionId);
  const { release = 'whole', segmentChars = 1 } = options;
  const how = { isWhole: release === 'whole', segmentChars };
  let begun: Promise<Refused | undefined> | undefined;
  const start = async () => {
    const agent_init = { tools_registered: [...tools()] };
    const judged = await host.emit('agent_startup', { agent_init }, agent_init);
    return judged.goes ? undefined : refusedBy(judged.verdict);
  };
  const begin = () => (begun ??= start());
  return {
    begin,
    input: async (content) => {
      const input = { content, role: 'user' };
      const judged = await host.emit('input', { input }, input);
      if (!judged.goes) return refusedBy(judged.verdict);
      const made = isFields(judged.target) ? judged.target['content'] : undefined;
      return typeof made === 'string' ? { text: made } : refusedBy(denied('transform_invalid'));
    },
    model: (model) => interceptedModel(model, host, { ...how, begin }),
    output: (model) => outputModel(model, host, how),
    beforeCall: async (call, args) => {
      const tool_call = { id: call.id, name: call.name, args };
      const judged = await host.emit('pre_tool_call', { tool_call }, args);
      if (!judged.goes) return refusedBy(judged.verdict);
      return { args: judged.target as Record<string, unknown> };
    },
    afterCall: async (call, args, result) => {
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
      if (!begun) return;
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
