import type { Verdict } from 'wave-hooks';
import type { AgentRef } from '../subagent/ref.ts';
import type { Place, Tool } from '../tools/tool.ts';
import { oneAtATime, unlessAborted } from '../wait.ts';
import type { Confirm, ConfirmAnswer } from './confirm.ts';
import { decidePermission, type Permission } from './decide.ts';
import { permissionFacts } from './facts.ts';
import { offeredRule } from './offer-rule.ts';
import type { PermissionMode, Rules } from './rule.ts';

/** Asks whether a call may run, by the table and, where that says so, by the user. */
export type Gate = (request: GateRequest) => Promise<GateAnswer>;

export interface GateRequest {
  readonly tool: Tool;
  readonly input: Record<string, unknown>;
  readonly original: Record<string, unknown>;
  readonly verdict: Verdict;
  readonly signal: AbortSignal;
  /** The subagent whose call it is, and where that is. */
  readonly agent?: AgentRef;
  readonly place?: Place;
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

/**
 * Requests to the user are made one after the other, however many calls run side by side. When its turn
 * comes, a request is looked at again: an answer before it may have settled it.
 */
export function createGate(options: GateOptions): Gate {
  const inTurn = oneAtATime();
  const decide = (request: GateRequest) => decidePermission(factsOf(request, options));
  return async (request) => {
    const first = decide(request);
    if (first.answer !== 'ask') return answered(first);
    return inTurn(async () => {
      const now = decide(request);
      return now.answer === 'ask' ? askUser(request, now.by, options) : answered(now);
    });
  };
}

function answered({ answer, by, toAgent, unanswered }: Permission): GateAnswer {
  if (answer === 'yes') return { allowed: true };
  const why = unanswered ? `${by}, and nobody was there to be asked` : by;
  return { allowed: false, by: why, text: toAgent ?? 'This is not permitted.' };
}

const factsOf = ({ tool, input, verdict, place }: GateRequest, options: GateOptions) =>
  permissionFacts({
    tool,
    input,
    place: place ?? options.place(),
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
  const { tool, input, original, verdict, signal, agent } = request;
  if (signal.aborted) return { allowed: false, text: 'Interrupted.' };
  const rule = offeredRule(request, options.place(), settles(request, options));
  const answer = await answerOf(options.confirm, {
    tool: tool.name,
    input,
    ...(verdict.input ? { original } : {}),
    by: askerOf(verdict) ?? by,
    ...(agent ? { agent } : {}),
    ...(rule === undefined ? {} : { rule }),
    reasons: verdict.toUser.filter(({ tone }) => tone === 'info').map(({ text }) => text),
    signal,
  });
  if (answer instanceof Error)
    return {
      allowed: false,
      by: `the user could not be asked (${answer.message})`,
      text: 'The user could not be asked about this call.',
    };
  if (answer.answer === 'always') options.addAllow(answer.rule);
  if (answer.answer !== 'no') return { allowed: true };
  const word = answer.message?.trim();
  return { allowed: false, text: `The user declined this call${word ? `: ${word}` : '.'}` };
}

/** Which hooks want the user asked; undefined where a rule or the mode does. */
function askerOf({ decision, toUser }: Verdict): string | undefined {
  const names = new Set(toUser.filter(({ tone }) => tone === 'info').map(({ hook }) => hook));
  if (decision !== 'ask' || names.size === 0) return undefined;
  return `${names.size === 1 ? 'the hook' : 'the hooks'} ${[...names].join(', ')}`;
}

/** Whether a call would run unasked if the user had given this rule. */
const settles = (request: GateRequest, options: GateOptions) => (rule: string) => {
  const { allow, ...rest } = options.rules();
  const rules = () => ({ ...rest, allow: [...allow, rule] });
  return decidePermission(factsOf(request, { ...options, rules })).answer === 'yes';
};

/** A callback that throws, or answers what is no answer, has not said yes. */
async function answerOf(
  confirm: Confirm | undefined,
  request: Parameters<Confirm>[0],
): Promise<ConfirmAnswer | Error> {
  try {
    const ask = async () => confirm?.(request);
    return readAnswer(await unlessAborted(ask(), request.signal));
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Callbacks are also written where no types are checked: only a clear yes opens anything. */
function readAnswer(answer: unknown): ConfirmAnswer {
  if (answer === true) return { answer: 'yes' };
  const { answer: word, rule, message } = (answer ?? {}) as Record<string, unknown>;
  if (word === 'yes') return { answer: 'yes' };
  if (word === 'always')
    return typeof rule === 'string' ? { answer: word, rule } : { answer: 'yes' };
  return { answer: 'no', ...(typeof message === 'string' ? { message } : {}) };
}
