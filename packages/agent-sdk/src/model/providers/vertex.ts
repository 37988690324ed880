import { asFetch } from '../send/as-fetch.ts';
import { type Provider, settingOf } from './provider.ts';

export const vertex: Provider = {
  name: 'vertex',
  title: 'Google Vertex',
  model: 'gemini-3.6-flash',
  aliases: { sonnet: 'claude-sonnet-5-5', opus: 'claude-opus-5-5', haiku: 'claude-haiku-5-5' },
  variables: {},
  needs:
    'GOOGLE_CLOUD_PROJECT and GOOGLE_CLOUD_LOCATION, and log in with "gcloud auth application-default login" (or set GOOGLE_APPLICATION_CREDENTIALS)',
  find: (env, model) => {
    const project = settingOf(env, 'GOOGLE_VERTEX_PROJECT', 'GOOGLE_CLOUD_PROJECT');
    const wanted = settingOf(env, 'GOOGLE_VERTEX_PROJECT', 'GOOGLE_APPLICATION_CREDENTIALS');
    const location = settingOf(env, 'GOOGLE_VERTEX_LOCATION', 'GOOGLE_CLOUD_LOCATION');
    if (!wanted && !(project && location)) return undefined;
    if (!project) return 'Google Vertex needs to know your project. Set GOOGLE_CLOUD_PROJECT.';
    const region = location ?? 'global';
    const host = region === 'global' ? '' : `${region}-`;
    return {
      ...{ provider: 'vertex', model, project, region },
      protocol: isClaude(model) ? 'anthropic' : 'gemini',
      baseUrl: `https://${host}aiplatform.googleapis.com`,
      checks: { key: 'your Google Cloud login', address: 'GOOGLE_CLOUD_LOCATION' },
    };
  },
  open: async ({ model, project = '', region = '', headers }, send) => {
    const options = {
      ...{ project, location: region, fetch: asFetch(send) },
      ...(headers ? { headers } : {}),
    };
    if (isClaude(model)) {
      const { createGoogleVertexAnthropic } = await import('@ai-sdk/google-vertex/anthropic');
      return createGoogleVertexAnthropic(options)(model);
    }
    const { createGoogleVertex } = await import('@ai-sdk/google-vertex');
    return createGoogleVertex(options)(model);
  },
};

const isClaude = (model: string) => model.startsWith('claude');
