import type { Endpoint, Local } from '../provider/endpoint.ts';
import { authorized } from '../provider/get-json.ts';
import type { ProviderModel } from '../provider/open-endpoint.ts';
import type { Send } from '../send/send.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A provider of models. Each is one file of this folder and one line of `index.ts`. */
export interface Provider {
  /** In front of the model's name: `name/model`. */
  readonly name: string;
  readonly title: string;
  /** Names of models that are meant for this provider even without its name in front. */
  readonly own?: RegExp;
  /** The model to use if none is named. */
  readonly model?: string;
  /** Short names for its models. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Variables with the key and the address; settings stand in for them. */
  readonly variables: { readonly key?: string; readonly address?: string };
  /** What to set so that it can be used, to stand behind "Set ". */
  readonly needs: string;
  /**
   * Where it is, by the environment. Undefined: nothing there points to it. A text: something does, but something
   * else is missing or wrong.
   */
  find(env: Environment, model: string): Endpoint | string | undefined;
  /**
   * Loads the provider's package, which is large, and gives the model.
   * @internal Public types stay free of the types of these packages.
   */
  open(at: Endpoint, send: Send): Promise<ProviderModel>;
  /** Runs on the user's machine: it needs no key, and can be silent for long while it reads. */
  readonly local?: Local;
  /** How its models are listed; undefined where it cannot tell. */
  readonly list?: (at: Endpoint) => ListRequest;
}

/** A server on this machine that is named is looked for at its usual address, unless a variable names another. */
export function atHome({ local, variables }: Provider, env: Environment): Environment {
  const { address } = variables;
  if (!local || !address || settingOf(env, address)) return env;
  return { ...env, [address]: local.address };
}

export interface ListRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

type Address =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly problem: string };

/** The address that a variable names, or the provider's own. */
export function address(env: Environment, variable: string, otherwise: string): Address {
  const given = env[variable]?.trim() || otherwise;
  const right = URL.canParse(given) && /^https?:$/.test(new URL(given).protocol);
  if (right) return { ok: true, url: given.replace(/\/+$/, '') };
  return { ok: false, problem: `${variable} is no web address: "${given}". Set one, or unset it.` };
}

/** A file with other line ends leaves one behind each value: that is dropped. */
export const settingOf = (env: Environment, ...names: readonly string[]): string | undefined =>
  names.map((name) => env[name]?.trim()).find(Boolean);

/** As OpenAI lists its models, and those who follow it. */
export const bearer = (at: Endpoint): ListRequest => ({
  url: `${at.baseUrl}/models`,
  headers: authorized(at),
});
