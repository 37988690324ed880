import { resolve } from 'node:path';
import { unknownFields } from '@wavehooks/hooks/entries';
import type { Pin } from '@wavehooks/hooks/scripts';
import { isObject, misfit, show } from '@wavehooks/hooks/vocabulary';
import { cleanEnvironment } from '@wavehooks/process';
import { fillReferences, SERVER_FIELDS } from '@wavehooks/settings';
import type { ServerNews } from '../../conversation/agent-event.ts';
import type { PlanFor } from '../../vocabulary/sandbox.ts';
import type { TraceOf } from '../../vocabulary/trace.ts';
import { oauthFault, oauthWarnings } from './oauth-fault.ts';
import type { HttpSpec, OAuthSpec, ServerSpec, StdioSpec } from './server-spec.ts';

type Raw = Readonly<Record<string, unknown>>;

/** What a configuration is read with. */
export interface Surroundings {
  readonly projectDir: string;
  /** The agent's environment: references are filled in from it, a server gets only the usual few of it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where results too long to pass on are kept. */
  readonly outputDir?: string | undefined;
  /** Where programs run that ask for it. */
  readonly sandbox?: { readonly plan: PlanFor };
  /** Where the start of a server stands in a trace. */
  readonly traceOf?: TraceOf | undefined;
  /** Hears when a server is started, and what came of it. */
  readonly onServer?: (news: ServerNews) => void;
}

export type ReadServer =
  | { readonly spec: ServerSpec; readonly warnings: readonly string[] }
  | { readonly off: true }
  | { readonly fault: string };

/** In seconds. */
const LIMITS = {
  timeout: { otherwise: 120, most: 3600 },
  startTimeout: { otherwise: 30, most: 600 },
} as const;

/** What somebody wrote about a server, as a thing to start or the one thing that is wrong with it. */
export function readServer(raw: unknown, pins: readonly Pin[], around: Surroundings): ReadServer {
  const fault = serverFault(raw);
  if (fault !== undefined || !isObject(raw)) return { fault: fault ?? '' };
  if (raw['enabled'] === false) return { off: true };
  const filled = fill(raw, around.env);
  if ('fault' in filled) return filled;
  const target = kindOf(raw) === 'stdio' ? stdio(filled.raw, pins, around) : http(filled.raw);
  if (typeof target === 'string') return { fault: target };
  const times = { callMs: msOf(raw, 'timeout'), startMs: msOf(raw, 'startTimeout') };
  const spec = { ...target, ...times, sampling: raw['sampling'] === true };
  const unknown = unknownFields(raw, Object.keys(SERVER_FIELDS));
  return { spec, warnings: [...unknown, ...oauthWarnings(raw)] };
}

const kindOf = ({ type, url }: Raw): 'stdio' | 'http' =>
  (type ?? (url === undefined ? 'stdio' : 'http')) === 'stdio' ? 'stdio' : 'http';

/** What is wrong with how a server is written; undefined when nothing is. */
export function serverFault(raw: unknown): string | undefined {
  if (!isObject(raw)) return `expected a server, got ${show(raw)}`;
  for (const [name, field] of Object.entries(SERVER_FIELDS)) {
    const value = raw[name] ?? undefined;
    const expected = value === undefined ? undefined : misfit(field, value);
    if (expected) return `"${name}": expected ${expected}, got ${show(value)}`;
  }
  if (raw['sandbox'] === true && kindOf(raw) === 'http')
    return '"sandbox" is for programs that Wave starts, and this server has an address';
  return listFault(raw) ?? textsFault(raw) ?? targetFault(raw) ?? timeFault(raw) ?? oauthFault(raw);
}

function listFault({ args = [] }: Raw): string | undefined {
  const fits = Array.isArray(args) && args.every((arg) => typeof arg === 'string');
  return fits ? undefined : `"args": expected a list of texts, got ${show(args)}`;
}

function textsFault(raw: Raw): string | undefined {
  for (const field of ['env', 'headers']) {
    const found = Object.entries(raw[field] ?? {}).find(([, value]) => typeof value !== 'string');
    if (found) return `"${field}.${found[0]}": expected a text, got ${show(found[1])}`;
  }
  return undefined;
}

/** Both at once would leave open which of them is meant. */
function targetFault(raw: Raw): string | undefined {
  const [wanted, other] = kindOf(raw) === 'stdio' ? ['command', 'url'] : ['url', 'command'];
  if (raw[other] !== undefined) return `"${wanted}" and "${other}" exclude each other; keep one`;
  const target = raw[wanted];
  if (typeof target !== 'string' || target === '')
    return `"${wanted}": expected a text, got ${show(target)}`;
  // With a reference in it, an address is known only at the start.
  return wanted === 'command' || target.includes('${') ? undefined : addressFault(target);
}

const addressFault = (url: string): string | undefined =>
  URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
    ? undefined
    : `"url": expected an address that begins with http:// or https://, got ${show(url)}`;

function timeFault(raw: Raw): string | undefined {
  for (const [field, { most }] of Object.entries(LIMITS)) {
    const value = raw[field];
    if (typeof value === 'number' && !(value > 0 && value <= most))
      return `"${field}": expected seconds, above 0 and at most ${most}, got ${value}`;
  }
  return undefined;
}

const msOf = (raw: Raw, field: keyof typeof LIMITS): number =>
  ((raw[field] as number | undefined) ?? LIMITS[field].otherwise) * 1000;

/** References are filled in wherever a text stands. */
function fill(raw: Raw, env: Surroundings['env']): { raw: Raw } | { fault: string } {
  const missing = new Set<string>();
  const filled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(filled);
    if (isObject(value))
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one)]));
    if (typeof value !== 'string') return value;
    const done = fillReferences(value, env);
    if ('missing' in done) missing.add(done.missing);
    return 'text' in done ? done.text : value;
  };
  const result = filled(raw) as Raw;
  const names = [...missing].map((name) => `\${${name}}`).join(' and ');
  return names === '' ? { raw: result } : { fault: `${names}: no such variable is set` };
}

function stdio(raw: Raw, pins: readonly Pin[], { projectDir, env }: Surroundings): StdioSpec {
  return {
    is: 'stdio',
    command: raw['command'] as string,
    args: (raw['args'] ?? []) as string[],
    cwd: resolve(projectDir, (raw['cwd'] as string | undefined) ?? ''),
    env: { ...cleanEnvironment(env, projectDir), ...(raw['env'] as Record<string, string>) },
    sandbox: raw['sandbox'] === true,
    pins,
  };
}

interface RawHttp {
  readonly url: string;
  readonly type?: string;
  readonly headers?: Record<string, string>;
  readonly oauth?: OAuthSpec;
}

function http(raw: Raw): HttpSpec | string {
  const { url, headers = {}, oauth = {}, type } = raw as unknown as RawHttp;
  const fault = addressFault(url);
  if (fault !== undefined) return fault;
  try {
    // An invalid header is reported here, with its place, and not by the first request.
    const sent = Object.fromEntries(new Headers(headers));
    const transport = type === 'sse' ? 'sse' : 'http';
    return { is: 'http', url: new URL(url), headers: sent, transport, oauth };
  } catch (error) {
    return `"headers": ${(error as Error).message}`;
  }
}
