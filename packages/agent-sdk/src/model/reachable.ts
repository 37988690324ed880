import type { ProviderSettings } from '@wavehooks/settings';
import type { Model } from '../vocabulary/model.ts';
import type { Endpoint } from './provider/endpoint.ts';
import { authorized, getJson } from './provider/get-json.ts';
import { keyFrom } from './provider/key-command.ts';
import { configured, type ReadyProvider } from './providers/configured.ts';
import { atHome } from './providers/provider.ts';
import { type ResolveOptions, resolveModel } from './resolve.ts';
import { proxiedSend } from './send/proxy.ts';

/** A provider as this environment and these settings have it. */
export interface ReachedProvider {
  readonly name: string;
  readonly title: string;
  /** Names of models, with the provider's in front. Undefined: it cannot list them. */
  readonly models?: readonly string[] | undefined;
  /** Why it cannot be used, or could not be asked. */
  readonly problem?: string | undefined;
  /** What to set for it; undefined where nothing is missing. */
  readonly needs?: string | undefined;
}

/** Like `resolveModel`; if nothing is named and no key is there, a server on this machine does. */
export async function resolveAnyModel(
  options: ResolveOptions,
  signal: AbortSignal = AbortSignal.timeout(PATIENCE_MS),
): Promise<Model | string> {
  const resolved = resolveModel(options);
  if (typeof resolved !== 'string' || isNamed(options)) return resolved;
  const providers = configured(options.settings?.providers);
  const running = await Promise.all(providers.map((one) => localModels(one, options, signal)));
  const model = running.flatMap((models) => models ?? [])[0];
  return model ? resolveModel({ ...options, model }) : resolved;
}

const PATIENCE_MS = 5_000;

const isNamed = ({ model, env, settings }: ResolveOptions): boolean =>
  Boolean(model || env['WAVE_MODEL'] || settings?.model);

/** The model that a provider gives if only the provider is named. */
export const defaultModelOf = (
  name: string,
  settings?: Readonly<Record<string, ProviderSettings>>,
): string | undefined => configured(settings).find((one) => one.name === name)?.model;

/** All providers, with the models of those that can be reached. */
export async function reachProviders(
  options: ResolveOptions,
  signal: AbortSignal,
): Promise<readonly ReachedProvider[]> {
  const providers = configured(options.settings?.providers);
  return Promise.all(providers.map((provider) => reach(provider, options, signal)));
}

async function reach(
  provider: ReadyProvider,
  options: ResolveOptions,
  signal: AbortSignal,
): Promise<ReachedProvider> {
  const { name, row } = provider;
  const about = { name, title: row.title };
  if (row.local) {
    const models = await localModels(provider, options, signal);
    return models ? { ...about, models } : { ...about, needs: provider.needs };
  }
  const found = provider.find(options.env, provider.model ?? 'unnamed');
  if (found === undefined) return { ...about, needs: provider.needs };
  if (typeof found === 'string') return { ...about, problem: found };
  try {
    return { ...about, models: await listed(provider, found, options, signal) };
  } catch (error) {
    return { ...about, problem: `its models could not be listed (${(error as Error).message})` };
  }
}

/**
 * The models of a server on this machine; undefined if it does not run. At its usual address it has to show that it
 * is no other program; at one that the user names, it is what the user says.
 */
export async function localModels(
  provider: ReadyProvider,
  { env }: ResolveOptions,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const { local } = provider.row;
  if (!local) return undefined;
  const endpoint = provider.find(atHome(provider.row, env), 'any');
  if (typeof endpoint !== 'object') return undefined;
  try {
    const headers = { ...endpoint.headers, ...authorized(endpoint) };
    const get = getJson(proxiedSend(env), signal, headers);
    const root = endpoint.baseUrl.replace(/\/v1$/, '');
    if (root === local.address) await get(root + local.sign);
    return await listed(provider, endpoint, { env }, signal);
  } catch {
    return undefined;
  }
}

async function listed(
  { name, row }: ReadyProvider,
  endpoint: Endpoint,
  { env }: Pick<ResolveOptions, 'env'>,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const { keyCommand, headers = {} } = endpoint;
  const key = keyCommand ? await keyFrom(keyCommand, signal) : endpoint.key;
  const request = row.list?.({ ...endpoint, key });
  if (!request) return undefined;
  const all = { ...headers, ...request.headers };
  const answer = (await getJson(proxiedSend(env), signal, all)(request.url)) as Listing;
  const names = [...(answer.data ?? []), ...(answer.models ?? [])].map((one) => one.id ?? one.name);
  return names.flatMap((one) => (one ? [`${name}/${one.replace(/^models\//, '')}`] : [])).sort();
}

/** As OpenAI and those who follow it list models, and as Gemini does. */
interface Listing {
  readonly data?: readonly { readonly id?: string; readonly name?: string }[];
  readonly models?: readonly { readonly id?: string; readonly name?: string }[];
}
