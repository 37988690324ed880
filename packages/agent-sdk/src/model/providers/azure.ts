import { asFetch } from '../send/as-fetch.ts';
import { address, type Provider, settingOf } from './provider.ts';

/** Models have the names that were given to their deployments, so none can be the default. */
export const azure: Provider = {
  name: 'azure',
  title: 'Azure OpenAI',
  variables: { key: 'AZURE_API_KEY', address: 'AZURE_OPENAI_ENDPOINT' },
  needs:
    'AZURE_API_KEY (or AZURE_OPENAI_API_KEY) and AZURE_RESOURCE_NAME (or AZURE_OPENAI_ENDPOINT)',
  find: (env, model) => {
    const key = settingOf(env, 'AZURE_API_KEY', 'AZURE_OPENAI_API_KEY');
    const resource = settingOf(env, 'AZURE_RESOURCE_NAME');
    const endpoint = settingOf(env, 'AZURE_OPENAI_ENDPOINT');
    if (!key && !resource && !endpoint) return undefined;
    if (!key) return 'Azure needs a key. Set AZURE_API_KEY (or AZURE_OPENAI_API_KEY).';
    if (!resource && !endpoint)
      return 'Azure needs to know your resource. Set AZURE_RESOURCE_NAME (or AZURE_OPENAI_ENDPOINT).';
    const home = `https://${resource}.openai.azure.com`;
    const base = address(env, 'AZURE_OPENAI_ENDPOINT', home);
    if (!base.ok) return base.problem;
    if (!model)
      return 'Azure serves models by the names of your deployments. Name one with --model azure/NAME.';
    return {
      ...{ provider: 'azure', protocol: 'responses', model, key },
      // With the version: the library adds it at Azure's own hosts only.
      baseUrl: `${base.url.replace(/\/openai(?:\/v1)?$/, '')}/openai/v1`,
      checks: { key: 'AZURE_API_KEY', address: 'AZURE_OPENAI_ENDPOINT' },
    };
  },
  open: async ({ model, baseUrl: baseURL, key: apiKey = '', headers }, send) => {
    const { createAzure } = await import('@ai-sdk/azure');
    return createAzure({
      ...{ baseURL, apiKey, fetch: asFetch(send) },
      ...(headers ? { headers } : {}),
    }).responses(model);
  },
};
