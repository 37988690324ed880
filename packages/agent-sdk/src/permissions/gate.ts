import type { Verdict } from '@wavehooks/hooks';
import { Aborted, oneAtATime, unlessAborted } from '../base/wait.ts';
import { read } from '../tools/files/read-file.ts';
import type { Place, Tool } from '../vocabulary/tool.ts';
import { askHooks, givenBy, hooksAnswer } from './ask-hooks.ts';
import { askUser } from './ask-user.ts';
import type { Confirm } from './confirm.ts';
import { decidePermission, type Permission } from './decide.ts';
import { type InForce, type Look, lookAt } from './facts/facts.ts';
import type { Gate, GateAnswer, GateRequest, Keeper, Offer } from './gate-types.ts';
import { offeredRules } from './offer-rule.ts';
import { type Given, type PermissionMode, type Rules, stricterMode } from './rules/rule.ts';
import { suggestionsOf } from './suggestion.ts';

export interface GateOptions {
  readonly mode: () => PermissionMode;
  readonly rules: () => Rules;
  /** Keeps what a user or a hook gave for this session. */
  readonly grant: (given: Given) => void;
  readonly keeper: Keeper;
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
  let open = 0;
  return async (request) => {
    const look = lookOf(request, options);
    const first = decide(request, look, options);
    if (!first.asks) return answered(first);
    const said = await askHooks(request, offerFor(request, look, options));
    // Files may have become links while hooks ran, or while it waited for others.
    const fresh = (waited: boolean) => (waited ? lookOf(request, options) : look);
    const byHooks = said && answeredBy(said, request, fresh(said.runs.length > 0), options);
    if (byHooks) return byHooks;
    const waits = open > 0 || (said?.runs.length ?? 0) > 0;
    open += 1;
    try {
      return await inTurn(() => settle(request, fresh(waits), options));
    } finally {
      open -= 1;
    }
  };
}

/** A hook's no stands; its yes only if the table, as it is now, still leaves that to the user. */
function answeredBy(
  said: Verdict,
  request: GateRequest,
  look: Look,
  options: GateOptions,
): GateAnswer | undefined {
  const now = decide(request, look, options);
  const answer = hooksAnswer(said, now, request);
  if (answer?.is === 'allowed') options.grant(givenBy(said.permissions ?? []));
  return answer ?? (now.asks ? undefined : answered(now));
}

const lookOf = ({ tool, input, place }: GateRequest, options: GateOptions): Look =>
  lookAt({ tool, input, place: place ?? options.place(), readable: options.readable });

async function settle(request: GateRequest, look: Look, options: GateOptions): Promise<GateAnswer> {
  const now = decide(request, look, options);
  if (now.answer !== 'ask') return answered(now);
  const text = await whyFails(request, look, options);
  return text === undefined
    ? askUser({ ...options, request, look, now, offer: offerFor(request, look, options) })
    : { is: 'refused', who: 'nobody', text, why: text };
}

/** By the table, with what is in force now; `other` is tried in its place. */
const decide = (
  { verdict, mode: own, allow = [] }: GateRequest,
  look: Look,
  { rules, mode, confirm }: GateOptions,
  { rules: given = rules(), mode: asked = mode(), ...other }: Partial<InForce> = {},
): Permission =>
  decidePermission(
    look.facts({
      rules: allow.length === 0 ? given : { ...given, allow: [...given.allow, ...allow] },
      mode: own === undefined ? asked : stricterMode(asked, own),
      verdict: verdict.decision,
      canAsk: confirm !== undefined,
      ...other,
    }),
  );

/**
 * Why there is no use in asking. It may tell of the files that the call names, so it is looked for only
 * where Read could see them unasked: nothing of what a rule or the project's border keeps from the agent
 * comes out this way. A call that names none has nothing to hide.
 */
async function whyFails(
  request: GateRequest,
  look: Look,
  options: GateOptions,
): Promise<string | undefined> {
  const { check, signal } = request;
  if (!check || !mayRead(request, look, options)) return undefined;
  try {
    const why: unknown = await unlessAborted(check(), signal);
    return typeof why === 'string' ? why : undefined;
  } catch (error) {
    if (error instanceof Aborted) return undefined;
    throw error;
  }
}

function mayRead(request: GateRequest, look: Look, options: GateOptions): boolean {
  if (look.files.length === 0) return true;
  return decide(request, look.by(read as Tool), options, { verdict: 'none' }).answer === 'yes';
}

function answered({ answer, by, why, toAgent, unanswered }: Permission): GateAnswer {
  if (answer === 'yes') return { is: 'allowed' };
  const decided = why ?? by;
  return {
    is: 'refused',
    who: 'rule',
    why: unanswered ? `${decided}, and there was nobody to ask` : decided,
    text: toAgent ?? 'This call is not allowed.',
    ...(unanswered ? { unanswered } : {}),
  };
}

const offerFor = (request: GateRequest, look: Look, options: GateOptions) => (): Offer => {
  const offered = offeredRules(request, look, settles(request, look, options));
  const acceptsEdits =
    request.tool.effect === 'edit' &&
    decide(request, look, options, { mode: 'acceptEdits' }).answer === 'yes';
  const suggestions = suggestionsOf(offered.rules, acceptsEdits, options.keeper.scopes);
  return { ...offered, suggestions };
};

/** Whether a call would run unasked if the user had given this rule. */
const settles = (request: GateRequest, look: Look, options: GateOptions) => (rule: string) => {
  const { allow, ...rest } = options.rules();
  const rules = { ...rest, allow: [...allow, rule] };
  return decide(request, look, options, { rules }).answer === 'yes';
};
