import type { ProviderSettings } from '@wavehooks/settings';
import type { ModelFacts } from '../../vocabulary/model-facts.ts';
import type { Endpoint } from '../provider/endpoint.ts';
import { GATEWAY, PROVIDERS } from './index.ts';
import { type Environment, type Provider, settingOf } from './provider.ts';

/** A provider under a name of its own, with what the user's settings say about it. */
export interface ReadyProvider {
  readonly name: string;
  readonly row: Provider;
  readonly model: string | undefined;
  /** What to set so that it can be used. */
  readonly needs: string;
  find(env: Environment, model: string): Endpoint | string | undefined;
  /** What the settings say about one of its models. */
  facts(model: string): ModelFacts;
}

/** All providers: those of the settings first, in their order, then the others. */
export function configured(
  settings: Readonly<Record<string, ProviderSettings>> = {},
): readonly ReadyProvider[] {
  const rest = PROVIDERS.filter(({ name }) => !Object.hasOwn(settings, name));
  return [
    ...Object.entries(settings).map(([name, own]) => ready(name, own)),
    ...rest.map((row) => ready(row.name, {}, row)),
  ];
}

const rowFor = (name: string, { type }: ProviderSettings): Provider =>
  PROVIDERS.find((row) => row.name === (type ?? name)) ?? GATEWAY;

function ready(name: string, own: ProviderSettings, row = rowFor(name, own)): ReadyProvider {
  return {
    ...{ name, row },
    model: own.model ?? row.model,
    needs: own.keyVariable ?? row.needs,
    find: (env, model) => {
      // The key of another provider must not go to this one's address.
      if (own.keyVariable && !settingOf(env, own.keyVariable)) return undefined;
      const found = row.find(withSettings(env, own, row), model);
      if (typeof found !== 'object') return found;
      const { keyCommand, keyVariable, headers } = own;
      return {
        ...found,
        ...{ provider: name, type: row.name, checks: checksOf(found, name, own) },
        ...(keyCommand || keyVariable ? { token: undefined } : {}),
        ...(keyCommand ? { keyCommand, key: undefined } : {}),
        ...(headers ? { headers } : {}),
      };
    },
    facts: (model) => own.models?.[model] ?? {},
  };
}

/** What to name when something is wrong: the settings, where they stand in for a variable. */
function checksOf({ checks }: Endpoint, name: string, own: ProviderSettings): Endpoint['checks'] {
  const { keyVariable, keyCommand, baseUrl } = own;
  const key = keyVariable ?? (keyCommand ? `providers.${name}.keyCommand` : checks.key);
  return { ...checks, key, address: baseUrl ? `providers.${name}.baseUrl` : checks.address };
}

/** Settings stand in for the variables that a provider is found by. */
function withSettings(env: Environment, own: ProviderSettings, row: Provider): Environment {
  const { key, address } = row.variables;
  const { baseUrl, keyVariable, keyCommand } = own;
  const secret = keyVariable ? env[keyVariable] : keyCommand ? 'printed by a program' : undefined;
  return {
    ...env,
    ...(address && baseUrl ? { [address]: baseUrl } : {}),
    ...(key && secret !== undefined ? { [key]: secret } : {}),
  };
}
