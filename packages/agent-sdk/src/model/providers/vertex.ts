import type { Endpoint } from '../provider/endpoint.ts';
import { asFetch } from '../send/as-fetch.ts';
import type { Send } from '../send/send.ts';
import { address, type Provider, settingOf } from './provider.ts';

export const vertex: Provider = {
  name: 'vertex',
  title: 'Google Vertex',
  model: 'gemini-3.8-flash',
  aliases: { sonnet: 'claude-sonnet-5-5', opus: 'claude-opus-5-5', haiku: 'claude-haiku-5-5' },
  variables: { key: 'GOOGLE_VERTEX_API_KEY', address: 'GOOGLE_VERTEX_BASE_URL' },
  needs:
    'GOOGLE_CLOUD_PROJECT and GOOGLE_CLOUD_LOCATION, and log in with "gcloud auth application-default login" (or set GOOGLE_APPLICATION_CREDENTIALS)',
  find: (env, model) => {
    const project = settingOf(env, 'GOOGLE_VERTEX_PROJECT', 'GOOGLE_CLOUD_PROJECT');
    const location = settingOf(env, 'GOOGLE_VERTEX_LOCATION', 'GOOGLE_CLOUD_LOCATION');
    const key = settingOf(env, 'GOOGLE_VERTEX_API_KEY');
    if (!settingOf(env, ...POINTING) && !(project && location)) return undefined;
    if (!project && !(isApiKey(key) && !isClaude(model)))
      return 'Google Vertex needs to know your project. Set GOOGLE_CLOUD_PROJECT.';
    const region = location ?? 'global';
    if (!/^[a-z0-9-]+$/i.test(region))
      return `GOOGLE_CLOUD_LOCATION is no region: "${region}". Set it to one such as global or europe-west1.`;
    const base = address(env, 'GOOGLE_VERTEX_BASE_URL', homeOf(region));
    if (!base.ok) return base.problem;
    return {
      ...{ provider: 'vertex', model, project, region, key },
      protocol: isClaude(model) ? 'anthropic' : 'gemini',
      baseUrl: base.url.replace(/\/v1(?:beta1)?$/, ''),
      checks: {
        key: key ? 'GOOGLE_VERTEX_API_KEY' : 'your Google Cloud login',
        address: 'GOOGLE_CLOUD_LOCATION',
      },
    };
  },
  open: async (at, send) => {
    const { model, key, project = '', region = '', headers } = at;
    const options = { project, location: region, ...(headers ? { headers } : {}) };
    // Without a key, the library looks for a login of Google's own programs.
    if (isClaude(model)) {
      const { createGoogleVertexAnthropic } = await import('@ai-sdk/google-vertex/anthropic');
      return createGoogleVertexAnthropic({
        ...{ ...options, fetch: asFetch(send) },
        ...(key ? { generateAuthToken: async () => key } : {}),
        baseURL: `${placeOf(at, 'v1')}/publishers/anthropic/models`,
      })(model);
    }
    const { createGoogleVertex } = await import('@ai-sdk/google-vertex');
    const place = isApiKey(key) ? `${at.baseUrl}/v1` : placeOf(at, 'v1beta1');
    return createGoogleVertex({
      ...{ ...options, fetch: asFetch(key && !isApiKey(key) ? withToken(send) : send) },
      ...(key ? { apiKey: key } : {}),
      baseURL: model.startsWith('endpoints/') ? place : `${place}/publishers/google`,
    })(model);
  },
};

/** Each of them says by itself that Vertex is meant. */
const POINTING = [
  ...['GOOGLE_VERTEX_PROJECT', 'GOOGLE_VERTEX_API_KEY', 'GOOGLE_VERTEX_BASE_URL'],
  'GOOGLE_APPLICATION_CREDENTIALS',
];

const isClaude = (model: string) => model.startsWith('claude');

/** What Google gives out as keys; everything else is a token, such as `gcloud auth print-access-token` prints. */
const isApiKey = (key: string | undefined): boolean => /^(?:AIza|AQ\.)/.test(key ?? '');

function homeOf(region: string): string {
  if (region === 'global') return 'https://aiplatform.googleapis.com';
  if (region === 'eu' || region === 'us') return `https://aiplatform.${region}.rep.googleapis.com`;
  return `https://${region}-aiplatform.googleapis.com`;
}

const placeOf = ({ baseUrl, project, region }: Endpoint, version: string): string =>
  `${baseUrl}/${version}/projects/${project}/locations/${region}`;

/** The library sends whatever it is given as a key; tokens have a header of their own. */
const withToken =
  (send: Send): Send =>
  (request) => {
    const { 'x-goog-api-key': token = '', ...headers } = request.headers;
    return send({ ...request, headers: { ...headers, authorization: `Bearer ${token}` } });
  };
