import type { Model } from '../vocabulary/model.ts';
import { type Keys, keyFault, keysIn } from './api-keys.ts';
import { createPracticeModel, PRACTICE } from './practice/practice-model.ts';
import type { Endpoint, Protocol } from './provider/endpoint.ts';
import { createModel, type ModelConfig } from './provider/provider.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface ResolveOptions {
  /** What the user named: `--model`. Wins over WAVE_MODEL, which wins over the settings. */
  readonly model?: string | undefined;
  readonly env: Env;
  readonly settings?: { readonly model?: string | undefined } | undefined;
  readonly onRetry?: ModelConfig['onRetry'];
  /** Whether the practice model would do where no other can be had; true by default. */
  readonly practiceWouldDo?: boolean;
}

/** The model that was asked for, or a text that says what is missing and what to do. */
export function resolveModel(options: ResolveOptions): Model | string {
  const { model, env, settings, onRetry, practiceWouldDo = true } = options;
  const wanted = (model || env['WAVE_MODEL'] || settings?.model || '').trim();
  if (wanted === PRACTICE) return createPracticeModel();
  const endpoint = endpointOf(wanted, env, practiceWouldDo ? OR_PRACTICE : '');
  return typeof endpoint === 'string' ? endpoint : createModel({ ...endpoint, env, onRetry });
}

function endpointOf(wanted: string, env: Env, otherwise: string): Endpoint | string {
  const keys = keysIn(env);
  const [, prefix, name] = /^(anthropic|openai)\/(.*)$/.exec(wanted) ?? [];
  if (name === '') return `The model "${wanted}" has no name: expected ${prefix}/NAME.`;
  const protocol = (prefix as Protocol | undefined) ?? protocolOf(wanted, env, keys);
  if (!protocol) return noKey(otherwise);
  return keyFault(protocol, keys) ?? PROTOCOLS[protocol](name ?? wanted, env, keys, otherwise);
}

/** A bare name: Claude is Anthropic's, anything else is asked for where there is a key. */
function protocolOf(name: string, env: Env, keys: Keys): Protocol | undefined {
  if (name.startsWith('claude')) return 'anthropic';
  if (name !== '') return hasOpenAI(env, keys) || !hasAnthropic(keys) ? 'openai' : 'anthropic';
  if (hasAnthropic(keys)) return 'anthropic';
  return hasOpenAI(env, keys) ? 'openai' : undefined;
}

const hasAnthropic = (keys: Keys) => !!(keys.ANTHROPIC_API_KEY || keys.ANTHROPIC_AUTH_TOKEN);
/** Local servers need no key, only an address. */
const hasOpenAI = (env: Env, keys: Keys) => !!(keys.OPENAI_API_KEY || env['OPENAI_BASE_URL']);

type ToEndpoint = (name: string, env: Env, keys: Keys, otherwise: string) => Endpoint | string;

const PROTOCOLS: Readonly<Record<Protocol, ToEndpoint>> = {
  anthropic: (name, env, keys, otherwise) => {
    if (!hasAnthropic(keys))
      return noKeyFor(name, 'ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN', otherwise);
    const base = address(env, 'ANTHROPIC_BASE_URL', 'https://api.anthropic.com');
    if (!base.ok) return base.problem;
    return {
      protocol: 'anthropic',
      model: name || 'claude-sonnet-5-5',
      // Official clients take it without the version; those who add it mean the same.
      baseUrl: `${base.url.replace(/\/v1$/, '')}/v1`,
      key: keys.ANTHROPIC_API_KEY,
      token: keys.ANTHROPIC_AUTH_TOKEN,
    };
  },
  openai: (name, env, keys, otherwise) => {
    if (!hasOpenAI(env, keys))
      return noKeyFor(name, 'OPENAI_API_KEY (or OPENAI_BASE_URL)', otherwise);
    const base = address(env, 'OPENAI_BASE_URL', 'https://api.openai.com/v1');
    if (!base.ok) return base.problem;
    if (!name && env['OPENAI_BASE_URL']) return NO_NAME;
    const key = keys.OPENAI_API_KEY;
    return { protocol: 'openai', model: name || 'gpt-5.1', baseUrl: base.url, key };
  },
};

type Address = { ok: true; url: string } | { ok: false; problem: string };

function address(env: Env, variable: string, otherwise: string): Address {
  const given = env[variable]?.trim() || otherwise;
  const right = URL.canParse(given) && /^https?:$/.test(new URL(given).protocol);
  if (right) return { ok: true, url: given.replace(/\/+$/, '') };
  return { ok: false, problem: `${variable} is no web address: "${given}". Set one, or unset it.` };
}

const OR_PRACTICE = 'or try Wave without any key: --model practice';

const noKey = (otherwise: string): string =>
  [
    'No model can be reached: there is no key. Set one of',
    '  ANTHROPIC_API_KEY   (or ANTHROPIC_AUTH_TOKEN; ANTHROPIC_BASE_URL for another address)',
    '  OPENAI_API_KEY      (or OPENAI_BASE_URL for any server that speaks the same protocol)',
    ...(otherwise === '' ? [] : [otherwise]),
  ].join('\n');

const NO_NAME =
  'OPENAI_BASE_URL is set, but no model is named. Name one with --model or WAVE_MODEL.';

const noKeyFor = (name: string, variables: string, otherwise: string): string =>
  `The model "${name}" needs a key. Set ${[variables, otherwise].filter(Boolean).join(', ')}`;
