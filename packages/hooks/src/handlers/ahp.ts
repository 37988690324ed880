import { hookEnvironment, stopwatch } from '@wavehooks/process';
import { freshId } from '@wavehooks/process/files';
import { acceptResponse } from '../ahp/accept.ts';
import type { AhpState } from '../ahp/protocol.ts';
import { AHP_MOMENTS, eventOf, interception, observation } from '../ahp/request.ts';
import { signalsOf } from '../ahp/signals.ts';
import type { HandlerSpec } from '../entries/entry.ts';
import type { EventName } from '../vocabulary/events.ts';
import { describe, type HookEnding } from '../vocabulary/outcome.ts';
import { optional } from '../vocabulary/shape.ts';
import { mayCall } from '../web/may-call.ts';
import { type Handler, type Job, parseInput, type Raw } from './handler.ts';
import { httpFault, shownUrl } from './http-fields.ts';
import { programOf, shellFault, shellRuns, shownShell } from './shell-fields.ts';

export interface AhpSpec extends HandlerSpec {
  readonly type: 'ahp';
  readonly to: { readonly url: string } | { readonly command: string; readonly args: string[] };
  readonly tokenEnv?: string;
  /** It is only told. */
  readonly observes: boolean;
  readonly shuts: boolean;
}

const FIELDS = {
  url: optional('text', 'ahp: the address of the server; only https, or this machine'),
  command: optional('text', 'ahp: a program that reads one request from stdin, in place of `url`'),
  args: optional('texts', 'ahp: its arguments'),
  tokenEnv: optional('text', 'ahp: the variable with the token for `url`'),
};

/** A server of the Agent Hooks Protocol. All of an event are one chain: each sees what the one before made of it. */
export const ahp: Handler<AhpSpec, typeof FIELDS> = {
  type: 'ahp',
  fields: FIELDS,
  from: 'settings',
  check: (raw, event) => wayFault(raw) ?? policyFault(raw) ?? momentFault(event),
  read: (raw) => ({
    type: 'ahp',
    to:
      raw['url'] == null
        ? { command: raw['command'] as string, args: (raw['args'] ?? []) as string[] }
        : { url: raw['url'] as string },
    ...(raw['tokenEnv'] == null ? {} : { tokenEnv: raw['tokenEnv'] as string }),
    observes: raw['async'] === true || raw['asyncRewake'] === true,
    shuts: raw['onError'] === 'block' || raw['onFailure'] === 'block',
  }),
  label: ({ url, command }) => (typeof url === 'string' ? shownUrl(url) : (command as string)),
  shows: ({ to, tokenEnv }) =>
    'url' in to ? `${shownUrl(to.url)}${tokenEnv ? ` ($${tokenEnv})` : ''}` : shownShell(to),
  runs: ({ to }) => ('url' in to ? undefined : shellRuns(to)),
  beyond: ({ to }) =>
    'url' in to ? 'asks a server, and no approval covers what that server does' : undefined,
  refusal: ({ to }, allowed) => {
    if (!('url' in to)) return undefined;
    const may = mayCall(new URL(to.url), allowed);
    return 'refused' in may ? may.refused : undefined;
  },
  identity: ({ to, tokenEnv }) => JSON.stringify([to, tokenEnv]),
  called: 'an AHP server',
  startsProcess: true,
  exits: false,
  inOrder: true,
  run: async (spec, job) => {
    const input = parseInput(job);
    const moment = AHP_MOMENTS[input.hook_event_name];
    if (!moment) throw new Error(momentFault(input.hook_event_name));
    const event = eventOf(moment, input as unknown as Raw, freshId());
    const chain = (job.chain.get('ahp') as Chain | undefined) ?? FIRST;
    if (!moment.offers || spec.observes || chain.isSettled)
      return observed(spec, await send(spec, job, observation(event), [202, 204]));
    const request = interception(event, moment.offers(input as unknown as Raw), chain.state);
    const ending = await send(spec, job, request, [200]);
    const isWhole = ending.outcome.is === 'exit' && ending.outcome.code === 0;
    const accepted = isWhole ? acceptResponse(ending.stdout, request) : undefined;
    if (!accepted || 'fault' in accepted) {
      job.chain.set('ahp', { ...chain, isSettled: spec.shuts });
      return failed(ending, accepted?.fault);
    }
    const { state } = accepted;
    const isSettled = state.permission === 'deny' || state.flow === 'stop';
    job.chain.set('ahp', { state, isSettled });
    return { ...ending, signals: signalsOf(input.hook_event_name, accepted, event.tool?.input) };
  },
};

/** What the servers of one event came to so far; once settled, the others are only told. */
interface Chain {
  readonly state: AhpState;
  readonly isSettled: boolean;
}

const FIRST: Chain = { state: { permission: 'none', candidate: null }, isSettled: false };

const wayFault = (raw: Raw): string | undefined => {
  if ((raw['url'] == null) === (raw['command'] == null))
    return 'expected either "url" or "command"';
  return raw['url'] == null ? shellFault({ ...raw, args: raw['args'] ?? [] }) : httpFault(raw);
};

/** The protocol has no default for either: nobody may get one by accident. */
const policyFault = (raw: Raw): string | undefined => {
  if (raw['onError'] == null && raw['onFailure'] == null && raw['async'] !== true)
    return '"onError": expected "block" or "continue"; this type of hook has no default';
  return raw['timeout'] == null
    ? '"timeout": expected seconds; this type of hook has no default'
    : undefined;
};

const momentFault = (event: EventName): string | undefined =>
  AHP_MOMENTS[event] ? undefined : `the Agent Hooks Protocol has no event for ${event}`;

async function send(
  { to, tokenEnv }: AhpSpec,
  job: Job,
  message: object,
  statuses: readonly number[],
): Promise<HookEnding> {
  const body = Buffer.from(`${JSON.stringify(message)}\n`);
  const { timeoutMs, maxBytes, signal } = job;
  const ms = stopwatch();
  if (!('url' in to)) {
    const env = hookEnvironment(job.env, job.projectDir, undefined, job.plugin);
    const program = { ...programOf(to, env), cwd: job.cwd, env, stdin: body };
    return job.start({
      ...program,
      timeoutMs,
      maxBytes,
      signal,
      extra: undefined,
      sandbox: undefined,
    }).ended;
  }
  const token = tokenEnv === undefined ? undefined : job.env[tokenEnv];
  if (tokenEnv !== undefined && !token)
    return {
      ...{ outcome: { is: 'start', error: `the variable ${tokenEnv} is not set` } },
      ...{ stdout: '', stderr: '', ms: ms() },
    };
  return job.web.post({
    url: new URL(to.url),
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...{ body, timeoutMs, maxBytes, signal },
    takes: (status) => statuses.includes(status),
  });
}

/** An answer that does not count as a whole does not count at all, whatever the exit code says. */
function failed(ending: HookEnding, fault: string | undefined): HookEnding {
  const { outcome } = ending;
  if (fault !== undefined) return { ...ending, outcome: { is: 'lost', error: fault } };
  return outcome.is === 'exit'
    ? { ...ending, outcome: { is: 'lost', error: `it ${describe(outcome)}` } }
    : ending;
}

/** Whoever is only told can decide nothing, be it by failing. */
function observed({ to }: AhpSpec, ending: HookEnding): HookEnding {
  const { outcome } = ending;
  if (outcome.is === 'exit' && outcome.code === 0) return { ...ending, signals: [] };
  const who = 'url' in to ? shownUrl(to.url) : to.command;
  const text = `${who} could not be told: it ${describe(outcome)}`;
  return { ...ending, signals: [{ is: 'failure', text, named: true }] };
}
