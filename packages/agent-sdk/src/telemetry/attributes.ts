import type { Attributes } from '@opentelemetry/api';
import type { DecidedBy } from '@wavehooks/settings/log';
import type { ServerAddress } from '../base/server-address.ts';
import type { AgentEvent, Ended, RequestFacts } from '../conversation/agent-event.ts';
import type { ToolPatch } from '../conversation/conversation.ts';
import type { FinishReason, Usage } from '../vocabulary/model.ts';

// What events of an agent are called in the conventions of OpenTelemetry for generative AI, and beside those,
// under `wave.`, what these have no name for.

export type Of<K extends AgentEvent['is']> = Extract<AgentEvent, { is: K }>;
export type Redact = (text: string) => string;

/** Answers of models end for these reasons, in the words of the conventions. */
const REASONS: Readonly<Record<FinishReason, string>> = {
  stop: 'stop',
  calls: 'tool_call',
  length: 'length',
  refusal: 'content_filter',
  pause: 'pause',
  other: 'other',
};

export const finishReason = (reason: FinishReason): string => REASONS[reason];

/** Who a request goes to; of a model of the host's own nobody knows. */
export const providerOf = ({ provider = 'custom' }: { readonly provider?: string }) => provider;

export const modelIdentity = (event: RequestFacts): Attributes => ({
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': providerOf(event),
  'gen_ai.request.model': event.model,
});

/** What its span and its metrics say of a request. */
export const requestIdentity = (event: RequestFacts): Attributes => ({
  ...modelIdentity(event),
  ...(event.ended === 'done'
    ? { 'gen_ai.response.model': event.response?.model ?? event.model }
    : {}),
  ...addressAttributes(event.server),
});

export const addressAttributes = (at: ServerAddress | undefined): Attributes =>
  at === undefined ? {} : { 'server.address': at.address, 'server.port': at.port };

export const requestAttributes = (event: RequestFacts): Attributes => ({
  ...requestIdentity(event),
  'gen_ai.request.stream': true,
  ...(event.ended === 'done'
    ? { 'gen_ai.response.finish_reasons': [finishReason(event.reason)] }
    : {}),
  ...(event.response?.id === undefined ? {} : { 'gen_ai.response.id': event.response.id }),
  ...(event.response?.firstChunkMs === undefined
    ? {}
    : { 'gen_ai.response.time_to_first_chunk': event.response.firstChunkMs / 1000 }),
  ...usageAttributes(event.usage),
  ...(event.cost === undefined ? {} : { 'wave.cost': event.cost }),
  ...errorOf(event),
});

/** What went wrong, in a word; nothing where the user ended it. */
export const errorOf = ({ error, ended }: Pick<RequestFacts, 'error' | 'ended'>): Attributes =>
  ended === 'done' ? {} : { 'error.type': ended === 'aborted' ? 'cancelled' : (error ?? 'other') };

const usageAttributes = (usage: Usage): Attributes => ({
  'gen_ai.usage.input_tokens': usage.inputTokens,
  'gen_ai.usage.output_tokens': usage.outputTokens,
  'gen_ai.usage.cache_read.input_tokens': usage.cachedTokens,
  'gen_ai.usage.cache_creation.input_tokens': usage.cacheWriteTokens,
});

/** Ends of a turn that are faults; the others are what the user, a hook or the model wanted. */
const FAULTS: ReadonlySet<Ended> = new Set([
  'failed',
  'invalid-output',
  'turn-limit',
  'stop-limit',
]);

export const isFault = (ended: Ended): boolean => FAULTS.has(ended);

export const turnAttributes = ({ result }: Of<'ended'>): Attributes => ({
  'wave.turn.ended': result.ended,
  'wave.turn.requests': result.requests,
  ...usageAttributes(result.usage),
  ...(result.cost === undefined ? {} : { 'wave.cost': result.cost }),
  ...(isFault(result.ended) ? { 'error.type': result.ended } : {}),
});

/** A tool of an MCP server is called by a name of the server's and one of its own. */
const SERVED = /^mcp__(.+?)__(.+)$/;

export function toolAttributes(
  { call, tool }: Of<'calling'>,
  redact: Redact,
  aboutServer: Attributes = {},
): Attributes {
  const [, server, own] = SERVED.exec(tool) ?? [];
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': redact(tool),
    'gen_ai.tool.call.id': call,
    'gen_ai.tool.type': server === undefined ? 'function' : 'extension',
    ...(server === undefined
      ? {}
      : {
          ...aboutServer,
          'mcp.method.name': 'tools/call',
          'wave.mcp.server': redact(server),
          'wave.mcp.tool': redact(own ?? ''),
        }),
  };
}

/** Why a call did not run, in a word. */
const NOT_RUN = { hook: 'blocked', user: 'declined', wave: 'denied' } as const;

/** What went wrong with a call, in a word: the tool failed, or it did not run. */
export function callError({ success, by, refused }: ToolPatch): Attributes {
  if (success !== false) return {};
  const isRun = by === undefined && refused === undefined;
  return { 'error.type': isRun ? 'tool_error' : NOT_RUN[by ?? 'wave'] };
}

/** Whether a call may run, who said so, and where that stands. */
export const decisionAttributes = (event: Of<'decision'>, redact: Redact): Attributes => ({
  'wave.decision': event.answer === 'yes' ? 'allow' : 'deny',
  'wave.decision.row': event.row,
  'wave.decision.source': event.by.is,
  ...byAttributes(event.by, redact),
  ...(event.waited === undefined ? {} : { 'wave.decision.waited': event.waited / 1000 }),
  ...(event.unanswered ? { 'wave.decision.unanswered': true } : {}),
});

function byAttributes(by: DecidedBy, redact: Redact): Attributes {
  switch (by.is) {
    case 'rule':
      return {
        'wave.decision.rule': redact(by.rule),
        'wave.decision.list': by.list,
        ...(by.where === undefined ? {} : { 'wave.decision.rule.source': redact(by.where) }),
      };
    case 'hook':
      return { 'wave.decision.hook': redact(by.hook) };
    case 'person':
      return {
        ...(by.lasting === undefined ? {} : { 'wave.decision.rule': redact(by.lasting) }),
        ...(by.mode === undefined ? {} : { 'wave.decision.mode': by.mode }),
      };
    case 'mode':
      return { 'wave.decision.mode': by.mode };
    case 'sandbox':
      return { 'wave.decision.sandbox': by.profile };
    default:
      return {};
  }
}
