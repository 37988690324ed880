import { type Domain, readDomain } from '@wavehooks/hooks/vocabulary';
import type { SearchScope } from '../vocabulary/model.ts';
import { parseRule } from './rules/parse-rule.ts';
import type { Rules } from './rules/rule.ts';

const TOOL = 'WebSearch';

/** Where the provider may search; or why not, where a rule would allow it. */
export type Search =
  | { readonly is: 'on'; readonly scope: SearchScope }
  | { readonly is: 'off'; readonly why?: string };

const OFF: Search = { is: 'off' };

/**
 * A search runs at the provider, before anybody here could ask or look. So only an allow rule switches it on,
 * in every mode, and whatever would have to be asked first keeps it off. `judges` are hooks that want to.
 */
export function searchScope({ allow, ask, deny }: Rules, judges: readonly string[]): Search {
  const allowed = domainsIn(allow, 'strict');
  const denied = domainsIn(deny, 'wide');
  if (allowed === undefined || denied === 'every') return OFF;
  if (domainsIn(ask, 'wide') !== undefined)
    return off('an ask rule names it, and nobody can be asked before it runs');
  if (judges.length > 0)
    return off(`${judges.join(', ')} would judge it, and no hook sees it before it runs`);
  if (allowed === 'every') return on(denied ? { blocked: denied } : {});
  // Providers take one list or the other.
  const left = allowed.filter((host) => !denied?.some((out) => isWithin(host, out)));
  return left.length > 0 ? on({ allowed: left }) : OFF;
}

const on = (scope: SearchScope): Search => ({ is: 'on', scope });
const off = (why: string): Search => ({ is: 'off', why: `${TOOL} is off: ${why}.` });

const isWithin = (host: string, out: string): boolean => host === out || host.endsWith(`.${out}`);

/** The hosts that rules name; undefined where no rule is about searches. A faulty deny or ask means all. */
function domainsIn(
  rules: readonly string[],
  reading: 'strict' | 'wide',
): readonly string[] | 'every' | undefined {
  const own = rules
    .map(parseRule)
    .filter(({ tool, fault }) => isAbout(tool, reading) && (reading === 'wide' || !fault));
  if (own.length === 0) return undefined;
  const domains = own.map(({ pattern }) => (pattern === undefined ? EVERY : asDomain(pattern)));
  if (domains.some(({ host }) => host === undefined)) return 'every';
  return [...new Set(domains.flatMap(({ host }) => host ?? []))];
}

/** A deny or ask of no tool at all stands for every tool. */
const isAbout = (tool: string | undefined, reading: 'strict' | 'wide'): boolean =>
  tool === TOOL || (tool === undefined && reading === 'wide');

const EVERY: Domain = { host: undefined, below: false, port: undefined };

function asDomain(pattern: string): Domain {
  const domain = readDomain(pattern);
  return typeof domain === 'string' ? EVERY : domain;
}
