import type { Endpoint, Local } from '../provider/endpoint.ts';
import type { ProviderModel } from '../provider/open-endpoint.ts';
import { asFetch } from '../send/as-fetch.ts';
import type { Send } from '../send/send.ts';
import { address, bearer, type Provider, settingOf } from './provider.ts';

/** What sets a server that speaks OpenAI's chat completions apart. */
interface Compatible {
  readonly name: string;
  readonly title: string;
  readonly variables: { readonly key?: string; readonly address: string };
  readonly needs: string;
  readonly local?: Local;
  /** Whether its address is given without the version. */
  readonly withoutVersion?: boolean;
}

/** A server that speaks chat completions: with an address it is there, a key is rarely needed. */
export function compatible(row: Compatible): Provider {
  const { name, variables, local, withoutVersion } = row;
  return {
    ...row,
    find: (env, model) => {
      const given = settingOf(env, variables.address);
      if (given === undefined) return undefined;
      const whole = /^\w+:\/\//.test(given) ? given : `http://${withPort(given, local)}`;
      const base = address({ [variables.address]: whole }, variables.address, '');
      if (!base.ok) return base.problem;
      return {
        ...{ provider: name, protocol: 'chat', model },
        baseUrl: withoutVersion ? `${base.url.replace(/\/v1$/, '')}/v1` : base.url,
        key: variables.key ? settingOf(env, variables.key) : undefined,
        checks: {
          ...{ key: variables.key ?? variables.address, address: variables.address },
          ...(local ? { start: row.needs } : {}),
        },
      };
    },
    open: openCompatible,
    list: bearer,
    ...(local ? { local } : {}),
  };
}

/** Ollama's own variable is often a bare host, or the address that it listens on. */
function withPort(host: string, local: Local | undefined): string {
  const reached = host.replace(/^0\.0\.0\.0(?=:|$)/, '127.0.0.1');
  const port = local && /^[^:/]+$/.test(host) ? `:${new URL(local.address).port}` : '';
  return `${reached}${port}`;
}

export async function openCompatible(at: Endpoint, send: Send): Promise<ProviderModel> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const { model, provider, baseUrl: baseURL, key, headers } = at;
  return createOpenAICompatible({
    ...{ name: provider, baseURL, fetch: asFetch(send), includeUsage: true },
    ...(key ? { apiKey: key } : {}),
    ...(headers ? { headers } : {}),
  })(model);
}
