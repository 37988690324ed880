import type { Verdict } from 'wave-hooks';
import type { Tool, ToolContext } from '../tools/tool.ts';
import type { Confirm, ConfirmAnswer } from './confirm.ts';
import { decidePermission } from './decide.ts';
import { factsOf } from './facts.ts';
import { matchRules } from './match.ts';
import type { PermissionMode, Rules } from './rule.ts';

/** Asks whether a call may run, by the table and, where that says so, by the user. */
export type Gate = (request: GateRequest) => Promise<GateAnswer>;

export interface GateRequest {
  readonly tool: Tool;
  readonly input: Record<string, unknown>;
  readonly original: Record<string, unknown>;
  readonly verdict: Verdict;
  readonly signal: AbortSignal;
}

export type GateAnswer =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly text: string };

export interface GateOptions {
  readonly mode: () => PermissionMode;
  readonly rules: () => Rules;
  readonly addAllow: (rule: string) => void;
  readonly confirm: Confirm | undefined;
  readonly context: (signal: AbortSignal) => ToolContext;
}

/** Results of ours for calls that did not come to an end: neutral, so that nothing is read into them. */
export const neutral = {
  notRun: { success: false, text: 'Not run: the turn ended before this call started.' },
  halted: { success: false, text: 'Not run: the turn was ended.' },
  interrupted: { success: false, text: 'Interrupted before it came to an end.' },
} as const;

/** Requests to the user are made one after the other, however many calls run side by side. */
export function createGate(options: GateOptions): Gate {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };
  return async (request) => {
    const context = options.context(request.signal);
    const matched = matchRules(options.rules(), request.tool, request.input, context);
    const facts = factsOf(request, matched, options.mode(), options.confirm !== undefined, context);
    const decided = decidePermission(facts);
    if (decided.answer === 'yes') return { allowed: true };
    if (decided.answer === 'no') return { allowed: false, text: decided.text };
    return inTurn(() => askUser(request, decided.by, options));
  };
}

async function askUser(
  request: GateRequest,
  by: string,
  options: GateOptions,
): Promise<GateAnswer> {
  const { tool, input, original, verdict, signal } = request;
  if (signal.aborted) return { allowed: false, text: neutral.interrupted.text };
  const answer = await answerOf(options.confirm, {
    tool: tool.name,
    input,
    ...(verdict.input ? { original } : {}),
    by,
    reasons: verdict.toUser.filter(({ tone }) => tone === 'info').map(({ text }) => text),
    signal,
  });
  if (answer.answer === 'always') options.addAllow(answer.rule);
  if (answer.answer !== 'no') return { allowed: true };
  const word = answer.message?.trim();
  return { allowed: false, text: `The user declined this call${word ? `: ${word}` : '.'}` };
}

/** A callback that throws has not said yes. */
async function answerOf(
  confirm: Confirm | undefined,
  request: Parameters<Confirm>[0],
): Promise<ConfirmAnswer> {
  try {
    const answer = (await confirm?.(request)) ?? false;
    if (typeof answer !== 'boolean') return answer;
    return answer ? { answer: 'yes' } : { answer: 'no' };
  } catch {
    return { answer: 'no' };
  }
}
