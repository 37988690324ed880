import type { AnthropicProvider } from '@ai-sdk/anthropic';
import { asFetch } from '../send/as-fetch.ts';
import type { Send } from '../send/send.ts';
import type { Endpoint, Protocol } from './endpoint.ts';

/** One model as its provider's library offers it. */
export type ProviderModel = ReturnType<AnthropicProvider>;

/** The libraries are large: they are loaded when the first request is made, not at start-up. */
export function openEndpoint(endpoint: Endpoint, send: Send): Promise<ProviderModel> {
  return OPEN[endpoint.protocol](endpoint, send);
}

const OPEN: Readonly<Record<Protocol, (at: Endpoint, send: Send) => Promise<ProviderModel>>> = {
  anthropic: async ({ model, baseUrl, key, token }, send) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    const auth = token ? { authToken: token } : { apiKey: key ?? '' };
    const fetch = asFetch(withoutBetas(send));
    return createAnthropic({ baseURL: baseUrl, fetch, ...auth })(model);
  },
  openai: async ({ model, baseUrl, key }, send) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const auth = key ? { apiKey: key } : {};
    const options = { name: 'openai', baseURL: baseUrl, fetch: asFetch(send), ...auth };
    return createOpenAICompatible({ ...options, includeUsage: true })(model);
  },
};

/** The library asks for trials that we make no use of, and gateways refuse those they do not know. */
function withoutBetas(send: Send): Send {
  return (request) => {
    const { 'anthropic-beta': _, ...headers } = request.headers;
    return send({ ...request, headers });
  };
}
