import { secretsInHeaders } from '@wavehooks/process/secrets';
import type { HandlerSpec } from '../entries/entry.ts';
import { hashOf } from '../pins/fingerprint.ts';
import type { HookEnding } from '../vocabulary/outcome.ts';
import { isObject, optional, required } from '../vocabulary/shape.ts';
import { mayCall } from '../web/may-call.ts';
import type { Handler, Job, Raw } from './handler.ts';
import {
  filledHeaders,
  type HttpFields,
  httpFault,
  httpOf,
  referencesIn,
  shownUrl,
} from './http-fields.ts';

export interface HttpSpec extends HandlerSpec, HttpFields {
  readonly type: 'http';
}

const FIELDS = {
  url: required('text', 'http: the address that gets the event, as a POST of JSON'),
  headers: {
    ...optional(
      'object',
      'http: headers of the request; `${NAME}` stands for a variable that `allowedEnvVars` names',
    ),
    secret: true as const,
  },
  allowedEnvVars: optional(
    'anything',
    'http: the variables that `headers` may use, a list of names',
  ),
};

/** A web request: the event as a POST of JSON, the answer in the body. */
export const http: Handler<HttpSpec, typeof FIELDS> = {
  type: 'http',
  fields: FIELDS,
  from: 'settings',
  check: httpFault,
  read: (raw) => ({ type: 'http', ...httpOf(raw) }),
  label: ({ url }) => (typeof url === 'string' ? shownUrl(url) : undefined),
  shows: ({ url, headers }) =>
    [shownUrl(url), ...Object.keys(headers).map((name) => `${name}: ...`)].join(', '),
  conceal: withoutValues,
  beyond: () => 'asks a server, and no approval covers what that server does',
  refusal: ({ url }, allowed) => {
    const may = mayCall(new URL(url), allowed);
    return 'refused' in may ? may.refused : undefined;
  },
  identity: ({ url, headers, allowedEnvVars }) =>
    JSON.stringify([url, Object.entries(headers).sort(), [...allowedEnvVars].sort()]),
  called: 'a web request',
  startsProcess: false,
  exits: false,
  run: async (spec, job) => {
    const filled = filledHeaders(spec, job.env);
    if ('fault' in filled)
      return { outcome: { is: 'start', error: filled.fault }, stdout: '', stderr: '', ms: 0 };
    const ending = await job.web.post({
      url: new URL(spec.url),
      headers: { ...job.trace, ...filled.headers },
      body: job.payload,
      timeoutMs: job.timeoutMs,
      maxBytes: job.maxBytes,
      signal: job.signal,
    });
    return masked(ending, secretsOf(spec, filled.headers, job));
  },
};

/** What headers say is for their server alone. That they changed can still be seen. */
function withoutValues(raw: Raw, shownIn: 'approval' | 'report'): Raw {
  const { headers, url } = raw;
  return {
    ...raw,
    ...(headers == null ? {} : { headers: hiddenHeaders(headers) }),
    ...(shownIn === 'report' && typeof url === 'string' ? { url: shownUrl(url) } : {}),
  };
}

const hiddenHeaders = (headers: unknown): unknown =>
  isObject(headers)
    ? Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, hiddenText(String(value))]),
      )
    : hiddenText(String(headers));

function hiddenText(value: string): string {
  const names = referencesIn(value).map((name) => `\${${name}}`);
  const hash = hashOf(Buffer.from(value)).slice(0, 8);
  return `(hidden, ${[...names, `sha256 ${hash}`].join(', ')})`;
}

/** Anything shorter stands in texts by chance. */
const MIN_SECRET = 8;

/** What must not come back in an answer: variables, and the values of headers that are there to be secret. */
function secretsOf(spec: HttpSpec, headers: HttpSpec['headers'], { env }: Job): string[] {
  const variables = Object.values(spec.headers)
    .flatMap(referencesIn)
    .map((name) => env[name] ?? '');
  // The longest first: a part of it must not keep the whole from being found.
  return [...variables, ...secretsInHeaders(headers)]
    .filter(({ length }) => length >= MIN_SECRET)
    .sort((a, b) => b.length - a.length);
}

const masked = (ending: HookEnding, secrets: readonly string[]): HookEnding => ({
  ...ending,
  stdout: without(secrets, ending.stdout),
  stderr: without(secrets, ending.stderr),
});

const without = (secrets: readonly string[], text: string): string =>
  secrets.reduce((left, secret) => left.replaceAll(secret, '[redacted]'), text);
