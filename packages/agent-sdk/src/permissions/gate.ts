import type { Verdict } from '@wavehooks/hooks';
import { stopwatch } from '@wavehooks/process';
import type { DecidedBy } from '@wavehooks/settings/log';
import { Aborted, oneAtATime, unlessAborted } from '../base/wait.ts';
import { read } from '../tools/files/read-file.ts';
import type { Place, Tool } from '../vocabulary/tool.ts';
import { askHooks, givenBy, hooksAnswer } from './ask-hooks.ts';
import { askUser } from './ask-user.ts';
import type { Confirm } from './confirm.ts';
import { decidePermission, type Permission } from './decide.ts';
import { type Facts, type InForce, type Look, lookAt } from './facts/facts.ts';
import type { Gate, GateAnswer, GateRequest, Keeper, Offer } from './gate-types.ts';
import { offeredRules, type Settles } from './offer-rule.ts';
import { type Given, type PermissionMode, type Rules, stricterMode } from './rules/rule.ts';
import type { ProfileAsked, Which } from './rules/sandbox-profile.ts';
import { suggestionsOf } from './suggestion.ts';
import { byHooks, byPerson, byTable, type Kept, type Looked } from './who-decided.ts';

export interface GateOptions {
  readonly mode: () => PermissionMode;
  readonly rules: () => Rules;
  /** Keeps what a user or a hook gave for this session. */
  readonly grant: (given: Given) => void;
  readonly keeper: Keeper;
  readonly confirm: Confirm | undefined;
  readonly place: () => Place;
  /** Which sandbox a command runs in; without it in none. */
  readonly profile?: (asked: ProfileAsked) => Which;
  /** Whether commands that only read can run where they see nothing but the project. */
  readonly isolates?: () => boolean;
  /** Where a rule stands, as `file:line`. */
  readonly whereIs?: Looked['whereIs'];
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
    const settled = settling(request, options);
    if (!first.asks) return settled(answered(first), first);
    const said = await askHooks(request, offerFor(request, look, options));
    // Files may have become links while hooks ran, or while it waited for others.
    const fresh = (waited: boolean) => (waited ? lookOf(request, options) : look);
    const answer = said && answeredBy(said, request, fresh(said.runs.length > 0), options);
    if (answer) return settled(boxed(answer.given, said), answer.now, answer.by);
    const waits = open > 0 || (said?.runs.length ?? 0) > 0;
    open += 1;
    try {
      const end = await inTurn(() => settle(request, fresh(waits), options));
      return settled(boxed(end.given, said), end.now, end.by, end.waited);
    } finally {
      open -= 1;
    }
  };
}

/** A sandbox that hooks ask for holds, whoever says yes. */
const boxed = (answer: GateAnswer, said: Verdict | undefined): GateAnswer =>
  answer.is === 'allowed' && said?.sandbox ? { ...answer, sandbox: said.sandbox } : answer;

/** A hook's no stands; its yes only if the table, as it is now, still leaves that to the user. */
function answeredBy(
  said: Verdict,
  request: GateRequest,
  look: Look,
  options: GateOptions,
): Settled | undefined {
  const now = decide(request, look, options);
  const given = hooksAnswer(said, now, request);
  if (given?.is === 'allowed') options.grant(givenBy(said.permissions ?? []));
  if (given) return { given, now, by: byHooks(said.decidedBy) };
  return now.asks ? undefined : { given: answered(now), now };
}

/** An answer, the state of the table that it was given in, and who gave it where that was not the table. */
interface Settled {
  readonly given: GateAnswer;
  readonly now: Judged;
  readonly by?: DecidedBy | undefined;
  readonly waited?: number;
}

/** What the table said, and of what. */
interface Judged extends Permission {
  readonly facts: Facts;
}

/** Passes an answer on, and tells who it is from. */
const settling =
  (request: GateRequest, { whereIs = () => undefined, profile }: GateOptions) =>
  (given: GateAnswer, { facts }: Judged, by?: DecidedBy, waited?: number): GateAnswer => {
    const { onDecided, signal, verdict } = request;
    if (!onDecided || given.is === 'rewritten' || signal.aborted) return given;
    const box = () => profile?.({ mode: facts.mode, hook: verdict.sandbox }).profile ?? 'off';
    const table = byTable({ facts, hooks: verdict.decidedBy, profile: box, whereIs });
    onDecided({
      answer: given.is === 'allowed' ? 'yes' : 'no',
      row: table.row,
      by: by ?? table.by,
      ...(waited === undefined ? {} : { waited }),
      ...(given.is === 'refused' && given.unanswered ? { unanswered: true } : {}),
    });
    return given;
  };

const lookOf = ({ tool, input, place }: GateRequest, options: GateOptions): Look =>
  lookAt({ tool, input, place: place ?? options.place(), readable: options.readable });

async function settle(request: GateRequest, look: Look, options: GateOptions): Promise<Settled> {
  const now = decide(request, look, options);
  if (now.answer !== 'ask') return { given: answered(now), now };
  const text = await whyFails(request, look, options);
  if (text !== undefined) return { given: { is: 'refused', who: 'nobody', text, why: text }, now };
  const ms = stopwatch();
  let lasts: Kept = {};
  const { scopes } = options.keeper;
  const keep: Keeper['keep'] = async (rule, scope) => {
    const kept = await options.keeper.keep(rule, scope);
    lasts = { lasting: lasts.lasting ? `${lasts.lasting}, ${rule}` : rule };
    return kept;
  };
  const grant: GateOptions['grant'] = (given) => {
    options.grant(given);
    // Whoever accepts a plan says no more than yes: every plan is asked about.
    if (given.mode !== undefined && !request.tool.onlyUser) lasts = { mode: given.mode };
  };
  const offer = offerFor(request, look, options);
  const asked = { ...options, grant, request, look, now, offer, keeper: { scopes, keep } };
  const given = await askUser(asked);
  const by = byPerson(given, lasts);
  return { given, now, by, ...(by ? { waited: Math.round(ms()) } : {}) };
}

/** By the table, with what is in force now; `other` is tried in its place. */
const decide = (
  { verdict, mode: own, allow = [] }: GateRequest,
  look: Look,
  { rules, mode, confirm, profile, isolates }: GateOptions,
  { rules: given = rules(), mode: asked = mode(), ...other }: Partial<InForce> = {},
): Judged => {
  const inForce = own === undefined ? asked : stricterMode(asked, own);
  const facts = look.facts({
    rules: allow.length === 0 ? given : { ...given, allow: [...given.allow, ...allow] },
    mode: inForce,
    verdict: verdict.decision,
    canAsk: confirm !== undefined,
    ...(profile
      ? { sandbox: (outside) => profile({ mode: inForce, hook: verdict.sandbox, outside }) }
      : {}),
    ...(isolates ? { isolates } : {}),
    ...other,
  });
  return { ...decidePermission(facts), facts };
};

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

function answered({ answer, by, why, sandbox, toAgent, unanswered }: Permission): GateAnswer {
  if (answer === 'yes') return { is: 'allowed', ...(sandbox ? { sandbox } : {}) };
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
  const suggestions = suggestionsOf(offered, acceptsEdits, options.keeper.scopes);
  return { ...offered, suggestions };
};

/** Whether a call would run unasked if the user had given these rules. */
const settles =
  (request: GateRequest, look: Look, options: GateOptions): Settles =>
  (...given) => {
    const { allow, ...rest } = options.rules();
    const rules = { ...rest, allow: [...allow, ...given] };
    return decide(request, look, options, { rules }).answer === 'yes';
  };
