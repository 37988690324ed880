import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Endpoint } from '../provider/endpoint.ts';
import { asFetch } from '../send/as-fetch.ts';
import { address, type Provider, settingOf } from './provider.ts';

const MODEL = 'global.anthropic.claude-sonnet-5-5';

export const bedrock: Provider = {
  name: 'bedrock',
  title: 'Amazon Bedrock',
  model: MODEL,
  aliases: {
    sonnet: MODEL,
    opus: 'global.anthropic.claude-opus-5-5',
    haiku: 'global.anthropic.claude-haiku-5-5',
  },
  variables: { key: 'AWS_BEARER_TOKEN_BEDROCK', address: 'AWS_ENDPOINT_URL_BEDROCK_RUNTIME' },
  needs:
    'AWS_REGION and AWS_BEARER_TOKEN_BEDROCK, or AWS_REGION and your AWS credentials (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE)',
  find: (env, model) => {
    const key = settingOf(env, 'AWS_BEARER_TOKEN_BEDROCK');
    if (!key && !settingOf(env, ...POINTING)) return undefined;
    const region = settingOf(env, 'AWS_REGION', 'AWS_DEFAULT_REGION');
    if (!region)
      return 'Amazon Bedrock needs to know your region. Set AWS_REGION, for example to us-east-1.';
    const home = `https://bedrock-runtime.${region}.amazonaws.com`;
    const base = address(env, 'AWS_ENDPOINT_URL_BEDROCK_RUNTIME', home);
    if (!base.ok) return base.problem;
    return {
      ...{ provider: 'bedrock', model, key, region, baseUrl: base.url, env: awsIn(env) },
      protocol: isClaude(model) ? 'anthropic' : 'converse',
      checks: { key: 'your AWS credentials', address: 'AWS_REGION' },
    };
  },
  open: async (at: Endpoint & { readonly env?: Aws }, send) => {
    const { model, baseUrl: baseURL, key, region = '', headers } = at;
    const options = {
      ...{ baseURL, region, fetch: asFetch(send), ...(headers ? { headers } : {}) },
      ...(key ? { apiKey: key } : { credentialProvider: () => credentials(at.env ?? {}) }),
    };
    if (isClaude(model)) {
      const { createAmazonBedrockAnthropic } = await import('@ai-sdk/amazon-bedrock/anthropic');
      return createAmazonBedrockAnthropic(options)(model);
    }
    const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock');
    return createAmazonBedrock(options)(model);
  },
};

/** What says that there are credentials: keys, a profile, or the role of a machine or a container. */
const POINTING = [
  ...['AWS_ACCESS_KEY_ID', 'AWS_PROFILE', 'AWS_WEB_IDENTITY_TOKEN_FILE'],
  ...['AWS_CONTAINER_CREDENTIALS_RELATIVE_URI', 'AWS_CONTAINER_CREDENTIALS_FULL_URI'],
];

const isClaude = (model: string) => /anthropic\.claude/.test(model);

interface Aws {
  readonly accessKeyId?: string | undefined;
  readonly secretAccessKey?: string | undefined;
  readonly sessionToken?: string | undefined;
  readonly profile?: string | undefined;
}

const awsIn = (env: Parameters<Provider['find']>[0]): Aws => ({
  accessKeyId: settingOf(env, 'AWS_ACCESS_KEY_ID'),
  secretAccessKey: settingOf(env, 'AWS_SECRET_ACCESS_KEY'),
  sessionToken: settingOf(env, 'AWS_SESSION_TOKEN'),
  profile: settingOf(env, 'AWS_PROFILE'),
});

const run = promisify(execFile);

/** A profile may stand for a login, a role or a file: AWS's own program knows them all. */
async function credentials({ accessKeyId, secretAccessKey, sessionToken, profile }: Aws) {
  if (accessKeyId && secretAccessKey)
    return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) };
  const args = ['configure', 'export-credentials', '--format', 'process'];
  const named = profile ? ['--profile', profile] : [];
  const { stdout } = await run('aws', [...args, ...named], { timeout: 30_000 }).catch((error) => {
    throw new Error(
      `your AWS credentials could not be read with "aws configure export-credentials": ${error.message}`,
    );
  });
  const { AccessKeyId, SecretAccessKey, SessionToken } = JSON.parse(stdout) as Exported;
  return {
    ...{ accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey },
    ...(SessionToken ? { sessionToken: SessionToken } : {}),
  };
}

interface Exported {
  readonly AccessKeyId: string;
  readonly SecretAccessKey: string;
  readonly SessionToken?: string;
}
