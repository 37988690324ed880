import type { Problem } from '@wavehooks/hooks';
import { type Path, unknownFields } from '@wavehooks/hooks/entries';
import {
  type Fields,
  isObject,
  misfit,
  optional,
  readDomain,
  show,
  type Values,
} from '@wavehooks/hooks/vocabulary';
import {
  isProfile,
  PROFILE_NAMES,
  type SandboxLimits,
  type SandboxProfile,
} from '@wavehooks/process/sandbox';
import { boundProblems, boundsIn, holding, type Warn } from './bounds.ts';

export const SANDBOX_LIMIT_FIELDS = {
  processes: optional('number', 'how many processes it may have at a time; not counted for root'),
  memoryMB: optional('number', 'the address space of each of its processes, in megabytes'),
  fileMB: optional('number', 'the largest file that it may write, in megabytes'),
} as const satisfies Fields;

/** All that `sandbox` can hold. */
export const SANDBOX_FIELDS = {
  profile: optional(
    'text',
    'where commands run in every mode but `plan` and `sandboxed`, which have their own; `off` by default',
    PROFILE_NAMES,
  ),
  network: holding(
    'inside',
    { allow: optional('texts', 'the hosts') },
    '`allow`: a list of hosts that commands inside may reach, such as `example.com`, `*.example.com` or `localhost:8080`; none by default',
  ),
  write: optional('texts', 'further directories that commands inside may write in'),
  hide: optional('texts', 'further files and directories that commands inside cannot read'),
  limits: holding(
    'inside',
    SANDBOX_LIMIT_FIELDS,
    'bounds for each command inside; none by default',
  ),
} as const satisfies Fields;

/** The sandbox as code writes it. */
export type GivenSandbox = Omit<Values<typeof SANDBOX_FIELDS>, 'network' | 'limits'> & {
  readonly network?: { readonly allow?: readonly string[] };
  readonly limits?: Values<typeof SANDBOX_LIMIT_FIELDS>;
};

/** What settings say of the sandbox. */
export interface SandboxSettings {
  readonly profile: SandboxProfile;
  /** Hosts, each as in a rule: `domain:example.com`. */
  readonly allow: readonly string[];
  readonly write: readonly string[];
  readonly hide: readonly string[];
  readonly limits: SandboxLimits;
}

/** Adds up the files that may say so. What cannot be read lets nothing more happen. */
export function sandboxOf(values: readonly unknown[]): SandboxSettings {
  const all = values.filter(isObject);
  const texts = (name: 'write' | 'hide') =>
    all.flatMap((one) => (fits(SANDBOX_FIELDS[name], one[name]) ? (one[name] as string[]) : []));
  return {
    profile: all.map(profileIn).findLast((one) => one !== undefined) ?? 'off',
    allow: all.flatMap((one) => hostsIn(one).flatMap(({ rule }) => rule ?? [])),
    write: texts('write'),
    hide: texts('hide'),
    limits: Object.assign(
      {},
      ...all.map(({ limits }) => (isObject(limits) ? boundsIn(SANDBOX_LIMIT_FIELDS, limits) : {})),
    ),
  };
}

/** A word that is none was meant to shut something: then it is shut. */
function profileIn({ profile }: Record<string, unknown>): SandboxProfile | undefined {
  if (profile == null) return undefined;
  return isProfile(profile) ? profile : 'read-only';
}

const fits = (field: Parameters<typeof misfit>[0], value: unknown): boolean =>
  value != null && misfit(field, value) === undefined;

interface Host {
  readonly rule?: string;
  readonly at: Path;
  readonly fault?: string;
}

function hostsIn({ network }: Record<string, unknown>): readonly Host[] {
  const allow = isObject(network) ? (network['allow'] ?? []) : [];
  if (!Array.isArray(allow))
    return [{ at: ['allow'], fault: `expected a list of hosts, got ${show(allow)}` }];
  return allow.map((host: unknown, index): Host => {
    const at = ['allow', index];
    if (typeof host !== 'string') return { at, fault: `expected a host, got ${show(host)}` };
    const rule = host.startsWith('domain:') ? host : `domain:${host}`;
    const domain = readDomain(rule);
    return typeof domain === 'string' ? { at, fault: domain } : { at, rule };
  });
}

export function sandboxProblems(value: unknown, warn: Warn): readonly Problem[] {
  if (!isObject(value)) return [];
  const said = (path: Path, text: string) =>
    warn(['sandbox', ...path], `"sandbox${path.map((part) => `.${part}`).join('')}": ${text}`);
  const unknown = unknownFields(value, Object.keys(SANDBOX_FIELDS)).map((text) =>
    warn(['sandbox'], `sandbox: ${text}`),
  );
  const wrong = Object.entries(SANDBOX_FIELDS).flatMap(([name, field]) => {
    const expected = value[name] == null ? undefined : misfit(field, value[name]);
    if (!expected) return [];
    const comes = name === 'profile' ? 'until you fix it, it is "read-only"' : 'ignored';
    return [said([name], `expected ${expected}, got ${show(value[name])}; ${comes}`)];
  });
  const { network, limits } = value;
  return [
    ...unknown,
    ...wrong,
    ...(isObject(network)
      ? unknownFields(network, ['allow']).map((text) =>
          warn(['sandbox', 'network'], `sandbox.network: ${text}`),
        )
      : []),
    ...hostsIn(value).flatMap(({ at, fault }) =>
      fault === undefined ? [] : [said(['network', ...at], `${fault}; ignored`)],
    ),
    ...(isObject(limits)
      ? boundProblems(['sandbox', 'limits'], SANDBOX_LIMIT_FIELDS, limits, warn)
      : []),
  ];
}
