export type Protocol = 'anthropic' | 'openai';

/** Where a model is and how to speak to it. */
export interface Endpoint {
  readonly protocol: Protocol;
  /** The model's name as the provider knows it. */
  readonly model: string;
  /** With the version, e.g. `https://api.anthropic.com/v1`. */
  readonly baseUrl: string;
  readonly key?: string | undefined;
  /** Sent as a bearer token in place of the key; for gateways. Anthropic only. */
  readonly token?: string | undefined;
}
