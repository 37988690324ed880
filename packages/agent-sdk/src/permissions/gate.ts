import { relative, resolve } from 'node:path';
import type { Verdict } from 'wave-hooks';
import { show } from 'wave-hooks/vocabulary';
import { Aborted, oneAtATime, unlessAborted } from '../base/wait.ts';
import { realPath } from '../files/paths.ts';
import { read } from '../tools/files/read-file.ts';
import type { AgentRef } from '../vocabulary/agent-ref.ts';
import type { Place, Tool } from '../vocabulary/tool.ts';
import { answerOf } from './answer-of.ts';
import type { Confirm, ConfirmRequest } from './confirm.ts';
import { decidePermission, type Permission } from './decide.ts';
import { type InForce, type Look, lookAt } from './facts/facts.ts';
import { offeredRule } from './offer-rule.ts';
import { readRule } from './rules/parse-rule.ts';
import type { PermissionMode, Rules } from './rules/rule.ts';

/** Asks whether a call may run, by the table and, where that says so, by the user. */
export type Gate = (request: GateRequest) => Promise<GateAnswer>;

export interface GateRequest {
  readonly tool: Tool;
  /** The id of the call. */
  readonly call: string;
  readonly input: Record<string, unknown>;
  /** What the model asked for, where a hook rewrote it. */
  readonly original?: Record<string, unknown>;
  readonly verdict: Verdict;
  readonly signal: AbortSignal;
  /** Why the call would fail; the tool's own look, made only where the user would be asked next. */
  readonly check?: () => Promise<string | undefined>;
  /** The subagent whose call it is, and where that is. */
  readonly agent?: AgentRef;
  readonly place?: Place;
}

export type GateAnswer =
  /** `fault` is what was wrong with the answer all the same; for the user. */
  | { readonly allowed: true; readonly fault?: string }
  /** Nobody said no: it would fail, so nobody was asked. */
  | { readonly allowed: false; readonly fails: true; readonly text: string }
  /** `by` is for the user; absent where the user said no. `tone` where it is more than a notice. */
  | {
      readonly allowed: false;
      readonly fails?: never;
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
  let open = 0;
  return async (request) => {
    const look = lookOf(request, options);
    const first = decide(request, look, options);
    if (first.answer !== 'ask') return answered(first);
    const waits = open > 0;
    open += 1;
    try {
      // Files may have become links while it waited for others.
      return await inTurn(() => settle(request, waits ? lookOf(request, options) : look, options));
    } finally {
      open -= 1;
    }
  };
}

const lookOf = ({ tool, input, place }: GateRequest, options: GateOptions): Look =>
  lookAt({ tool, input, place: place ?? options.place(), readable: options.readable });

async function settle(request: GateRequest, look: Look, options: GateOptions): Promise<GateAnswer> {
  const now = decide(request, look, options);
  if (now.answer !== 'ask') return answered(now);
  const text = await whyFails(request, look, options);
  return text === undefined
    ? askUser(request, look, now, options)
    : { allowed: false, fails: true, text };
}

/** By the table, with what is in force now; `other` is tried in its place. */
const decide = (
  { verdict }: GateRequest,
  look: Look,
  { rules, mode, confirm }: GateOptions,
  other: Partial<InForce> = {},
): Permission =>
  decidePermission(
    look.facts({
      rules: rules(),
      mode: mode(),
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
  if (answer === 'yes') return { allowed: true };
  const decided = why ?? by;
  return {
    allowed: false,
    by: unanswered ? `${decided}, and nobody was there to be asked` : decided,
    text: toAgent ?? 'This is not permitted.',
  };
}

async function askUser(
  request: GateRequest,
  look: Look,
  { by, why }: Permission,
  options: GateOptions,
): Promise<GateAnswer> {
  const { tool, call, input, original, verdict, signal, agent } = request;
  if (signal.aborted) return { allowed: false, text: 'Interrupted.' };
  const rule = offeredRule(request, look, settles(request, look, options));
  const answer = await answerOf(options.confirm, {
    tool: tool.name,
    call,
    input,
    ...(original ? { original } : {}),
    ...linksOf(look),
    by: (why === undefined ? askerOf(verdict) : undefined) ?? by,
    ...(agent ? { agent } : {}),
    ...(rule === undefined ? {} : { rule }),
    reasons: [
      ...(why === undefined ? [] : [why]),
      ...verdict.toUser.filter(({ tone }) => tone === 'info').map(({ text }) => text),
    ],
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

/** What is asked about is the file, not its name. */
function linksOf({ files, place: { projectDir } }: Look): Pick<ConfirmRequest, 'links'> {
  const root = realPath(projectDir) ?? projectDir;
  const links = files
    .filter(({ path, real }) => ![path, resolve(root, relative(projectDir, path))].includes(real))
    .map(({ path, real, inside }) => ({ path, real, inside }));
  return links.length === 0 ? {} : { links };
}

/** A rule that means nothing is not kept, and whoever gave it is told. */
function remember(given: unknown, keep: (rule: string) => void): GateAnswer {
  const { rule, fault } = readRule(given);
  if (fault === undefined) {
    keep(rule);
    return { allowed: true };
  }
  return {
    allowed: true,
    fault: `confirm answered "always" with the rule ${show(given)}, which was not kept: ${fault}. The call runs this once.`,
  };
}

/** Which hooks want the user asked; undefined where a rule or the mode does. */
function askerOf({ decision, decidedBy }: Verdict): string | undefined {
  const names = new Set(decidedBy);
  if (decision !== 'ask' || names.size === 0) return undefined;
  return `${names.size === 1 ? 'the hook' : 'the hooks'} ${[...names].join(', ')}`;
}

/** Whether a call would run unasked if the user had given this rule. */
const settles = (request: GateRequest, look: Look, options: GateOptions) => (rule: string) => {
  const { allow, ...rest } = options.rules();
  const rules = { ...rest, allow: [...allow, rule] };
  return decide(request, look, options, { rules }).answer === 'yes';
};
