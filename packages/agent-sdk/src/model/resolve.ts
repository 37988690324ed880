import type { ProviderSettings } from '@wavehooks/settings';
import type { Price } from '../usage/prices.ts';
import type { Model } from '../vocabulary/model.ts';
import { factsOf } from '../vocabulary/model-facts.ts';
import { keyFault } from './key-fault.ts';
import { createPracticeModel, PRACTICE } from './practice/practice-model.ts';
import { type Endpoint, typeOf } from './provider/endpoint.ts';
import { createModel, type ModelConfig, modelId } from './provider/provider.ts';
import { configured, type ReadyProvider } from './providers/configured.ts';
import { atHome, type Environment } from './providers/provider.ts';

export interface ResolveOptions {
  /** What the user named: `--model`. Wins over WAVE_MODEL, which wins over the settings. */
  readonly model?: string | undefined;
  readonly env: Environment;
  readonly settings?: ModelSettings | undefined;
  readonly onRetry?: ModelConfig['onRetry'];
  /** Whether the practice model would do where no other can be had; true by default. */
  readonly practiceWouldDo?: boolean;
}

export interface ModelSettings {
  readonly model?: string | undefined;
  readonly providers?: Readonly<Record<string, ProviderSettings>> | undefined;
}

/** A model that can be asked, and who serves it. */
export interface Resolved {
  readonly provider: ReadyProvider;
  readonly endpoint: Endpoint;
}

/** The model that was asked for, or a text that says what is missing and what to do. */
export function resolveModel(options: ResolveOptions): Model | string {
  const { env, onRetry } = options;
  if (wantedOf(options) === PRACTICE) return createPracticeModel();
  const resolved = resolveEndpoint(options);
  if (typeof resolved === 'string') return resolved;
  const { provider, endpoint } = resolved;
  const own = provider.facts(endpoint.model);
  // How much of a model's window a local server uses, it says itself.
  const window = provider.row.local ? { window: undefined } : {};
  const facts = { ...factsOf(endpoint.model), ...window, ...own };
  return createModel({
    ...endpoint,
    open: provider.row.open,
    local: provider.row.local,
    facts,
    cache: facts.cache,
    maxOutputTokens: own.output,
    env,
    onRetry,
  });
}

/** What the settings say that models of their providers cost, by the models' ids. */
export const ownPrices = (providers: ModelSettings['providers'] = {}): Record<string, Price> =>
  Object.fromEntries(
    Object.entries(providers).flatMap(([name, { models = {} }]) =>
      Object.entries(models).flatMap(([model, { price }]) =>
        price ? [[modelId(name, model), price]] : [],
      ),
    ),
  );

/** Where the model is that was asked for, or a text that says what to do. */
export function resolveEndpoint(options: ResolveOptions): Resolved | string {
  const { env, settings, practiceWouldDo = true } = options;
  const wanted = wantedOf(options);
  const providers = configured(settings?.providers);
  const found = place(wanted, providers, env, practiceWouldDo ? OR_PRACTICE : '');
  if (typeof found === 'string') return found;
  return keyFault(found.endpoint) ?? found;
}

const wantedOf = ({ model, env, settings }: ResolveOptions): string =>
  (model || env['WAVE_MODEL'] || settings?.model || '').trim();

function place(
  wanted: string,
  providers: readonly ReadyProvider[],
  env: Environment,
  otherwise: string,
): Resolved | string {
  const named = providers.find(({ name }) => wanted.startsWith(`${name}/`));
  if (named) return byProvider(wanted, named, env, otherwise);
  if (wanted === '') return first(providers, env) ?? noKey(otherwise);
  const aliased = providers.filter(({ row }) => Object.hasOwn(row.aliases ?? {}, wanted));
  const own = aliased.length > 0 ? aliased : providers.filter(({ row }) => row.own?.test(wanted));
  const served =
    own.length > 0 ? own : providers.filter(({ row }) => SERVES_ANY.includes(row.name));
  const [fallback] = served;
  if (!fallback) return noKey(otherwise);
  return first(served, env, wanted) ?? needs(wanted, fallback, otherwise);
}

/** Those whose address may be anybody's: a name that nobody claims is asked for there. */
const SERVES_ANY = ['openai', 'anthropic'];

function byProvider(
  wanted: string,
  provider: ReadyProvider,
  env: Environment,
  otherwise: string,
): Resolved | string {
  const name = wanted.slice(provider.name.length + 1);
  if (name === '') return `The model "${wanted}" has no name: expected ${provider.name}/NAME.`;
  const endpoint = provider.find(atHome(provider.row, env), aliasOf(provider, name));
  if (typeof endpoint === 'object') return { provider, endpoint };
  return endpoint ?? needs(name, provider, otherwise);
}

const aliasOf = ({ row }: ReadyProvider, name: string): string => row.aliases?.[name] ?? name;

/** The first provider that the environment points to, and that has a model to use. */
function first(
  providers: readonly ReadyProvider[],
  env: Environment,
  name?: string,
): Resolved | string | undefined {
  let unnamed: string | undefined;
  for (const provider of providers) {
    const model = name === undefined ? (provider.model ?? '') : aliasOf(provider, name);
    const endpoint = provider.find(env, model);
    if (endpoint === undefined) continue;
    if (typeof endpoint === 'string') return endpoint;
    const isOthers = name === undefined && model === provider.row.model && namesOwn(endpoint);
    if (model !== '' && !isOthers) return { provider, endpoint };
    unnamed ??= NO_NAME(endpoint);
    // An address in the environment is meant for now; the settings may list many.
    if (provider.name === provider.row.name) return unnamed;
  }
  return unnamed;
}

/** Another address than the provider's own: which models are there, only the user knows. */
const namesOwn = (endpoint: Endpoint): boolean =>
  typeOf(endpoint) === 'openai' && endpoint.baseUrl !== 'https://api.openai.com/v1';

const OR_PRACTICE = 'or try Wave without any key: --model practice';

const noKey = (otherwise: string): string =>
  [
    'No model can be reached: there is no key. Set one of',
    '  ANTHROPIC_API_KEY   (or ANTHROPIC_AUTH_TOKEN; ANTHROPIC_BASE_URL for another address)',
    '  OPENAI_API_KEY      (or OPENAI_BASE_URL for any server that speaks the same protocol)',
    '  GEMINI_API_KEY, OPENROUTER_API_KEY, or what Azure, Bedrock or Vertex need: wave models',
    'or start Ollama, LM Studio, vLLM or llama.cpp',
    ...(otherwise === '' ? [] : [otherwise]),
  ].join('\n');

const NO_NAME = ({ checks }: Endpoint): string =>
  checks.start
    ? `${checks.address} is set, but no model was found there. Set ${checks.start}.`
    : `${checks.address} is set, but no model is named. Name one with --model or WAVE_MODEL; "wave models" lists them.`;

const needs = (model: string, provider: ReadyProvider, otherwise: string): string =>
  `The model "${model}" needs a key. Set ${[provider.needs, otherwise].filter(Boolean).join(', ')}`;
