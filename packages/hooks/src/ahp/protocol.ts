import { type Fields, optional, required } from '../vocabulary/shape.ts';

/** The version of the Agent Hooks Protocol that is spoken here: a draft, and no other. */
export const AHP_VERSION = 'draft';

export type AhpEffect =
  | { readonly type: 'deny'; readonly reason: string }
  | { readonly type: 'allow' }
  | { readonly type: 'ask' }
  | {
      readonly type: 'modify';
      readonly target: string;
      readonly operation: 'replace' | 'merge';
      readonly value: unknown;
    }
  | { readonly type: 'message'; readonly text: string }
  | { readonly type: 'return'; readonly value: unknown }
  | { readonly type: 'flow'; readonly operation: 'stop'; readonly reason: string }
  | { readonly type: 'flow'; readonly operation: 'continue'; readonly instruction?: string }
  | {
      readonly type: 'inject';
      readonly target: 'context';
      readonly operation: 'append';
      readonly deliverAt: DeliverAt;
      readonly value: unknown;
    };

type DeliverAt = 'now' | 'next_turn';

/** What a host can enforce at one moment: a backend answers with nothing else. */
export interface AhpCapabilities {
  readonly effects: readonly string[];
  readonly modify?: Readonly<
    Record<string, { readonly replace?: boolean; readonly merge?: boolean }>
  >;
  readonly flow?: {
    readonly operations: readonly string[];
    readonly remainingContinuations?: number;
    readonly continuationCount?: number;
  };
  readonly inject?: {
    readonly context?: { readonly append?: boolean; readonly deliverAt?: readonly string[] };
  };
}

/** What the backends before this one made of the moment. */
export interface AhpState {
  readonly permission: 'none' | 'allow' | 'ask' | 'deny';
  /** An answer in the place of the tool. */
  readonly candidate: { readonly value: unknown } | null;
  readonly flow?: 'stop';
}

export interface AhpEvent {
  readonly id: string;
  readonly type: string;
  readonly tool?: { readonly input: Readonly<Record<string, unknown>> };
  readonly [field: string]: unknown;
}

export interface AhpRequest {
  readonly jsonrpc: '2.0';
  readonly id: string;
  readonly method: 'hooks/intercept';
  readonly params: {
    readonly protocolVersion: string;
    readonly event: AhpEvent;
    readonly capabilities: AhpCapabilities;
    readonly state?: AhpState;
  };
}

/** The fields of each effect; `flow` is named with its operation. What is not here, no effect has. */
export const EFFECT_FIELDS: Readonly<Record<string, Fields>> = {
  deny: {
    reason: required('text', 'why'),
    code: optional('text', 'the same for machines'),
    extensions: optional('object', 'what others made of it'),
  },
  allow: {},
  ask: {},
  modify: {
    target: required('text', 'what is changed'),
    operation: { ...required('text', 'how'), words: ['replace', 'merge'] },
    value: required('anything', 'the new value'),
  },
  message: { text: required('text', 'for the user') },
  return: { value: required('anything', 'the answer in the place of the tool') },
  'flow stop': { operation: required('text', 'stop'), reason: required('text', 'why') },
  'flow continue': {
    operation: required('text', 'continue'),
    instruction: optional('text', 'what there is left to do'),
  },
  inject: {
    target: { ...required('text', 'where'), words: ['context'] },
    operation: { ...required('text', 'how'), words: ['append'] },
    deliverAt: { ...required('text', 'when'), words: ['now', 'next_turn'] },
    value: required('anything', 'what is added'),
  },
};

/** JSON-RPC errors of the protocol. */
export const AHP_ERRORS = {
  unsupportedVersion: -32001,
  unsupportedEvent: -32002,
  unavailable: -32003,
  internal: -32004,
} as const;
