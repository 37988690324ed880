import { domainOf, fitsDomain, readDomain } from '@wavehooks/hooks/vocabulary';
import { parseRule } from './parse-rule.ts';
import type { Rules } from './rule.ts';

/**
 * Whether an allow rule names the host of an address itself, without a star: whoever allows every host does
 * not mean those of this machine.
 */
export function namedBy({ allow }: Rules, url: URL): boolean {
  const subject = domainOf(url);
  return allow.map(parseRule).some(({ tool, pattern, fault }) => {
    if (tool !== 'WebFetch' || pattern === undefined || fault !== undefined) return false;
    const domain = readDomain(pattern);
    const isOne = typeof domain !== 'string' && domain.host !== undefined && !domain.below;
    return isOne && fitsDomain(pattern, subject);
  });
}
