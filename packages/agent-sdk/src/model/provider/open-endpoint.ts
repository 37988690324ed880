import type { AnthropicProvider } from '@ai-sdk/anthropic';
import type { Send } from '../send/send.ts';
import type { Endpoint } from './endpoint.ts';

/** One model as its provider's library offers it. */
export type ProviderModel = ReturnType<AnthropicProvider>;

/** Loads the library of a provider and gives the model. */
export type OpenEndpoint = (at: Endpoint, send: Send) => Promise<ProviderModel>;
