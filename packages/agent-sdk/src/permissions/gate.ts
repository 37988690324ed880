import { show, type Verdict } from 'wave-hooks';
import type { AgentRef } from '../subagent/ref.ts';
import type { Place, Tool } from '../tools/tool.ts';
import { oneAtATime } from '../wait.ts';
import { answerOf } from './answer-of.ts';
import type { Confirm } from './confirm.ts';
import { decidePermission, type Permission } from './decide.ts';
import { permissionFacts } from './facts.ts';
import { offeredRule } from './offer-rule.ts';
import { parseRule } from './parse-rule.ts';
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
  /** `fault` is what was wrong with the answer all the same; for the user. */
  | { readonly allowed: true; readonly fault?: string }
  /** `by` is for the user; absent where the user said no. `tone` where it is more than a notice. */
  | {
      readonly allowed: false;
      readonly text: string;
      readonly by?: string;
      readonly tone?: 'error';
    };

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
      tone: 'error',
    };
  if (answer.answer === 'always') return remember(answer.rule, options.addAllow);
  if (answer.answer === 'yes') return { allowed: true };
  const word = answer.message?.trim();
  return { allowed: false, text: `The user declined this call${word ? `: ${word}` : '.'}` };
}

/** A rule that means nothing is not kept, and whoever gave it is told. */
function remember(rule: unknown, keep: (rule: string) => void): GateAnswer {
  const parsed = typeof rule === 'string' ? parseRule(rule) : undefined;
  if (parsed && parsed.fault === undefined) {
    keep(parsed.rule);
    return { allowed: true };
  }
  const fault = parsed?.fault ?? `expected a text, got ${show(rule)}`;
  return {
    allowed: true,
    fault: `confirm answered "always" with the rule ${show(rule)}, which was not kept: ${fault}. The call runs this once.`,
  };
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
