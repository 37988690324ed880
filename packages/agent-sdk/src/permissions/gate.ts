import type { Verdict } from 'wave-hooks';
import type { Place, Tool } from '../tools/tool.ts';
import type { Confirm, ConfirmAnswer } from './confirm.ts';
import { decidePermission } from './decide.ts';
import { permissionFacts } from './facts.ts';
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
  /** `by` is for the user; absent where the user said no. */
  | { readonly allowed: false; readonly text: string; readonly by?: string };

export interface GateOptions {
  readonly mode: () => PermissionMode;
  readonly rules: () => Rules;
  readonly addAllow: (rule: string) => void;
  readonly confirm: Confirm | undefined;
  readonly place: () => Place;
  /** Where texts too long to pass on are kept, for the agent to read. */
  readonly readable: readonly string[];
}

/** Requests to the user are made one after the other, however many calls run side by side. */
export function createGate(options: GateOptions): Gate {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };
  return async (request) => {
    const { answer, by, toAgent, unanswered } = decidePermission(factsOf(request, options));
    if (answer === 'yes') return { allowed: true };
    const why = unanswered ? `${by}, and nobody was there to be asked` : by;
    if (answer === 'no')
      return { allowed: false, by: why, text: toAgent ?? 'This is not permitted.' };
    return inTurn(() => askUser(request, by, options));
  };
}

const factsOf = ({ tool, input, verdict }: GateRequest, options: GateOptions) =>
  permissionFacts({
    tool,
    input,
    place: options.place(),
    rules: options.rules(),
    mode: options.mode(),
    verdict: verdict.decision,
    canAsk: options.confirm !== undefined,
    readable: options.readable,
  });

async function askUser(
  request: GateRequest,
  by: string,
  options: GateOptions,
): Promise<GateAnswer> {
  const { tool, input, original, verdict, signal } = request;
  if (signal.aborted) return { allowed: false, text: 'Interrupted.' };
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
