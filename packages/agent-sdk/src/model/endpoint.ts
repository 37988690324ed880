import type { LanguageModel } from 'ai';

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

/** The libraries are large: they are loaded when the first request is made, not at start-up. */
export async function loadLibrary(): Promise<typeof import('ai')> {
  // Its warnings would be printed into the middle of what the user reads.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  return import('ai');
}

export function openEndpoint(
  endpoint: Endpoint,
  fetch: typeof globalThis.fetch,
): Promise<LanguageModel> {
  return OPEN[endpoint.protocol](endpoint, fetch);
}

const OPEN: Readonly<
  Record<Protocol, (at: Endpoint, fetch: typeof globalThis.fetch) => Promise<LanguageModel>>
> = {
  anthropic: async ({ model, baseUrl, key, token }, fetch) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    const auth = token ? { authToken: token } : { apiKey: key ?? '' };
    return createAnthropic({ baseURL: baseUrl, fetch: withoutBetas(fetch), ...auth })(model);
  },
  openai: async ({ model, baseUrl, key }, fetch) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const auth = key ? { apiKey: key } : {};
    const name = 'openai';
    return createOpenAICompatible({ name, baseURL: baseUrl, fetch, includeUsage: true, ...auth })(
      model,
    );
  },
};

/** The library asks for trials that we make no use of, and gateways refuse those they do not know. */
function withoutBetas(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers);
    headers.delete('anthropic-beta');
    return fetch(input, { ...init, headers });
  };
}
