import type { EventName, Raw } from '../vocabulary/events.ts';
import { isObject } from '../vocabulary/shape.ts';
import type { AhpCapabilities, AhpEvent, AhpRequest, AhpState } from './protocol.ts';

/** A moment of ours in the protocol's words; `offers` is absent where a backend can only look on. */
export interface Moment {
  readonly type: string;
  readonly offers?: (input: Raw) => AhpCapabilities;
  readonly fields: (input: Raw) => Raw;
}

const CONTEXT = { context: { append: true, deliverAt: ['now', 'next_turn'] } };
const STOP = { operations: ['stop'] };

const call = ({ tool_use_id: id, tool_name, tool_input: input, tool_kind: kind }: Raw): Raw => {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/s.exec(String(tool_name)) ?? [];
  const origin =
    server === undefined ? { origin: 'native' } : { origin: 'mcp', mcp: { server, tool } };
  return { call: { id }, path: 'native', tool: { name: tool_name, kind, input, ...origin } };
};

const text = (role: string, said: unknown): Raw => ({
  role,
  parts: [{ type: 'text', text: said }],
});

const outcomeOf = (response: unknown): Raw =>
  isObject(response) && response['success'] === false
    ? { outcome: 'error', error: { class: 'tool', message: String(response['output'] ?? '') } }
    : { outcome: 'ok' };

/** THE TABLE: which moment is which event of the protocol, and what can be enforced there. */
export const AHP_MOMENTS: { readonly [E in EventName]?: Moment } = {
  PreToolUse: {
    type: 'tool.before',
    offers: () => ({
      effects: ['deny', 'allow', 'ask', 'modify', 'message', 'return', 'flow', 'inject'],
      modify: { input: { replace: true, merge: true } },
      flow: STOP,
      inject: CONTEXT,
    }),
    fields: call,
  },
  PermissionRequest: {
    type: 'tool.permission.request',
    offers: () => ({ effects: ['deny', 'allow', 'message', 'flow'], flow: STOP }),
    fields: (input) => ({
      ...call(input),
      suggestions: { rules: input['permission_suggestions'] ?? [] },
      sandboxBypass: false,
    }),
  },
  PostToolUse: {
    type: 'tool.after',
    offers: () => ({ effects: ['message', 'flow', 'inject'], flow: STOP, inject: CONTEXT }),
    fields: (input) => ({
      ...call(input),
      ...outcomeOf(input['tool_response']),
      execution: { status: 'executed' },
      items: [text('tool', JSON.stringify(input['tool_response']))],
    }),
  },
  UserPromptSubmit: {
    type: 'user.message.inbound',
    offers: () => ({ effects: ['deny', 'message', 'flow', 'inject'], flow: STOP, inject: CONTEXT }),
    fields: ({ prompt }) => ({ items: [text('user', prompt)] }),
  },
  Stop: {
    type: 'turn.finish.before',
    offers: ({ stop_hook_count: count, stop_hook_limit: limit }) => ({
      effects: ['message', 'flow'],
      flow: {
        operations: ['stop', 'continue'],
        continuationCount: Number(count ?? 0),
        remainingContinuations: Math.max(0, Number(limit ?? 0) - Number(count ?? 0)),
      },
    }),
    fields: ({ stop_hook_count: count, last_assistant_message: said, prompt_id: id }) => ({
      turn: { id: id ?? 'turn', ...(id === undefined ? { synthesized: true } : {}) },
      outcome: 'completed',
      continuationCount: Number(count ?? 0),
      items: said === undefined ? [] : [text('assistant', said)],
    }),
  },
  SessionStart: {
    type: 'session.start',
    offers: () => ({ effects: ['message', 'inject'], inject: CONTEXT }),
    fields: ({ source, permission_mode: permissionMode }) => ({
      ...{ trigger: source, permissionMode, harness: { name: 'wave' }, items: [] },
    }),
  },
  SessionEnd: {
    type: 'session.end',
    fields: ({ reason }) => ({ outcome: 'completed', reason }),
  },
  Notification: {
    type: 'user.attention',
    fields: ({ message, notification_type: kind }) => ({ kind, message }),
  },
  StopFailure: {
    type: 'model.error',
    fields: ({ error, error_details: message = '' }) => ({ error: { class: error, message } }),
  },
};

/** An event of ours for a backend. */
export function eventOf(moment: Moment, input: Raw, id: string): AhpEvent {
  const { session_id, cwd } = input;
  return {
    ...{ id, source: 'urn:wave', type: moment.type, time: new Date().toISOString() },
    session: { id: session_id, cwd },
    ...moment.fields(input),
  };
}

export const interception = (
  event: AhpEvent,
  capabilities: AhpCapabilities,
  state: AhpState,
): AhpRequest => ({
  jsonrpc: '2.0',
  id: event.id,
  method: 'hooks/intercept',
  params: { protocolVersion: 'draft', event, capabilities, state },
});

export const observation = (event: AhpEvent) => ({
  jsonrpc: '2.0',
  method: 'hooks/observe',
  params: { protocolVersion: 'draft', event },
});
