import { expect, test } from 'vitest';
import { namedBy } from '../../../src/permissions/rules/domain-rules.ts';

const named = (...allow: string[]) =>
  namedBy({ allow, ask: [], deny: [] }, new URL('http://localhost:3000/x'));

test.each([
  ['WebFetch(domain:localhost)', true],
  ['WebFetch(domain:LOCALHOST.:3000)', true],
  ['WebFetch(domain:localhost:3001)', false],
  ['WebFetch(domain:*)', false],
  ['WebFetch(*)', false],
  ['WebFetch', false],
  ['WebFetch(domain:*.localhost)', false],
  ['WebFetch(localhost)', false],
  ['Bash(domain:localhost)', false],
])('%s names it: %s', (rule, is) => expect(named(rule)).toBe(is));
