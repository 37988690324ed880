import { isDeepStrictEqual } from 'node:util';
import type { Verdict } from '@wavehooks/hooks';
import { isObject } from '@wavehooks/hooks/vocabulary';
import { type SandboxProfile, stricterProfile } from '@wavehooks/process/sandbox';
import { messageOf } from '../../base/error-text.ts';
import { whole } from '../../base/text.ts';
import { callFields } from '../../hooks/fire.ts';
import { blockedBy, blockedResult, messagesOf, rewrittenBy } from '../../hooks/route.ts';
import type { GateAnswer } from '../../permissions/gate-types.ts';
import { byHooks, type Decided } from '../../permissions/who-decided.ts';
import { type ReadInput, readInput } from '../../tools/tool-input.ts';
import type { TextBlock, ToolBlock } from '../../vocabulary/messages.ts';
import type { Call } from '../../vocabulary/model.ts';
import { done, type Tool } from '../../vocabulary/tool.ts';
import type { CallEnd, CallParts } from './call.ts';

type Input = Record<string, unknown>;

/** A call that may run: with which input, and what its hooks added. */
export interface Cleared {
  readonly tool: Tool;
  readonly input: Input;
  /** The same as hooks see it. */
  readonly given: Input;
  readonly messages: readonly TextBlock[];
  /** The sandbox that its hooks ask for. */
  readonly sandbox: SandboxProfile;
  /** The hook that answered in the tool's place. */
  readonly by?: string;
}

/** An input that fits its tool. */
type Fitting = Extract<ReadInput, { ok: true }>;

/** Results of ours for calls that did not run: neutral, so that nothing is read into them. */
export const NOT_RUN = {
  success: false,
  by: 'wave',
  text: 'Not run: the turn ended before this call started.',
} as const;
const HALTED = { success: false, by: 'wave', text: 'Not run: the turn was ended.' } as const;

const refused = (
  text: string,
  messages: readonly TextBlock[] = [],
  refusal: Pick<ToolBlock, 'by' | 'refused' | 'hooks'> = {},
): CallEnd => ({ messages, result: { success: false, text, ...refusal } });

/** A check that itself fails (a tool's own code may) has not let anything pass. */
export async function clear(
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
  if (signal.aborted) return { messages: [], result: NOT_RUN };
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
  const { cwd } = parts.context({ signal, call: call.id });
  const asked = readInput(tool, call.input, cwd);
  if (!asked.ok) return refused(asked.text);
  const verdict = await parts.fire('PreToolUse', callFields(call, asked.given), signal);
  if (signal.aborted) return { messages: [], result: NOT_RUN };
  parts.tell(verdict);
  const decided = telling(call, asked.given, parts);
  if (verdict.decision === 'halt' || verdict.decision === 'block')
    decided({ answer: 'no', row: ROWS[verdict.decision], by: byHooks(verdict.decidedBy) });
  if (verdict.decision === 'halt') return { messages: [], result: HALTED, halt: verdict };
  if (verdict.decision === 'block')
    return refused(blockedResult(verdict), [], {
      by: 'hook',
      refused: blockedBy(verdict),
      hooks: [...new Set(verdict.decidedBy)],
    });
  return permitted({ call, tool, asked, verdict }, parts, signal);
}

/** The first rows of the permission table, which need no look at the call. */
const ROWS = { halt: 1, block: 2 } as const;

/** Tells whoever listens who decided. */
const telling =
  ({ id, name }: Call, input: Input, { emit }: CallParts) =>
  (decided: Decided): void =>
    emit({ is: 'decision', call: id, tool: name, input, ...decided });

/** A call that its hooks let pass. */
interface Passing {
  readonly call: Call;
  readonly tool: Tool;
  /** What the model asked for. */
  readonly asked: Fitting;
  readonly verdict: Verdict;
  /** What hooks answered in the user's place, with an input of theirs. */
  readonly answered?: Verdict;
}

/** What hooks rewrote is what permissions, the user and the tool see. */
async function permitted(
  passing: Passing,
  parts: CallParts,
  signal: AbortSignal,
): Promise<Cleared | CallEnd> {
  const { call, tool, asked, verdict, answered } = passing;
  const writer = answered ?? verdict;
  const { cwd } = parts.context({ signal, call: call.id });
  const own = writer.input ? readInput(tool, writer.input, cwd) : asked;
  if (!own.ok) return misfit(tool, writer, own.text, parts);
  const final = await intercepted(call, tool, own, parts, signal);
  if (!('ok' in final)) return final;
  const { input, given } = final;
  const runs = 'response' in verdict ? answering(tool, verdict.response) : tool;
  const sent = call.input as Input;
  const changed = changedInput(sent, asked.given, given);
  if (changed) parts.conversation.patchTool(call.id, { parameters: changed, original: sent });
  const fields = callFields(call, given);
  const answer = await parts.gate({
    tool: runs,
    call: call.id,
    input,
    ...(changed ? { original: asked.input } : {}),
    verdict,
    ...(answered ? { answered } : {}),
    signal,
    check: async () => runs.check?.(input, parts.context({ signal, call: call.id })),
    hooks: async (suggestions) => {
      const own = { ...fields, permission_suggestions: [...suggestions] };
      const said = await parts.fire('PermissionRequest', own, signal);
      if (!signal.aborted) parts.tell(said);
      return said;
    },
    onDecided: telling(call, given, parts),
    onAsk: () =>
      parts.notify('permission_prompt', `Wave needs your permission to use ${tool.name}`),
  });
  const messages = messagesOf(verdict, { id: call.id, tool: call.name });
  if (signal.aborted) return { messages, result: NOT_RUN };
  if (answer.is === 'halted') return { messages, result: HALTED, halt: answer.by };
  if (answer.is === 'rewritten')
    return permitted({ ...passing, answered: answer.by }, parts, signal);
  if (answer.is === 'allowed') {
    if (answer.fault) parts.conversation.tell('error', answer.fault);
    if (answer.told) parts.conversation.tell('info', answer.told);
    const asked = [verdict.sandbox, answered?.sandbox, answer.sandbox];
    const by = verdict.respondedBy === undefined ? {} : { by: verdict.respondedBy };
    return { tool: runs, input, given, messages, sandbox: strictestOf(asked), ...by };
  }
  return denied(passing, answer, fields, messages, parts, signal);
}

/** What hooks made of the input, as interceptors let it pass: before anybody is asked about it. */
async function intercepted(
  call: Call,
  tool: Tool,
  fitting: Fitting,
  parts: CallParts,
  signal: AbortSignal,
): Promise<Fitting | CallEnd> {
  const judged = await parts.interceptions?.beforeCall(call, fitting.given);
  if (!judged || ('args' in judged && judged.args === fitting.given)) return fitting;
  if ('refused' in judged) {
    telling(
      call,
      fitting.given,
      parts,
    )({ answer: 'no', row: ROWS.block, by: byHooks(['interceptor']) });
    return refused(`Blocked: ${judged.refused}`, [], { by: 'hook', refused: judged.refused });
  }
  const { cwd } = parts.context({ signal, call: call.id });
  const read = readInput(tool, judged.args, cwd);
  return read.ok ? read : refused(`Blocked: an interceptor changed the input. ${read.text}`);
}

const strictestOf = (profiles: readonly (SandboxProfile | undefined)[]): SandboxProfile =>
  profiles.reduce<SandboxProfile>((a, b = 'off') => stricterProfile(a, b), 'off');

function misfit(tool: Tool, writer: Verdict, text: string, { conversation }: CallParts): CallEnd {
  conversation.tell(
    'error',
    `${tool.name} was blocked: what ${rewrittenBy(writer)} made of its input does not fit. ${text}`,
  );
  return refused(`Blocked: a hook changed the input, and it no longer fits. ${text}`);
}

/** Who refused it decides whose words the result is in, and who hears of it. */
async function denied(
  { call, tool }: Passing,
  answer: Extract<GateAnswer, { is: 'refused' }>,
  fields: ReturnType<typeof callFields>,
  messages: readonly TextBlock[],
  parts: CallParts,
  signal: AbortSignal,
): Promise<CallEnd> {
  const { who, text, why } = answer;
  if (who === 'nobody') return refused(text, messages);
  if (who === 'user') return refused(text, messages, { by: 'user' });
  if (who === 'hook') return refused(text, messages, { by: 'hook', refused: why });
  parts.conversation.tell(answer.tone ?? 'info', `${tool.name} did not run: ${why}.`, {
    call: call.id,
  });
  const last = answer.unanswered && tool.onlyUser?.unasked(fields.tool_input);
  const end = {
    ...refused(text, messages, { refused: why }),
    ...(last === undefined ? {} : { last }),
  };
  const verdict = await parts.fire('PermissionDenied', { ...fields, reason: why }, signal);
  if (signal.aborted) return end;
  parts.tell(verdict);
  return verdict.decision === 'halt' ? { ...end, halt: verdict } : end;
}

/** A tool that only gives this answer: nothing of the real one runs, so nothing of it needs a permission. */
const answering = ({ name, description, input }: Tool, response: unknown): Tool => ({
  ...{ name, description, input },
  effect: 'none',
  run: async () =>
    typeof response === 'string'
      ? done(response)
      : done(JSON.stringify(response), isObject(response) ? response : { value: response }),
});

/** What the model sent, with what hooks made of it; undefined where that is nothing. */
function changedInput(sent: Input, before: Input, after: Input): Input | undefined {
  if (isDeepStrictEqual(before, after)) return undefined;
  const isSame = (name: string) => isDeepStrictEqual(before[name], after[name]);
  const left = Object.entries(sent).filter(([name]) => name in after || !(name in before));
  const changed = Object.entries(after).filter(([name]) => !isSame(name));
  return Object.fromEntries([...left, ...changed]);
}
